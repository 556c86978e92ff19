import { PER_MILLE_BY_PERCENTILE } from '@touchstone/report/limits';
import { impossibleField } from '../../../kernel/errors.ts';
import { kindDescription, type PlannedBenchmark } from '../kinds/shapes.ts';
import type { Methodology } from '../schemas/methodology-schemas.ts';
import type { Plan, ResolvedMethodology } from './plan.ts';

export type NoWorseMargins = NonNullable<ResolvedMethodology['no_worse_margins']>;

/** The question `no_worse` of a plan; null for the question `better`. */
export interface NoWorseQuestion {
  /** The index of the baseline among the targets. */
  readonly baseline: number;
  readonly candidates: readonly number[];
  readonly margins: NoWorseMargins;
}

export function noWorseQuestion({
  targets,
  methodology,
}: Pick<Plan, 'targets' | 'methodology'>): NoWorseQuestion | null {
  const { question, no_worse_margins: margins } = methodology;
  const baseline = targets.findIndex(({ label }) => label === methodology.baseline);
  if (question !== 'no_worse' || margins === undefined || baseline < 0) return null;
  return { baseline, candidates: [...targets.keys()].filter((target) => target !== baseline), margins };
}

/** The compared percentiles of the latency, in per mille. */
export const COMPARED_PERCENTILES = {
  latency_p50: PER_MILLE_BY_PERCENTILE.p50,
  latency_p95: PER_MILLE_BY_PERCENTILE.p95,
  latency_p99: PER_MILLE_BY_PERCENTILE.p99,
} as const;

/** Whether a margin applies to this benchmark. */
export function hasMargin(benchmark: PlannedBenchmark, margin: keyof NoWorseMargins): boolean {
  return kindDescription(benchmark).margins?.(benchmark.type).includes(margin) ?? false;
}

const BENCHMARK_OF_MARGIN: Readonly<Record<keyof NoWorseMargins, string>> = {
  score: 'a benchmark with scores',
  success: 'a benchmark with tasks',
  latency_ratio: 'the benchmark load or latency',
  cost_ratio: 'a benchmark with tasks',
};

/** Refuses an incomplete question before references are resolved. */
export function checkQuestionIsWhole({ question, baseline, no_worse_margins }: Methodology): void {
  if (question !== 'no_worse') {
    for (const [field, given] of Object.entries({ baseline, no_worse_margins }))
      if (given !== undefined)
        throw impossibleField(
          `/methodology/${field}`,
          `${field} applies to the question no_worse: set methodology.question to no_worse, or omit ${field}.`,
        );
    return;
  }
  if (baseline === undefined)
    throw impossibleField(
      '/methodology/baseline',
      'The question no_worse needs a baseline: the label of the target to compare with.',
    );
  if (no_worse_margins === undefined)
    throw impossibleField(
      '/methodology/no_worse_margins',
      'The question no_worse needs at least one margin: score, success, latency_ratio or cost_ratio.',
    );
}

/** Refuses a baseline that is not a target, and margins that the plan does not measure. */
export function checkNoWorse({ targets, benchmarks, methodology }: Plan): void {
  if (methodology.question !== 'no_worse') return;
  const labels = targets.map(({ label }) => label);
  if (!labels.includes(methodology.baseline ?? ''))
    throw impossibleField(
      '/methodology/baseline',
      `No target is called "${methodology.baseline}". The targets that can be the baseline are: ${labels.join(', ')}.`,
    );
  if (targets.length < 2)
    throw impossibleField('/targets', 'The question no_worse needs a candidate in addition to the baseline.');
  const isMeasured = (name: keyof NoWorseMargins) => benchmarks.some((one) => hasMargin(one, name));
  for (const name of Object.keys(methodology.no_worse_margins ?? {}) as (keyof NoWorseMargins)[]) {
    if (isMeasured(name)) continue;
    const measured = (Object.keys(BENCHMARK_OF_MARGIN) as (keyof NoWorseMargins)[]).filter(isMeasured);
    const accepted =
      measured.length === 0
        ? ''
        : ` The benchmarks of this evaluation support the margins ${measured.join(', ')}.`;
    throw impossibleField(
      `/methodology/no_worse_margins/${name}`,
      `No benchmark of this evaluation supports the margin ${name}: add ${BENCHMARK_OF_MARGIN[name]}, or omit it.${accepted}`,
    );
  }
}
