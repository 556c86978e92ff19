import { impossible } from '../kernel/errors.ts';
import type { CustomEval, NewBenchmarkChoice } from './evaluation-schemas.ts';
import { countUnits, type Plan, type ResolvedMethodology } from './plan.ts';

/** An item in memory takes about 1.2 kB: 120 MB at the most while an evaluation is planned. */
export const MAX_ITEMS = 100_000;
/** Rows of one ledger; a run keeps some twenty bytes of each in memory to work out its results. */
export const MAX_UNITS = 1_000_000;
/** Characters of all datasets of one evaluation: as much as one of them may have. */
export const MAX_DATASETS = 64 * 1024 * 1024;

/** Refuses, before anything is drawn, what would draw more items than one evaluation may have. */
export function requireDrawable(
  choices: readonly NewBenchmarkChoice[],
  custom: CustomEval | null,
  { sample_size }: ResolvedMethodology,
): void {
  let asked = 0;
  const drawn = [
    ...choices.map(({ num_samples }, i) => ({ num_samples, at: `/benchmarks/${i}/num_samples` })),
    ...(custom ? [{ num_samples: custom.num_samples, at: '/custom_eval/num_samples' }] : []),
  ];
  for (const { num_samples, at } of drawn) {
    asked += num_samples ?? sample_size;
    if (asked <= MAX_ITEMS) continue;
    throw impossible(
      num_samples == null ? '/methodology/sample_size' : at,
      `An evaluation has at most ${MAX_ITEMS} items, all benchmarks together; ask for fewer samples.`,
      'limit_exceeded',
    );
  }
}

/** Refuses a plan with more units than one evaluation may have. */
export function requireRunnable(plan: Plan): void {
  const units = countUnits(plan);
  if (units <= MAX_UNITS) return;
  throw impossible(
    '/methodology/sample_size',
    `This would be ${units} units (items × epochs × targets); an evaluation has at most ${MAX_UNITS}. ` +
      'Ask for fewer samples, epochs or targets.',
    'limit_exceeded',
  );
}
