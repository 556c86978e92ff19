import { unitAt, unitsOfBenchmarks } from '../../../plan/plan.ts';
import { forEachBounded } from '../../../run/bounded-concurrency.ts';
import { answerOf } from '../../../run/call-model.ts';
import { exhaustedStop, type ModelSlot } from '../../../run/model-slot.ts';
import { createAnswerCache, requestKeyOf } from '../../../run/response-cache.ts';
import { type Run, type StopReason, whyStopped } from '../../../run/run.ts';
import { type NewSample, readSample } from '../../../stores/sample-store.ts';
import type { GradeAnswer, GradeAtOnce } from '../how-graded.ts';
import { type BatchUnit, batchesOf, customIdOf, mostCostOf, readUnit } from './batch-units.ts';
import { createFollowing } from './follow-batch.ts';
import { inParts } from './in-parts.ts';
import { type OpenBatches, readOpenBatches, unitsIn } from './open-batches.ts';
import { createTaking, type TakeResults } from './take-results.ts';

/** Units whose answers are looked up together. */
const AT_ONCE = 100;
/** A batch is put together in memory, beside all else that the process does. */
const MOST_BYTES = 64_000_000;

/**
 * One pass over the units of benchmarks whose targets are asked in batches: what is due of the batches at providers is
 * looked at, results are taken, what no batch has is submitted, and answers are graded. Where batches are left, the run
 * waits until one is due (`run.waitUntil`), and the next pass goes on from what is durable.
 */
export async function askInBatches(
  run: Run,
  benchmarks: readonly number[],
  { grade, gradeAtOnce }: { grade: GradeAnswer; gradeAtOnce: GradeAtOnce },
): Promise<StopReason> {
  const open = await readOpenBatches(run, benchmarks);
  for (const { target, problem } of open.exhausted())
    (run.targets[target] as ModelSlot).stopped ??= exhaustedStop(problem ?? '');
  const take = createTaking(run, open, gradeAtOnce, false);
  const { follow, sendWhereItFits } = createFollowing(run, open, take);
  const now = run.deps.clock.now();
  for (const row of open.all()) if (row.due_at <= now) await follow(row);
  const isDenied = await submitPending(run, benchmarks, { open, take, gradeAtOnce, sendWhereItFits });
  await gradeAnswers(run, benchmarks, take, grade);
  return waitOrStop(run, open, isDenied);
}

/**
 * One pass over what batches of a cancelled evaluation still do: they are cancelled at their providers, and answers that
 * there are taken, graded where that takes no time. Where some are left, the run waits.
 */
export async function closeBatches(
  run: Run,
  benchmarks: readonly number[],
  gradeAtOnce: GradeAtOnce,
): Promise<void> {
  const open = await readOpenBatches(run, benchmarks);
  const { close } = createFollowing(run, open, createTaking(run, open, gradeAtOnce, true));
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
    // One that the budget has no room for waits for the others to end.
    if (state !== 'planned' || !isBlocked(most_cost)) run.waitUntil(due_at);
  }
  if (run.waits() !== null) return null;
  if ((isDenied || left.length > 0) && isAnywhere) {
    run.waitUntil(run.deps.clock.now() + open.pauseMs(0));
    return null;
  }
  return isDenied || left.length > 0 ? 'budget' : whyStopped(run);
}

interface Submitting extends Pick<ReturnType<typeof createFollowing>, 'sendWhereItFits'> {
  open: OpenBatches;
  take: TakeResults;
  gradeAtOnce: GradeAtOnce;
}

/** What is put together of one target. */
interface Draft {
  slot: ModelSlot;
  target: number;
  units: number[];
  bodies: string[];
  bytes: number;
  mostCost: number;
}

/** Submits what is in no batch and has no answer yet; whether the budget left something out. */
async function submitPending(
  run: Run,
  benchmarks: readonly number[],
  { open, take, gradeAtOnce, sendWhereItFits }: Submitting,
): Promise<boolean> {
  const { plan, budget } = run;
  const cache = createAnswerCache(run);
  const inBatches = new Set(open.all().flatMap(unitsIn));
  const keys = createKeys(run, inBatches);
  const drafts = new Map<number, Draft>();
  let isDenied = false;

  async function submit(draft: Draft): Promise<void> {
    drafts.delete(draft.target);
    const { target, units, bodies, mostCost } = draft;
    const row = await open.plan({ target, attempt: 1, units, mostCost });
    const lines = units.map((unit, i) => ({
      customId: customIdOf(row.id, unit),
      body: bodies[i] as string,
    }));
    await sendWhereItFits(row, lines);
  }

  async function add({ unit, slot, request }: BatchUnit): Promise<void> {
    const { most, bodyOf } = batchesOf(slot);
    const body = await bodyOf(request);
    const cost = mostCostOf(slot, body);
    const bytes = Buffer.byteLength(body);
    const others = [...drafts.values()].reduce((sum, { mostCost }) => sum + mostCost, 0);
    if (isDenied || !budget.covers(others + cost)) {
      isDenied = true;
      return;
    }
    const before = drafts.get(unit.target);
    const isFull =
      before !== undefined &&
      (before.units.length >= most.requests || before.bytes + bytes > Math.min(most.bytes, MOST_BYTES));
    if (isFull) await submit(before);
    const draft = drafts.get(unit.target) ?? {
      ...{ slot, target: unit.target, units: [], bodies: [] },
      ...{ bytes: 0, mostCost: 0 },
    };
    draft.units.push(unit.unit);
    draft.bodies.push(body);
    // Beside the body a line has its id and some words.
    draft.bytes += bytes + 200;
    draft.mostCost += cost;
    drafts.set(unit.target, draft);
  }

  /** The units of some that nothing answers yet, and no other unit asks for. */
  async function unanswered(numbers: readonly number[]): Promise<BatchUnit[]> {
    const found = await Promise.all(
      numbers.map(async (number) => {
        const one = await readUnit(run, number);
        const { unit, item, slot, request } = one;
        const graded = (sample: NewSample) => ({ ...sample, ...gradeAtOnce(item, answerOf(sample), unit) });
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

  for (const some of inParts(pending(), AT_ONCE)) {
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

/** Of units that send the same request one is asked, and the others share its answer later. */
function createKeys(run: Run, inBatches: ReadonlySet<number>) {
  let keys: Set<string> | null = null;
  const keyOf = ({ slot, request, unit }: BatchUnit) => requestKeyOf(slot, request, unit);
  const readKeys = async () => {
    const all = new Set<string>();
    for (const number of inBatches) all.add(keyOf(await readUnit(run, number)));
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

/** Grades answers that are kept and wait for it, also those of earlier passes. */
async function gradeAnswers(
  run: Run,
  benchmarks: readonly number[],
  { toGrade }: TakeResults,
  grade: GradeAnswer,
): Promise<void> {
  const { plan, completed, deps, held, ledger } = run;
  function* waiting(): Generator<number> {
    for (const number of unitsOfBenchmarks(plan, benchmarks)) if (completed.isAnswered(number)) yield number;
    yield* toGrade;
  }
  await forEachBounded(run, waiting(), async (number) => {
    const sample = await readSample(deps.db, held, number);
    if (!sample) return;
    if (sample.state === 'answered') {
      const { item, unit } = await readUnit(run, number);
      const graded = await grade(run, item, answerOf(sample), unit);
      if (graded === null) return;
      await ledger.grade(number, graded);
    }
    run.ended();
  });
}
