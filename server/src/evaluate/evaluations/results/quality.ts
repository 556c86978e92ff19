import type { Candidate } from '../../../decide/slo/slo.ts';
import { isAsked, isCompared, type Plan } from '../plan/plan.ts';
import type { Coverage, Results } from '../schemas/result-schemas.ts';

/** Criteria follow from the answers of a benchmark, which count once. */
export function isAskedAt({ benchmarks }: Plan, key: string): boolean {
  return benchmarks.some((benchmark) => benchmark.key === key && isAsked(benchmark));
}

/**
 * The quality that a verdict weighs: the mean over the benchmarks, which count alike; null without any score. Its range
 * is as wide as theirs are together, with units that have no score anything from wrong to right: who failed on the hard
 * ones is not better for it, so the score counts what is missing as wrong. It reaches as far as a lenient reading of the
 * responses moves the score: what depends on the grader orders nobody.
 */
export function qualityOf(
  plan: Plan,
  intervals: Results['intervals'],
  coverage: readonly Coverage[],
  label: string,
): Candidate['quality'] {
  const counted = new Set(
    plan.benchmarks.filter((one) => isAsked(one) && isCompared(one)).map(({ key }) => key),
  );
  const own = intervals.filter((one) => one.target_label === label && counted.has(one.benchmark));
  if (own.every(({ score }) => score === null)) return null;
  const mean = (of: (one: (typeof own)[number]) => number) =>
    own.reduce((sum, one) => sum + of(one), 0) / own.length;
  const share = (benchmark: string) => {
    const cell = coverage.find((one) => one.target_label === label && one.benchmark === benchmark);
    return cell === undefined || cell.units === 0 ? 0 : cell.scored / cell.units;
  };
  const chance = (key: string) => plan.benchmarks.find((one) => one.key === key)?.chanceLevel ?? 0;
  const low = mean(
    (one) => share(one.benchmark) * ((one.ci_low ?? one.score ?? 0) + Math.min(0, movedBy(one))),
  );
  return {
    score: {
      value: Math.max(
        low,
        mean(({ score, score_if_missing_wrong }) => score_if_missing_wrong ?? score ?? 0),
      ),
      low,
      high: mean(
        (one) =>
          1 -
          share(one.benchmark) *
            (1 - Math.min(1, (one.ci_high ?? one.score ?? 1) + Math.max(0, movedBy(one)))),
      ),
    },
    floor: mean(({ benchmark }) => chance(benchmark)),
  };
}

/** How far a lenient reading moves a score. */
const movedBy = ({ score, lenient_score }: Results['intervals'][number]): number =>
  (lenient_score ?? score ?? 0) - (score ?? 0);
