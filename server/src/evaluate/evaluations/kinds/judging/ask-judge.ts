import { sanitizeText } from '../../../../kernel/sanitize-text.ts';
import {
  type ChatAnswer,
  type ChatOutcome,
  type ChatRequest,
  callCost,
  callWithRetries,
} from '../../../../models/models.ts';
import { type Plan, type PlannedTarget, sentSeed } from '../../plan/plan.ts';
import { type ModelSlot, noteOutcome } from '../../run/model-slot.ts';
import { nullIfDenied, paidCall } from '../../run/paid-call.ts';
import type { Run } from '../../run/run.ts';
import type { Judgement } from '../../stores/judgement-store.ts';
import { type JudgePrompt, repairPrompt } from './prompt/judge-prompt.ts';
import type { ReadJudgement } from './prompt/marked-judgement.ts';

/** Identifies a judgement: unit, judge and order. */
export interface JudgementKey {
  unit: number;
  judge: number;
  swapped: 0 | 1;
}

/** A judgement to make, and the failed one that it replaces, whose cost is added. */
export interface JudgementToMake {
  key: JudgementKey;
  failed: Judgement | undefined;
}

/**
 * Calls a judge, again if its response cannot be read, and stores the judgement. Calls use the limiter, retries and
 * budget like those of targets, and the slot is held until the judgement is durable. Null if the judge was not called
 * because the budget or account is exhausted.
 */
export async function askJudge<T>(
  run: Run,
  { key, failed }: JudgementToMake,
  prompt: JudgePrompt,
  read: (reply: string, prompt: JudgePrompt) => ReadJudgement<T>,
): Promise<Judgement | null> {
  const spent = { ...(failed ? spendingOf(failed) : NOTHING) };
  let asked = prompt;
  let unread: Unread = { problem: '', reply: '' };
  for (let repair = 0; repair < 2; repair++) {
    const kept: { judgement?: Judgement } = {};
    const outcome = await callJudge(run, key, asked, spent, async (reply) => {
      const found = read(reply, prompt);
      if ('said' in found) kept.judgement = await keep(run, key, spent, { said: found.said });
      else unread = { problem: found.problem, reply };
    });
    if (kept.judgement) return kept.judgement;
    // A judge that refuses every call is not called again. What it should have graded is unscored, with the reason.
    const { stopped } = run.judges[key.judge] as ModelSlot;
    if (outcome === null && stopped && stopped.cause !== 'quota')
      return keep(run, key, spent, { failed: 'deterministic', message: stopped.message });
    if (outcome === null || (!outcome.ok && outcome.class === 'quota')) {
      // An unreadable response is charged too.
      if (repair > 0) await keep(run, key, spent, unread);
      return null;
    }
    if (!outcome.ok) return keep(run, key, spent, { failed: outcome.class, message: outcome.message });
    asked = repairPrompt(prompt, outcome.text, unread.problem);
  }
  return keep(run, key, spent, unread);
}

/** A response that could not be read, and why. */
interface Unread {
  problem: string;
  reply: string;
}

/** Maximum number of stored characters of an unreadable response. */
export const MAX_UNREAD_REPLY_LENGTH = 16_000;

/** The unreadable response that made a judgement fail; null if there is none. */
export function unreadReply({ state, said_json }: Pick<Judgement, 'state' | 'said_json'>): string | null {
  return state === 'failed' && said_json !== null ? (JSON.parse(said_json) as { reply: string }).reply : null;
}

/** Tokens, cost and time of all calls for one judgement. */
type Spending = Pick<
  Judgement,
  'returned_model' | 'input_tokens' | 'output_tokens' | 'cost' | 'latency_ms' | 'attempts'
>;

const NOTHING: Spending = {
  returned_model: null,
  input_tokens: null,
  output_tokens: null,
  cost: null,
  latency_ms: null,
  attempts: 0,
};

function spendingOf(judgement: Judgement): Spending {
  const { returned_model, input_tokens, output_tokens, cost, latency_ms, attempts } = judgement;
  return { returned_model, input_tokens, output_tokens, cost, latency_ms, attempts };
}

async function callJudge(
  run: Run,
  { judge, unit, swapped }: JudgementKey,
  { messages }: JudgePrompt,
  spent: Spending,
  answered: (reply: string) => Promise<void>,
): Promise<ChatOutcome | null> {
  const slot = run.judges[judge] as ModelSlot;
  const { outcome } = await callWithRetries(
    async () => {
      const answer = await paidCall(run, {
        payer: `judge ${judge}`,
        slot,
        call() {
          spent.attempts++;
          return slot.connection.call(judgeRequest(run.plan, slot.target, messages), {
            signal: run.signal,
            timeoutMs: run.plan.methodology.request_timeout_ms,
          });
        },
        costOf: (came) => (came.ok ? addSpending(spent, came, slot) : null),
      });
      run.active();
      noteOutcome(slot, answer);
      if (answer.ok) await answered(answer.text);
      return answer;
    },
    { limiter: slot.limiter, signal: run.signal, seed: `${run.held.id}:judge:${judge}:${unit}:${swapped}` },
  ).catch(nullIfDenied);
  return outcome;
}

/** The request to a judge. */
export function judgeRequest(
  plan: Plan,
  { temperature, maxTokens, serving }: PlannedTarget,
  messages: JudgePrompt['messages'],
): ChatRequest {
  const seed = sentSeed(plan);
  return {
    messages,
    ...(seed !== undefined && { seed }),
    ...(temperature !== undefined && { temperature }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(serving && { serving }),
  };
}

function addSpending(
  spent: Spending,
  { usage, latencyMs, returnedModel }: ChatAnswer,
  slot: ModelSlot,
): number | null {
  const { price } = slot.connection;
  const picodollars = price ? callCost(usage, price) : null;
  const cost = picodollars === null ? null : Number(picodollars);
  const add = (sum: number | null, more: number | null) => (more === null ? sum : (sum ?? 0) + more);
  spent.input_tokens = add(spent.input_tokens, usage.input_tokens);
  spent.output_tokens = add(spent.output_tokens, usage.output_tokens);
  spent.cost = add(spent.cost, cost);
  spent.latency_ms = add(spent.latency_ms, Math.round(latencyMs * 1000) / 1000);
  spent.returned_model = returnedModel === null ? spent.returned_model : sanitizeText(returnedModel);
  return cost;
}

async function keep(
  run: Run,
  key: JudgementKey,
  spent: Spending,
  came: { said: unknown } | { failed: string; message: string } | Unread,
): Promise<Judgement> {
  const said =
    'said' in came
      ? came.said
      : 'reply' in came
        ? { reply: came.reply.slice(0, MAX_UNREAD_REPLY_LENGTH) }
        : null;
  const judgement: Judgement = {
    ...key,
    ...spent,
    state: 'said' in came ? 'graded' : 'failed',
    said_json: said === null ? null : sanitizeText(JSON.stringify(said)),
    reason: 'said' in came ? null : 'failed' in came ? came.failed : 'unreadable',
    message: 'said' in came ? null : sanitizeText('failed' in came ? came.message : came.problem),
    created_at: run.deps.clock.now(),
  };
  await run.ledger.judge(judgement);
  return judgement;
}
