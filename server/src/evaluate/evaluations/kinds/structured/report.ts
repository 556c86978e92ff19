import { percent } from '@touchstone/report/figures';
import type { Static } from 'typebox';
import { sum } from '../../../../kernel/sum.ts';
import type { StructuredOutcome } from '../../../../measure/graders/graders.ts';
import { benchmarkAt, type Plan } from '../../plan/plan.ts';
import { estimateItems } from '../../results/item-estimate.ts';
import { higherIsBetter, type Metrics, metricsBelow, metricsByTarget } from '../../results/metrics.ts';
import type { StructuredReport } from '../../schemas/kinds/structured-schemas.ts';
import type { KindReport, ReportContext } from '../kind.ts';
import type { MeasuredStructured, Shares } from './aggregate.ts';

type Report = Static<typeof StructuredReport>;

/** Reports outcomes by target and condition. */
export function reportStructured(
  measured: readonly MeasuredStructured[],
  { plan }: ReportContext,
): KindReport {
  const reports = measured.map((one) => structuredReport(one, plan));
  return { results: { structured: reports }, warnings: reports.flatMap(warningsOf) };
}

/** How often responses are valid, and how many fields are right, as metrics of each target. */
export function structuredMetrics(measured: readonly MeasuredStructured[], plan: Plan): Metrics[] {
  return metricsByTarget(plan, measured, (one) => {
    const { benchmark, valid, field_accuracy } = structuredReport(one, plan);
    return metricsBelow(benchmark, {
      valid: higherIsBetter(valid.share),
      field_accuracy: higherIsBetter(field_accuracy.share),
    });
  });
}

function structuredReport(one: MeasuredStructured, plan: Plan): Report {
  const { key, route } = benchmarkAt(plan, one.at, 'structured');
  const { answers, outcomes, fields, furtherFields, invented } = one;
  const shareOf = (counts: (item: number) => number) =>
    estimate(one, plan, (item) => (answers[item] ? counts(item) / answers[item] : null));
  const among = (shares: Shares) =>
    estimate(one, plan, (item) =>
      shares.answers[item] ? (shares.sum[item] ?? 0) / shares.answers[item] : null,
    );
  const counted = (outcome: StructuredOutcome) => outcomes.get(outcome) as Uint16Array;
  return {
    target_label: plan.targets[one.target]?.label ?? '',
    benchmark: key,
    condition: route,
    answers: sum(answers),
    outcomes: [...outcomes].map(([outcome, counts]) => ({
      outcome,
      count: sum(counts),
      ...roundShare(shareOf((item) => counts[item] ?? 0)),
    })),
    valid: roundShare(
      shareOf((item) => (counted('right')[item] ?? 0) + (counted('wrong_fields')[item] ?? 0)),
    ),
    field_accuracy: roundShare(among(one.accuracy)),
    fields: [...fields]
      .map(([field, shares]) => {
        const found = among(shares);
        return { field, questions: found.n, ...roundShare(found) };
      })
      .toSorted((a, b) => (a.share ?? 0) - (b.share ?? 0) || (a.field < b.field ? -1 : 1)),
    ...(furtherFields.size > 0 && { further_fields: furtherFields.size }),
    invented_fields: invented,
  };
}

/** A share with its interval: the mean over the questions that have one. */
function estimate({ at, answers }: MeasuredStructured, plan: Plan, shareAt: (item: number) => number | null) {
  const items = [...answers.keys()].filter((item) => shareAt(item) !== null);
  const shares = items.map((item) => shareAt(item) as number);
  return estimateItems(plan, plan.benchmarks[at], items, shares);
}

function roundShare({ estimate: share, ci_low, ci_high }: ReturnType<typeof estimateItems>) {
  return { share, ci_low, ci_high };
}

/** Outcomes that do not concern accuracy, with advice. */
const OUTCOME_ADVICE: Partial<Record<StructuredOutcome, string>> = {
  truncated:
    'were cut off by the token limit before the JSON was complete. Increase max_tokens of the stack.',
  refused: 'were refusals. Read them before you compare accuracies, which do not include them.',
  wrong_route:
    'arrived as text or as a tool call instead of the requested JSON. Check whether the server supports the format, or use the other condition.',
};

function warningsOf({ target_label, benchmark, answers, outcomes }: Report): string[] {
  return outcomes.flatMap(({ outcome, count }) => {
    const said = OUTCOME_ADVICE[outcome as StructuredOutcome];
    if (said === undefined || count === 0) return [];
    return [
      `${target_label} on ${benchmark}: ${count} of ${answers} answers (${percent(count / answers)}) ${said}`,
    ];
  });
}
