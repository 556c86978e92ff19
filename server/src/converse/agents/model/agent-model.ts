import { AppError } from '../../../kernel/errors.ts';
import { formatUsd, type Picodollars, toUsdNumber } from '../../../kernel/money.ts';
import {
  type ChatAnswer,
  type ChatOutcome,
  type ChatRequest,
  callCost,
  callWithRetries,
  createLimiter,
  type FailureClass,
  type Limiter,
  limitByCeiling,
  type ModelConnection,
  type ModelPrice,
} from '../../../models/models.ts';
import type { Spending, Usage } from '../answer.ts';

/** The model that writes answers, and the limits of one answer. */
export interface AgentModelSettings {
  connection: ModelConnection;
  /** The price in force in a workspace; default: that of the provider. */
  priceIn?(workspaceId: string): Promise<ModelPrice | undefined>;
  /** The limiter shared by all users of its account; null without a network. */
  ceiling: Limiter | null;
  /** Maximum model calls in one answer. */
  steps: number;
  /** Maximum tokens of one call, including reasoning. */
  outputTokens: number;
  /** Time limit of the whole answer. */
  seconds: number;
  /** Cost limit of the whole answer if the price of the model is known; null for no limit. */
  costUsd: number | null;
}

/** The model within the limits of one answer. */
export type AgentModel = ReturnType<typeof startAnswer>;

type AskedModel = Pick<ChatRequest, 'messages' | 'tools' | 'toolChoice'>;

/** Maximum concurrent calls of one process; a provider's limit may be lower. */
const PARALLEL_CALLS = 16;
const limiters = new WeakMap<ModelConnection, Limiter>();

export function startAnswer(
  settings: AgentModelSettings,
  price: ModelPrice | undefined,
  spending: Spending | null,
  signal: AbortSignal,
) {
  const { connection, steps, outputTokens, seconds, costUsd } = settings;
  const until = AbortSignal.any([signal, AbortSignal.timeout(seconds * 1000)]);
  const limiter = limiterOf(settings);
  let calls = 0;
  let input: number | null = 0;
  let output: number | null = 0;
  let cost: Picodollars | null = 0n;

  const priceOf = ({ usage }: ChatAnswer) => (price ? callCost(usage, price) : null);

  function count(answered: ChatAnswer): void {
    const { usage } = answered;
    const call = priceOf(answered);
    input = sum(input, usage.input_tokens);
    output = sum(output, usage.output_tokens);
    cost = cost === null || call === null ? null : cost + call;
    if (costUsd !== null && cost !== null && Number(formatUsd(cost)) > costUsd) {
      throw new AppError(
        'limit_exceeded',
        `The answer has cost $${formatUsd(cost)}; the limit is $${costUsd} (AGENT_COST_USD).`,
      );
    }
  }

  /** The cost of a call in USD, estimated from its characters; null without a price. */
  function costOfText(inputChars: number, outputTokens: number): number | null {
    const input_tokens = tokensOf(inputChars);
    const usage = { input_tokens, output_tokens: outputTokens, reasoning_tokens: null, cached_tokens: null };
    return inUsd(price ? callCost(usage, price) : null);
  }

  async function* ask(request: AskedModel): AsyncGenerator<string, ChatAnswer> {
    calls++;
    const said: string[] = [];
    const inputChars = JSON.stringify(request).length;
    const most = costOfText(inputChars, outputTokens);
    const spent = most === null ? null : await spending?.begin(most);
    let wake = Promise.withResolvers<void>();
    let handed = 0;
    let broke: FailureClass | null = null;
    const onText = (text: string) => {
      said.push(text);
      wake.resolve();
    };
    const attempt = async (): Promise<ChatOutcome> => {
      const asked = { ...request, maxTokens: outputTokens };
      const outcome = await connection.call(asked, {
        signal: until,
        timeoutMs: seconds * 1000,
        stream: true,
        onText,
      });
      if (outcome.ok || said.length === 0) return outcome;
      // Text that a reader has seen cannot be repeated, so this attempt is the last.
      broke = outcome.class;
      return { ...outcome, class: 'deterministic' };
    };
    const soFar = () => costOfText(inputChars, tokensOf(said.reduce((sum, { length }) => sum + length, 0)));
    let ended = false;
    const calling = callWithRetries(attempt, { limiter, signal: until, seed: `agent:${calls}` }).finally(
      () => {
        ended = true;
        wake.resolve();
      },
    );
    // Counts the cost even if nobody reads the rest, because an interrupted call has cost what came until then.
    const counted = calling.then(
      ({ outcome }) => spent?.(outcome.ok ? inUsd(priceOf(outcome)) : soFar()),
      () => spent?.(soFar()),
    );
    // Its failure is thrown below, where it is awaited.
    calling.catch(() => {});
    for (;;) {
      await wake.promise;
      wake = Promise.withResolvers();
      for (const text of said.slice(handed)) yield text;
      handed = said.length;
      if (ended && handed === said.length) break;
    }
    const { outcome } = await calling.catch((error: unknown) => {
      signal.throwIfAborted();
      throw until.aborted ? tooSlow(seconds) : error;
    });
    await counted;
    if (!outcome.ok) throw callFailed(connection, broke ?? outcome.class, outcome.message);
    count(outcome);
    if (outcome.finishReason === 'length') throw cutToTokens(outputTokens);
    return outcome;
  }

  return {
    /**
     * Yields the text of an answer as it arrives, then the whole. Throws `AppError` if it fails or a limit is
     * reached.
     */
    ask,
    /** Whether another call is allowed after the next one. */
    hasMore: (): boolean => calls + 1 < steps,
    usage: (): Usage => ({
      input_tokens: input,
      output_tokens: output,
      cost_usd: cost === null ? null : formatUsd(cost),
    }),
  };
}

