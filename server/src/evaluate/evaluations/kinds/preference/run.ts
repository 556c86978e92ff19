import { unitAt, unitsOfBenchmarks } from '../../plan/plan.ts';
import { runUnitsBounded } from '../../run/bounded-concurrency.ts';
import { blankSample } from '../../run/call-model.ts';
import { rescoreBenchmarks } from '../../run/rescore-benchmarks.ts';
import { type Run, stopReasonOfRun } from '../../run/run.ts';
import { readComparedPairs } from '../../stores/sample-store.ts';
import type { Kind } from '../kind.ts';
import { comparePair } from './compare-pair.ts';

/**
 * Runs units that compare the stored responses of two targets to one item, after the responses. A pair with a
 * response that may still arrive stays pending. Judgements are stored before the outcome, so a kill repeats none.
 */
export const runPreferences: Required<Pick<Kind, 'run' | 'rescore'>> = {
  async run(run, benchmarks) {
    await runUnitsBounded(
      run,
      pendingPairs(run, benchmarks),
      async (number) => {
        const unit = unitAt(run.plan, number);
        const outcome = await comparePair(run, unit);
        if (outcome === null) return;
        await run.ledger.record({ ...blankSample(unit, 0, run.deps.clock.now()), ...outcome });
        run.ended();
      },
      run.judges,
    );
    return stopReasonOfRun(run);
  },
  rescore: (run, benchmarks) =>
    rescoreBenchmarks(run, benchmarks, readComparedPairs, (_, page) =>
      Promise.all(
        page.map(async ({ unit }) => {
          const outcome = await comparePair(run, unitAt(run.plan, unit));
          if (outcome !== null) await run.ledger.grade(unit, outcome);
        }),
      ),
    ),
};

function* pendingPairs({ plan, completed, judges, budget }: Run, benchmarks: readonly number[]) {
  for (const number of unitsOfBenchmarks(plan, benchmarks)) {
    if (completed.isDone(number)) continue;
    if (budget.isSpent() || judges.some(({ stopped }) => stopped?.cause === 'quota')) return;
    yield number;
  }
}
