import { unitAt, unitsOfBenchmarks } from '../../../plan/plan.ts';
import { runUnitsBounded } from '../../../run/bounded-concurrency.ts';
import { answerFromRow } from '../../../run/call-model.ts';
import { exhaustedStop, type ModelSlot } from '../../../run/model-slot.ts';
import { createResponseCache, requestCacheKey } from '../../../run/response-cache.ts';
import { type Run, type StopReason, stopReasonOfRun } from '../../../run/run.ts';
import { type NewSample, readSample } from '../../../stores/sample-store.ts';
import type { GradeAnswer, GradeAtOnce } from '../how-graded.ts';
import { type BatchUnit, maxRequestCost, readBatchUnit, requireBatches, toCustomId } from './batch-units.ts';
import { createBatchFollower } from './follow-batch.ts';
import { splitIntoParts } from './in-parts.ts';
import { type OpenBatches, readOpenBatches, unitsOfBatch } from './open-batches.ts';
import { type BatchResultWriter, createBatchResultWriter } from './take-results.ts';

/** Number of units whose stored responses are looked up together. */
const LOOKUP_CHUNK = 100;
/** Maximum size of a batch, because it is assembled in memory. */
const MAX_BYTES = 64_000_000;

/**
 * One pass over the benchmarks whose targets are called in batches: polls due batches, stores results, submits units,
 * and grades responses. While batches are open, the run waits until one is due (`run.waitUntil`), and the next pass
 * continues from durable state.
 */
export async function askInBatches(
  run: Run,
  benchmarks: readonly number[],
  { grade, gradeAtOnce }: { grade: GradeAnswer; gradeAtOnce: GradeAtOnce },
): Promise<StopReason> {
  const open = await readOpenBatches(run, benchmarks);
  for (const { target, problem } of open.exhausted())
    (run.targets[target] as ModelSlot).stopped ??= exhaustedStop(problem ?? '');
  const take = createBatchResultWriter(run, open, gradeAtOnce, false);
  const { follow, sendWhereItFits } = createBatchFollower(run, open, take);
  const now = run.deps.clock.now();
  for (const row of open.all()) if (row.due_at <= now) await follow(row);
  const isDenied = await submitPending(run, benchmarks, { open, take, gradeAtOnce, sendWhereItFits });
  await gradeAnswers(run, benchmarks, take, grade);
  return waitOrStop(run, open, isDenied);
}

/**
 * One pass over the batches of a cancelled evaluation: cancels them at their providers, stores finished responses,
 * and grades those that take no noticeable time. While some remain, the run waits.
 */
export async function closeBatches(
  run: Run,
  benchmarks: readonly number[],
  gradeAtOnce: GradeAtOnce,
): Promise<void> {
  const open = await readOpenBatches(run, benchmarks);
  const { close } = createBatchFollower(run, open, createBatchResultWriter(run, open, gradeAtOnce, true));
  const now = run.deps.clock.now();
  for (const row of open.all()) if (row.due_at <= now || row.state === 'submitted') await close(row);
  for (const { due_at } of open.all()) run.waitUntil(due_at);
}

async function waitOrStop(run: Run, open: OpenBatches, isDenied: boolean): Promise<StopReason> {
  await open.endExhausted();
  const isAnywhere = open.atProviders().length > 0;
  const isBlocked = (mostCost: number) => !run.budget.covers(mostCost);
  const left = open.all().filter(({ state }) => state !== 'exhausted');
  for (const { state, due_at, most_cost } of left) {
    // A batch that exceeds the budget waits until others end.
    if (state !== 'planned' || !isBlocked(most_cost)) run.waitUntil(due_at);
  }
  if (run.waits() !== null) return null;
  if ((isDenied || left.length > 0) && isAnywhere) {
    run.waitUntil(run.deps.clock.now() + open.pauseMs(0));
    return null;
  }
  return isDenied || left.length > 0 ? 'budget' : stopReasonOfRun(run);
}

interface Submitting extends Pick<ReturnType<typeof createBatchFollower>, 'sendWhereItFits'> {
  open: OpenBatches;
  take: BatchResultWriter;
  gradeAtOnce: GradeAtOnce;
}

/** The batch that is being assembled for a target. */
interface BatchDraft {
  slot: ModelSlot;
  target: number;
  units: number[];
  bodies: string[];
  bytes: number;
  mostCost: number;
}

