import { sanitizeText } from '../../../../kernel/sanitize-text.ts';
import { type Step, toolSteps } from '../../../../measure/tasks/tasks.ts';
import type { ChatAnswer, ChatFailure, ModelPrice } from '../../../../models/models.ts';
import type { Unit } from '../../plan/plan.ts';
import { answerCost } from '../../run/ask-paid.ts';
import { blankSample, failedSample, responderJson } from '../../run/call-model.ts';
import type { Run } from '../../run/run.ts';
import type { NewSample } from '../../stores/sample-store.ts';
import type { NewTurn, TurnRow } from '../../stores/turn-store.ts';
import type { ConversationEnd, KeptStep } from './steps.ts';

/** Tokens, cost and time of the model call of a step. */
export type SpentOnTurn = Pick<NewTurn, 'input_tokens' | 'output_tokens' | 'cost' | 'latency_ms'>;

const NOTHING: SpentOnTurn = { input_tokens: null, output_tokens: null, cost: null, latency_ms: null };

export function spentByAnswer(answer: ChatAnswer, price: ModelPrice | undefined): SpentOnTurn {
  const { usage, latencyMs } = answer;
  return {
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
    cost: answerCost(answer, price),
    latency_ms: Math.round(latencyMs * 1000) / 1000,
  };
}

/** One attempt of a unit's conversation; its steps are stored as they happen. */
export type ConversationRecord = ReturnType<typeof openConversationRecord>;

/** @param earlier steps of interrupted attempts, whose cost counts for the unit */
export function openConversationRecord(run: Run, unit: Unit, earlier: readonly TurnRow[]) {
  const beginning = (earlier.at(-1)?.beginning ?? 0) + 1;
  const steps: Step[] = [];
  const own: NewTurn[] = [];
  let waiting: NewTurn[] = [];
  let attempts = 0;
  let last: ChatAnswer | null = null;

  function push(step: KeptStep, taken: SpentOnTurn = NOTHING): void {
    const turn: NewTurn = {
      unit: unit.unit,
      beginning,
      ordinal: own.length,
      kind: step.kind,
      step_json: sanitizeText(JSON.stringify(step)),
      ...taken,
      created_at: run.deps.clock.now(),
    };
    own.push(turn);
    waiting.push(turn);
  }

  function sample(): NewSample {
    const replies = own.filter(({ kind }) => kind === 'reply');
    const sum = (of: (turn: NewTurn) => number | null, some: readonly NewTurn[] = replies) =>
      sumAll(some.map(of));
    const all = [...earlier, ...own];
    return {
      ...blankSample(unit, attempts, run.deps.clock.now()),
      state: 'interrupted',
      outcome: 'interrupted',
      answer_parts_json: responderJson(last),
      returned_model: last?.returnedModel == null ? null : sanitizeText(last.returnedModel),
      input_tokens: sum((turn) => turn.input_tokens),
      output_tokens: sum((turn) => turn.output_tokens),
      cost: sum(
        ({ cost }) => cost,
        all.filter(({ kind }) => kind === 'reply'),
      ),
      latency_ms: sum((turn) => turn.latency_ms),
      grading_cost: helperCost(all),
    };
  }

  async function write(as: NewSample): Promise<void> {
    const turns = waiting;
    waiting = [];
    await run.ledger.say(turns, as);
    run.active();
  }

  return {
    steps,
    /** Id of the next request: equal for its retries, new in every attempt. */
    next: (): string => `${unit.unit}-${beginning}-${steps.length}`,
    /** Adds a step, which the next `keep` stores. */
    add(step: Step, taken?: SpentOnTurn): void {
      steps.push(step);
      push(step, taken);
    },
    /** Records calls of the target that were tried. */
    tried(answer?: ChatAnswer): void {
      attempts++;
      if (answer) last = answer;
    },
    /** Number of tool calls so far. */
    calls: (): number => toolSteps(steps).length,
    /** Stores the added steps, so that an interruption does not lose what they cost. */
    keep: (): Promise<void> => write(sample()),
    /** Stores the end of the conversation, which then waits for its grade. */
    async end(end: Omit<ConversationEnd, 'kind'>, taken?: SpentOnTurn): Promise<void> {
      push({ kind: 'end', ...end }, taken);
      const replies = steps.filter((step) => step.kind === 'reply');
      await write({
        ...sample(),
        state: 'answered',
        outcome: null,
        answer: sanitizeText(replies.at(-1)?.text ?? ''),
        finish_reason: last?.finishReason ?? null,
      });
    },
    async fail(failure: ChatFailure): Promise<void> {
      const { cost, grading_cost } = sample();
      await write({ ...failedSample(unit, failure, attempts, run.deps.clock.now()), cost, grading_cost });
    },
    /** What the target has used in this attempt; cost in 10⁻¹² USD, null if unknown. */
    spent(): { cost: number | null; latency_ms: number } {
      const { latency_ms } = sample();
      const replies = own.filter(({ kind }) => kind === 'reply');
      return { cost: sumAll(replies.map(({ cost }) => cost)), latency_ms: latency_ms ?? 0 };
    },
  };
}

/** The sum; null without values, or if one is unknown. */
function sumAll(values: readonly (number | null)[]): number | null {
  if (values.length === 0) return null;
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
}

/** Cost of models that simulated the user or judged; null if there were none or it is unknown. */
export function helperCost(turns: readonly Pick<NewTurn, 'kind' | 'cost'>[]): number | null {
  const known = turns.flatMap(({ kind, cost }) => (kind !== 'reply' && cost !== null ? [cost] : []));
  return known.length === 0 ? null : known.reduce((sum, cost) => sum + cost, 0);
}
