import type { Item } from '../../../../measure/benchmarks/benchmarks.ts';
import { type ChatFailure, type ChatRequest, callWithRetries } from '../../../../models/models.ts';
import { type Unit, unitAt, unitsOfBenchmarks } from '../../plan/plan.ts';
import { runUnitsBounded } from '../../run/bounded-concurrency.ts';
import {
  answeredSample,
  answerFromRow,
  costOfFailure,
  failedSample,
  type KeptAnswer,
  requestForItem,
} from '../../run/call-model.ts';
import { type ModelSlot, noteOutcome } from '../../run/model-slot.ts';
import { nullIfDenied, paidCall } from '../../run/paid-call.ts';
import { rescoreBenchmarks } from '../../run/rescore-benchmarks.ts';
import { createResponseCache } from '../../run/response-cache.ts';
import { type Run, stopReasonOfRun } from '../../run/run.ts';
import { type NewSample, readAnswersOfBenchmark, readSample } from '../../stores/sample-store.ts';
import type { Kind } from '../kind.ts';
import { askInBatches, closeBatches } from './batches/ask-in-batches.ts';
import { sumKnownCosts } from './grade-answer.ts';
import type { GradeAnswer, GradeAtOnce } from './how-graded.ts';

/** The request of a unit and its chunks, which are stored with the response; or why it cannot be sent. */
export type PreparedRequest =
  | { request: ChatRequest; passages?: NonNullable<KeptAnswer['passages']> }
  | { failure: ChatFailure };

/** Completes the request to a target beyond the messages of the item. */
export type PrepareRequest = (
  run: Run,
  unit: Unit,
  item: Item,
  request: ChatRequest,
) => Promise<PreparedRequest>;

const asItIs: PrepareRequest = async (_run, _unit, _item, request) => ({ request });

/**
 * Runs units that call a model and grade its response. The response is durable before a slow grader begins, and the
 * connection's slot is held until then: a kill loses at most the calls in progress, and a stored response is graded
 * without another call. A fast grade is written together with its response.
 */
export function askAndGrade(
  grade: GradeAnswer,
  gradeAtOnce: GradeAtOnce = () => null,
  prepare: PrepareRequest = asItIs,
): Required<Pick<Kind, 'run' | 'rescore'>> & Pick<Kind, 'closeBatches'> {
  return {
    // Preparing a request may cost money and would be repeated when the batch result arrives.
    ...(prepare === asItIs && {
      closeBatches: (run: Run, benchmarks: readonly number[]) => closeBatches(run, benchmarks, gradeAtOnce),
    }),
    async run(run, benchmarks) {
      if (run.plan.methodology.delivery === 'batch')
        return askInBatches(run, benchmarks, { grade, gradeAtOnce });
      const ask = createAsking(run, gradeAtOnce, prepare);
      await runUnitsBounded(run, pendingUnits(run, benchmarks), async (number) => {
        const unit = unitAt(run.plan, number);
        const item = await run.itemOf(unit.benchmark, unit.item);
        const sample = run.completed.isAnswered(number)
          ? await readSample(run.deps.db, run.held, number)
          : await ask(unit, item);
        if (!sample) return;
        if (sample.state === 'answered') {
          const graded = await grade(run, item, answerFromRow(sample), unit);
          if (graded === null) return;
          await run.ledger.grade(number, graded);
        }
        run.ended();
      });
      return stopReasonOfRun(run);
    },
    rescore: (run, benchmarks) => rescoreAnswers(run, benchmarks, grade),
  };
}

/**
 * The numbers of unfinished units in plan order, until the budget or an account is exhausted or the lane is closed.
 */
export function* pendingUnits(
  { plan, completed, targets, budget, isClosing }: Run,
  benchmarks: readonly number[],
) {
  for (const number of unitsOfBenchmarks(plan, benchmarks)) {
    if (isClosing()) return;
    if (completed.isDone(number)) continue;
    const asked = completed.isAnswered(number);
    const slot = targets[unitAt(plan, number).target];
    if (asked || !(budget.isSpent() || slot?.stopped)) yield number;
  }
}