/** Submits units that have neither a batch nor a response; returns whether the budget excluded some. */
async function submitPending(
  run: Run,
  benchmarks: readonly number[],
  { open, take, gradeAtOnce, sendWhereItFits }: Submitting,
): Promise<boolean> {
  const { plan, budget } = run;
  const cache = createResponseCache(run);
  const inBatches = new Set(open.all().flatMap(unitsOfBatch));
  const keys = createKeys(run, inBatches);
  const drafts = new Map<number, BatchDraft>();
  let isDenied = false;

  async function submit(draft: BatchDraft): Promise<void> {
    drafts.delete(draft.target);
    const { target, units, bodies, mostCost } = draft;
    const row = await open.plan({ target, attempt: 1, units, mostCost });
    const lines = units.map((unit, i) => ({
      customId: toCustomId(row.id, unit),
      body: bodies[i] as string,
    }));
    await sendWhereItFits(row, lines);
  }

  async function add({ unit, slot, request }: BatchUnit): Promise<void> {
    const { most, bodyOf } = requireBatches(slot);
    const body = await bodyOf(request);
    const cost = maxRequestCost(slot, body);
    const bytes = Buffer.byteLength(body);
    const others = [...drafts.values()].reduce((sum, { mostCost }) => sum + mostCost, 0);
    if (isDenied || !budget.covers(others + cost)) {
      isDenied = true;
      return;
    }
    const before = drafts.get(unit.target);
    const isFull =
      before !== undefined &&
      (before.units.length >= most.requests || before.bytes + bytes > Math.min(most.bytes, MAX_BYTES));
    if (isFull) await submit(before);
    const draft = drafts.get(unit.target) ?? {
      ...{ slot, target: unit.target, units: [], bodies: [] },
      ...{ bytes: 0, mostCost: 0 },
    };
    draft.units.push(unit.unit);
    draft.bodies.push(body);
    // Besides the body, a line contains its id and a few fields.
    draft.bytes += bytes + 200;
    draft.mostCost += cost;
    drafts.set(unit.target, draft);
  }

  /** Of these units, those without a response whose request no other unit sends. */
  async function unanswered(numbers: readonly number[]): Promise<BatchUnit[]> {
    const found = await Promise.all(
      numbers.map(async (number) => {
        const one = await readBatchUnit(run, number);
        const { unit, item, slot, request } = one;
        const graded = (sample: NewSample) => ({
          ...sample,
          ...gradeAtOnce(item, answerFromRow(sample), unit),
        });
        let isAsked = false;
        const sample = await cache.shared(unit, slot, request, graded, async () => {
          isAsked = true;
          return null;
        });
        if (sample !== null) settleShared(sample);
        return isAsked ? one : null;
      }),
    );
    const asked: BatchUnit[] = [];
    for (const one of found) if (one !== null && (await keys.isFirst(one))) asked.push(one);
    return asked;
  }

  function settleShared({ unit, state }: NewSample): void {
    take.settle(unit);
    if (state === 'answered') take.toGrade.push(unit);
    else run.ended();
  }

  for (const some of splitIntoParts(pending(), LOOKUP_CHUNK)) {
    for (const one of await unanswered(some)) await add(one);
    run.active();
    run.throwIfEnded();
    if (isDenied) break;
  }
  for (const draft of [...drafts.values()]) await submit(draft);
  return isDenied;

  function* pending(): Generator<number> {
    for (const number of unitsOfBenchmarks(plan, benchmarks)) {
      if (take.isSettled(number) || inBatches.has(number)) continue;
      if (!run.targets[unitAt(plan, number).target]?.stopped) yield number;
    }
  }
}

/** If several units send the same request, one of them is sent and the others share its response. */
function createKeys(run: Run, inBatches: ReadonlySet<number>) {
  let keys: Set<string> | null = null;
  const keyOf = ({ slot, request, unit }: BatchUnit) => requestCacheKey(slot, request, unit);
  const readKeys = async () => {
    const all = new Set<string>();
    for (const number of inBatches) all.add(keyOf(await readBatchUnit(run, number)));
    return all;
  };
  return {
    async isFirst(one: BatchUnit): Promise<boolean> {
      if (!run.plan.methodology.cache) return true;
      keys ??= await readKeys();
      const key = keyOf(one);
      if (keys.has(key)) return false;
      keys.add(key);
      return true;
    },
  };
}

/** Grades stored responses that have no grade yet, including those of earlier passes. */
async function gradeAnswers(
  run: Run,
  benchmarks: readonly number[],
  { toGrade }: BatchResultWriter,
  grade: GradeAnswer,
): Promise<void> {
  const { plan, completed, deps, held, ledger } = run;
  function* waiting(): Generator<number> {
    for (const number of unitsOfBenchmarks(plan, benchmarks)) if (completed.isAnswered(number)) yield number;
    yield* toGrade;
  }
  await runUnitsBounded(run, waiting(), async (number) => {
    const sample = await readSample(deps.db, held, number);
    if (!sample) return;
    if (sample.state === 'answered') {
      const { item, unit } = await readBatchUnit(run, number);
      const graded = await grade(run, item, answerFromRow(sample), unit);
      if (graded === null) return;
      await ledger.grade(number, graded);
    }
    run.ended();
  });
}
