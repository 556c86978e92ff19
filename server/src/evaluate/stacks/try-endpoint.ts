import { toUsdNumber } from '../../kernel/money.ts';
import type { EndpointTrial, Models } from '../../models/models.ts';
import type { StackTrial, StackTrialResult } from './stack-schemas.ts';

type Endpoint = NonNullable<StackTrial['endpoint']>;

export const DEFAULT_TRIAL_TIMEOUT_MS = 30_000;
const MAX_VALUE_LENGTH = 2000;

/** Sends one item to an application and reports the request, the response, and the value at each path. */
export async function tryEndpoint(
  models: Pick<Models, 'tryEndpoint'>,
  { endpoint, model = {} }: { endpoint: Endpoint; model?: StackTrial['model'] },
  { input, system, fields, session, timeout_ms = DEFAULT_TRIAL_TIMEOUT_MS }: StackTrial,
  signal: AbortSignal,
): Promise<StackTrialResult> {
  const { temperature, max_tokens, provider = 'endpoint', model_id = '', seed = 0, ...more } = model;
  const { system: own, ...serving } = more;
  const trial = await models.tryEndpoint(
    { provider, modelId: model_id, endpoint },
    {
      messages: trialMessages(input, own, system),
      fields: fields ?? {},
      seed,
      serving,
      ...(session !== undefined && { session }),
      ...(temperature !== undefined && { temperature }),
      ...(max_tokens !== undefined && { maxTokens: max_tokens }),
    },
    { timeoutMs: timeout_ms, signal },
  );
  return toResult(trial);
}

/** A user message, after the system text of the stack and that of the test. */
export function trialMessages(input: string, own: string | undefined, system: string | undefined) {
  const told = [own, system].filter((text) => text !== undefined).join('\n\n');
  return [
    ...(told === '' ? [] : [{ role: 'system' as const, content: told }]),
    { role: 'user' as const, content: input },
  ];
}

function toResult({ exchange, outcome }: EndpointTrial): StackTrialResult {
  const { request, status, body, found } = exchange;
  const answered = outcome.ok ? outcome : null;
  return {
    request: { ...request, headers: { ...request.headers } },
    status,
    body,
    found: found.map(({ pointer, path, ...at }) => ({
      pointer,
      path,
      ...('value' in at ? { value: shortened(at.value) } : at),
    })),
    answer: answered?.text ?? null,
    error: outcome.ok ? null : outcome.message,
    model: answered?.returnedModel ?? null,
    finish_reason: answered?.finishReason ?? null,
    usage: { ...NOT_COUNTED, ...answered?.usage },
    cost_usd: answered?.cost === undefined ? null : toUsdNumber(answered.cost),
    tool_calls: (answered?.toolCalls ?? []).map((call) => ({ ...call })),
    passages: (answered?.passages ?? []).map((passage) => ({ ...passage })),
    session: answered?.session ?? null,
    latency_ms: outcome.latencyMs,
    first_token_ms: answered?.timings?.firstTextMs ?? null,
  };
}

const NOT_COUNTED = { input_tokens: null, output_tokens: null, reasoning_tokens: null, cached_tokens: null };

/** A value for display; long texts and large values are truncated as text. */
function shortened(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text === undefined || text.length <= MAX_VALUE_LENGTH) return value;
  return `${text.slice(0, MAX_VALUE_LENGTH).toWellFormed()}…`;
}
