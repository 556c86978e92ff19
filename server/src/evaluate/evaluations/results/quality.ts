import type { Candidate } from '../../../decide/slo/slo.ts';
import { asksForScores, comparesTargets, type Plan } from '../plan/plan.ts';
import type { Coverage, Results } from '../schemas/result-schemas.ts';

/** Whether the key is not that of a criterion, whose responses count only once. */
export function isAskedBenchmarkKey({ benchmarks }: Plan, key: string): boolean {
  return benchmarks.some((benchmark) => benchmark.key === key && asksForScores(benchmark));
}

/**
 * The quality that a verdict uses: the mean over the benchmarks with equal weights; null without scores. Its bounds
 * combine theirs, with missing units from wrong to right, so that failing on hard items is no advantage. They also
 * include the score under a lenient reading, so that nothing that depends on the grader ranks candidates.
 */
export function meanQuality(
  plan: Plan,
  intervals: Results['intervals'],
  coverage: readonly Coverage[],
  label: string,
): Candidate['quality'] {
  const counted = new Set(
    plan.benchmarks.filter((one) => asksForScores(one) && comparesTargets(one)).map(({ key }) => key),
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
    (one) => share(one.benchmark) * ((one.ci_low ?? one.score ?? 0) + Math.min(0, lenientShift(one))),
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
            (1 - Math.min(1, (one.ci_high ?? one.score ?? 1) + Math.max(0, lenientShift(one)))),
      ),
    },
    floor: mean(({ benchmark }) => chance(benchmark)),
  };
}

/** The change of a score under a lenient reading. */
const lenientShift = ({ score, lenient_score }: Results['intervals'][number]): number =>
  (lenient_score ?? score ?? 0) - (score ?? 0);