/**
 * Makes the function that gets a unit's row from the model, or from the response to an identical request; null if the
 * unit stays pending.
 */
function createAsking(
  run: Run,
  gradeAtOnce: GradeAtOnce,
  prepare: PrepareRequest,
): (unit: Unit, item: Item) => Promise<NewSample | null> {
  const { deps, plan, ledger } = run;
  const cache = createResponseCache(run);
  return async (unit, item) => {
    const slot = run.targets[unit.target] as ModelSlot;
    const prepared = await prepare(run, unit, item, requestForItem(slot.target, item, plan, unit));
    if ('failure' in prepared) return givenUp(run, unit, slot, prepared.failure, 0);
    const { request, passages } = prepared;
    const graded = (sample: NewSample) => ({ ...sample, ...gradeAtOnce(item, answerFromRow(sample), unit) });
    return cache.shared(unit, slot, request, graded, async (requestKey) => {
      const kept: { sample: NewSample | null } = { sample: null };
      let attempts = 0;
      let paidInVain: number | null = null;
      const { outcome } = await callWithRetries(
        async () => {
          const answer = await paidCall(run, {
            payer: `target ${unit.target}`,
            slot,
            call() {
              attempts++;
              const { request_timeout_ms: timeoutMs } = plan.methodology;
              const requestId = `${run.held.id}-${unit.unit}`;
              return slot.connection.call(request, { signal: run.signal, timeoutMs, requestId });
            },
            costOf(outcome) {
              const { price } = slot.connection;
              if (!outcome.ok) {
                const cost = costOfFailure(outcome, price);
                paidInVain = sumKnownCosts(paidInVain, cost);
                return cost;
              }
              const now = deps.clock.now();
              const answer = passages ? { ...outcome, passages } : outcome;
              kept.sample = graded(answeredSample(unit, answer, { attempts, now, price, requestKey }));
              return kept.sample.cost;
            },
          });
          run.active();
          noteOutcome(slot, answer);
          if (kept.sample) {
            await ledger.record(kept.sample);
            run.active();
          }
          return answer;
        },
        { limiter: slot.limiter, signal: run.signal, seed: `${run.held.id}:${unit.unit}` },
      ).catch(nullIfDenied);
      if (outcome === null || outcome.ok) return kept.sample;
      return givenUp(run, unit, slot, outcome, attempts, paidInVain);
    });
  };
}

/** Stores a failure; null for an exhausted quota, which leaves the unit pending. */
async function givenUp(
  { deps, held, ledger }: Run,
  unit: Unit,
  slot: ModelSlot,
  failure: ChatFailure,
  attempts: number,
  cost: number | null = null,
): Promise<NewSample | null> {
  if (failure.class === 'quota') {
    const about = { evaluation: held.id, target: slot.target.label, message: failure.message };
    deps.log.warn(about, 'quota exhausted');
    return null;
  }
  const sample = { ...failedSample(unit, failure, attempts, deps.clock.now()), cost };
  await ledger.record(sample);
  return sample;
}

const rescoreAnswers = (run: Run, benchmarks: readonly number[], grade: GradeAnswer) =>
  rescoreBenchmarks(run, benchmarks, readAnswersOfBenchmark, (benchmark, page) =>
    Promise.all(
      page.map(async (sample) => {
        const item = await run.itemOf(benchmark, sample.item);
        const graded = await grade(run, item, answerFromRow(sample), unitAt(run.plan, sample.unit));
        if (graded === null) return;
        const grading_cost = sumKnownCosts(sample.grading_cost, graded.grading_cost);
        await run.ledger.grade(sample.unit, { ...graded, grading_cost });
      }),
    ),
  );