function limiterOf({ connection, ceiling }: AgentModelSettings): Limiter {
  const { maxConcurrency, requestsPerMinute } = connection;
  if (ceiling !== null && (maxConcurrency ?? requestsPerMinute) !== undefined) return ceiling;
  const known = limiters.get(connection);
  if (known) return known;
  const own = createLimiter({ start: PARALLEL_CALLS, max: PARALLEL_CALLS });
  const limiter = ceiling === null ? own : limitByCeiling(ceiling, own);
  limiters.set(connection, limiter);
  return limiter;
}

/** Rounded up; a token has about four characters of English. */
const tokensOf = (chars: number) => Math.ceil(chars / 4);

const inUsd = (cost: Picodollars | null) => (cost === null ? null : toUsdNumber(cost));

const sum = (a: number | null, b: number | null) => (a === null || b === null ? null : a + b);

function tooSlow(seconds: number): AppError {
  return new AppError(
    'limit_exceeded',
    `The answer took more than ${seconds} s (AGENT_SECONDS). Ask a smaller question, or raise the limit.`,
  );
}

function cutToTokens(tokens: number): AppError {
  return new AppError(
    'limit_exceeded',
    `The answer was cut off at ${tokens} tokens (AGENT_OUTPUT_TOKENS). Ask a smaller question, or raise the limit.`,
  );
}

const FAILURE_ADVICE: Readonly<Record<string, string>> = {
  rate_limit: 'The provider’s rate limit is reached; ask again in a minute.',
  transient: 'Ask again; if it keeps failing, check the provider.',
  timeout: 'Ask again; if it keeps failing, check the provider.',
  quota: 'The provider’s account has no credit left; a person must check its plan.',
  deterministic: 'Asking again will not help; check AGENT_MODEL and the provider’s settings.',
};

function callFailed({ provider, modelId }: ModelConnection, kind: string, message: string): AppError {
  return new AppError(
    'model_failed',
    `${provider}/${modelId} failed (${kind}): ${message} ${FAILURE_ADVICE[kind] ?? ''}`.trim(),
  );
}
