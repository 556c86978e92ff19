import {
  type BatchLine,
  BatchUnreadable,
  type ChatAnswer,
  type ChatFailure,
  DEFAULT_RETRY_POLICY,
} from '../../../../../models/models.ts';
import { answeredSample, answerFromRow, failedSample } from '../../../run/call-model.ts';
import { exhaustedStop } from '../../../run/model-slot.ts';
import { requestCacheKey } from '../../../run/response-cache.ts';
import type { Run } from '../../../run/run.ts';
import type { BatchRow } from '../../../stores/batch-store.ts';
import type { GradeAtOnce } from '../how-graded.ts';
import {
  type BatchUnit,
  maxRequestCost,
  readBatchUnit,
  requireBatches,
  unitFromCustomId,
} from './batch-units.ts';
import { splitIntoParts } from './in-parts.ts';
import { type NewBatch, type OpenBatches, unitsOfBatch } from './open-batches.ts';

/** Number of lines whose responses are written together. */
const WRITE_CHUNK = 50;

/** How often the results of an ended batch are read again if requests are missing, over several minutes. */
const MAX_INCOMPLETE_READS = 6;

type UnaskedReason = Extract<BatchLine, { unasked: unknown }>['unasked'];

export interface BatchResultWriter {
  /**
   * Stores the results of an ended batch and ends it; `rest` is the outcome of requests without a result. If the
   * results are incomplete or cannot be read to the end, it stores what it read and returns a failure, and the
   * results are read again. Requests that are still missing after the last attempt may have been charged.
   */
  results(row: BatchRow, rest: UnaskedReason): Promise<ChatFailure | null>;
  /** Whether the unit needs nothing more from a batch. */
  isSettled(unit: number): boolean;
  settle(unit: number): void;
  /** Units whose responses have arrived and wait for a slow grader. */
  readonly toGrade: number[];
}

/** @param isClosing whether failed requests are dropped instead of repeated */
export function createBatchResultWriter(
  run: Run,
  open: OpenBatches,
  gradeAtOnce: GradeAtOnce,
  isClosing: boolean,
): BatchResultWriter {
  const { deps, plan, completed, ledger, budget, signal } = run;
  const settled = new Set<number>();
  const toGrade: number[] = [];
  const isSettled = (unit: number) =>
    completed.isDone(unit) || completed.isAnswered(unit) || settled.has(unit);

  async function keepAnswer({ unit, item, slot, request }: BatchUnit, answer: ChatAnswer, attempts: number) {
    const asked = answeredSample(unit, answer, {
      attempts,
      now: deps.clock.now(),
      price: slot.connection.price,
      requestKey: plan.methodology.cache ? requestCacheKey(slot, request, unit) : null,
      inBatch: requireBatches(slot).price,
    });
    const sample = { ...asked, ...gradeAtOnce(item, answerFromRow(asked), unit) };
    await ledger.record(sample);
    budget.book(sample.cost);
    settled.add(unit.unit);
    if (sample.state === 'answered') toGrade.push(unit.unit);
    else run.ended();
  }

  async function results(row: BatchRow, rest: UnaskedReason): Promise<ChatFailure | null> {
    const pending = new Set(unitsOfBatch(row).filter((unit) => !isSettled(unit)));
    const once = { units: [] as number[], mostCost: 0 };
    const exhausted = { units: [] as number[], mostCost: 0 };
    let exhaustedWords = '';

    async function takeOne(number: number, line: ReadLine): Promise<void> {
      const one = await readBatchUnit(run, number);
      const outcome = 'unasked' in line ? unaskedFailure(row, line.unasked) : await read(one, line);
      if (outcome === null) return;
      if (outcome.ok) return keepAnswer(one, outcome, row.attempt);
      if (outcome.class !== 'quota' && row.attempt > DEFAULT_RETRY_POLICY[outcome.class].retries) {
        await ledger.record(failedSample(one.unit, outcome, row.attempt, deps.clock.now()));
        settled.add(number);
        run.ended();
      } else if (!isClosing) {
        const asked = outcome.class === 'quota' ? exhausted : once;
        if (outcome.class === 'quota') exhaustedWords ||= outcome.message;
        asked.units.push(number);
        asked.mostCost += maxRequestCost(one.slot, await requireBatches(one.slot).bodyOf(one.request));
      }
    }

    const takeAll = async (some: readonly [number, ReadLine][]) => {
      await Promise.all(some.map(([unit, line]) => takeOne(unit, line)));
      run.active();
      run.throwIfEnded();
    };

    const slot = run.targets[row.target];
    if (slot === undefined) throw new Error('A batch belongs to a target that is not in the plan.');
    try {
      let some: [number, ReadLine][] = [];
      for await (const line of requireBatches(slot).results(row.remote_id as string, signal)) {
        const unit = unitFromCustomId(row.id, line.customId);
        if (unit === null || !pending.delete(unit)) continue;
        some.push([unit, line]);
        if (some.length < WRITE_CHUNK) continue;
        await takeAll(some);
        some = [];
      }
      await takeAll(some);
    } catch (error) {
      if (error instanceof BatchUnreadable) return error.failure;
      throw error;
    }
    const lacking = rest === 'lost' ? pending.size : 0;
    const problem =
      lacking === 0
        ? null
        : `The batch ended, but results are missing for ${lacking} of ${row.requests} requests.`;
    if (problem !== null && !(row.problem !== null && row.looks >= MAX_INCOMPLETE_READS))
      return { ok: false, class: 'transient', reason: 'truncated', message: problem, latencyMs: 0 };
    for (const some of splitIntoParts(pending, WRITE_CHUNK))
      await takeAll(some.map((unit) => [unit, { unasked: rest }]));
    const { target, attempt } = row;
    if (exhausted.units.length > 0) slot.stopped ??= exhaustedStop(exhaustedWords);
    const next: NewBatch[] = [
      { target, attempt: attempt + 1, ...once, afterMs: open.pauseMs(attempt - 1) },
      { state: 'exhausted', target, attempt, ...exhausted },
    ];
    await open.end(row, {
      problem,
      done: row.requests - lacking,
      cutOff: lacking,
      next: next.filter(({ units }) => units.length > 0),
    });
    return null;
  }

  return { results, isSettled, settle: (unit) => settled.add(unit), toGrade };
}

type ReadLine = { status: number; body: string } | { unasked: UnaskedReason };

const read = ({ slot, request }: BatchUnit, line: { status: number; body: string }) =>
  requireBatches(slot).outcomeOf(request, line);

/** Why a request has no result; null if it was cancelled by this service. */
function unaskedFailure({ state }: BatchRow, why: UnaskedReason): ChatFailure | null {
  if (why === 'cancelled' && state === 'cancelling') return null;
  return { ok: false, latencyMs: 0, ...UNASKED_FAILURES[why] };
}

const UNASKED_FAILURES = {
  expired: {
    class: 'timeout',
    reason: 'deadline',
    message: 'The batch expired before this request was processed.',
  },
  cancelled: {
    class: 'timeout',
    reason: 'deadline',
    message: 'The batch was cancelled at the provider before this request was processed.',
  },
  lost: {
    class: 'transient',
    reason: 'truncated',
    message: 'The results of the batch do not include this request.',
  },
} as const;
