import {
  count,
  createFigureWriter,
  formatExact,
  ms,
  plural,
  points,
  pValue,
  usd,
} from '@touchstone/report/figures';
import { LIMITED_TIME_NAMES, LIMITED_TIMES, PERCENTILES } from '@touchstone/report/limits';
import { EXPLORATORY_BELOW, MIN_ITEMS_TO_DECIDE } from '../../../measure/statistics/statistics.ts';
import { PREFERENCE_KEY } from '../plan/planned-judging.ts';
import type { Comparison } from '../schemas/result-schemas.ts';
import { UNDECIDED_REASONS } from './reasons.ts';

/** A comparison before it is put into words. */
export type ComparisonFigures = Omit<Comparison, 'explanation' | 'sentence'>;

/** The comparison with its sentences, which console, command line and exports print unchanged. */
export function describeComparison(figures: ComparisonFigures, margin: number): Comparison {
  const explanation = explain(figures, margin);
  return {
    ...figures,
    explanation,
    sentence: sentenceOf(figures, explanation) + describeSharedAnswers(figures),
  };
}

const REASONS: Record<string, (figures: ComparisonFigures, margin: number) => string> = {
  ...Object.fromEntries(Object.entries(UNDECIDED_REASONS).map(([reason, said]) => [reason, () => said])),
  significant: () => 'the test finds a difference and its interval agrees',
  inside_margin: (_, margin) => `within ±${formatExact(points, margin)} points`,
  too_few_items: () => `fewer than ${MIN_ITEMS_TO_DECIDE} items were compared`,
  depends_on_grader: dependsOnGrader,
  not_significant_after_correction: ({ family_size }) =>
    `not significant after correction for ${count(family_size)} comparisons`,
  test_and_interval_disagree: () => 'the test and the interval do not agree',
  interval_too_wide: () => 'the interval is too wide',
  requirement_pass: () => 'the requirement is met',
  requirement_fail: () => 'the requirement is missed',
  requirement_inconclusive: () => 'it is measured and could be either',
  requirement_unknown: () => 'it is not known',
  describes_the_run: () => 'it describes this run and names no winner',
};

/** Such as `it depends on the grader: a lenient reading scores 24 responses of A and 2 of B differently …`. */
function dependsOnGrader({ target_a, target_b, lenient_reading }: ComparisonFigures): string {
  if (lenient_reading === undefined)
    return 'the correction makes it depend on the grader of other comparisons';
  const { delta, responses_a, responses_b } = lenient_reading;
  return `it depends on the grader: a lenient reading scores ${plural(responses_a, 'response')} of ${target_a} and ${count(responses_b)} of ${target_b} differently, which makes the difference ${points(delta)} points`;
}

/** The reason and its consequence, as a phrase without a full stop. */
function explain(figures: ComparisonFigures, margin: number): string {
  const why = REASONS[figures.reason]?.(figures, margin) ?? figures.reason.replaceAll('_', ' ');
  return [why, ...describeHint(figures), ...describeNeededItems(figures)].join('; ');
}

function describeHint({ exploratory, winner, clusters }: ComparisonFigures): string[] {
  if (!exploratory || winner === 'undecided') return [];
  const units = clusters === null ? 'items' : 'clusters of items';
  return [`only a hint, from fewer than ${EXPLORATORY_BELOW} ${units}`];
}

/** More items help only if they come in more clusters of the present size. */
function describeNeededItems({ n_needed, clusters, n, reason, metric }: ComparisonFigures): string[] {
  if (n_needed === null) return [];
  const within = clusters === null ? '' : ` in ${count(Math.ceil((n_needed * clusters) / n))} clusters`;
  const isRequirement = reason.startsWith('requirement_');
  const what = !isRequirement ? 'items' : metric.startsWith('quality/') ? 'more items' : 'more requests';
  return [`about ${count(n_needed)} ${what}${within} would decide`];
}

function sentenceOf(figures: ComparisonFigures, explanation: string): string {
  const { target_a, target_b, metric, delta, winner, reason } = figures;
  if (reason === 'describes_the_run') {
    return `${metricDifference(target_a, metric, delta, target_b)}; ${explanation}.`;
  }
  if (reason.startsWith('requirement_')) {
    return `${metricDifference(target_a, metric, delta, `${LIMIT_PREFIX}${target_b}`)}; ${explanation}.`;
  }
  const said = describePoints(figures, winner === target_b ? -1 : 1);
  if (winner === 'undecided') {
    return `${target_a} against ${target_b} is undecided: ${explanation} (difference ${said.delta} points, ${said.range}).${describeDetectable(figures)}`;
  }
  if (winner === 'tie') {
    return `${target_a} and ${target_b} are tied ${explanation} (difference ${said.delta} points, ${said.tie}${said.range}).`;
  }
  const other = winner === target_a ? target_b : target_a;
  const caution = describeHint(figures).map((one) => ` This is ${one}.`);
  const is = metric === PREFERENCE_KEY ? 'is preferred to' : 'is better than';
  return `${winner} ${is} ${other} by ${said.delta} points (${said.range}, adjusted p ${pValueText(figures.p_adjusted)}).${caution.join('')}`;
}

/** A shared response makes two targets look more alike than their own responses would. */
function describeSharedAnswers({ shared_answers = 0 }: ComparisonFigures): string {
  if (shared_answers === 0) return '';
  const pairs = plural(shared_answers, 'pair of answers is', 'pairs of answers are');
  return ` ${pairs} the same response, shared because the request was the same.`;
}

function describeDetectable({ smallest_detectable_difference: smallest, reason }: ComparisonFigures): string {
  if (smallest === null || reason === 'depends_on_grader') return '';
  return ` A difference of about ${points(smallest)} points would likely have been detected.`;
}

/**
 * The difference a − b with its intervals, reversed for a sentence about b, all with the same number of digits. A tie
 * has its own interval: that of the difference alone, and even more a simultaneous one, may be wider.
 */
function describePoints(
  figures: ComparisonFigures,
  side: 1 | -1,
): { delta: string; range: string; tie: string } {
  const { delta, ci_low, ci_high, simultaneous_interval: among, tie_ci_low, tie_ci_high } = figures;
  const intervals = {
    alone: [ci_low, ci_high],
    among: among === undefined ? [null, null] : [among.ci_low, among.ci_high],
    tie: [tie_ci_low ?? null, tie_ci_high ?? null],
  };
  const ends = Object.values(intervals)
    .flat()
    .filter((end) => end !== null);
  const said = createFigureWriter(points, [delta, ...ends]);
  const of = ([low = null, high = null]: readonly (number | null)[]) => {
    if (low === null || high === null) return null;
    return side === 1 ? `${said(low)} to ${said(high)}` : `${said(-high)} to ${said(-low)}`;
  };
  const [alone, all, tie] = [of(intervals.alone), of(intervals.among), of(intervals.tie)];
  const simultaneous = all === null || all === alone ? '' : `, simultaneous ${all}`;
  return {
    delta: said(side * delta),
    range: alone === null ? 'no interval' : `interval ${alone}${simultaneous}`,
    tie: tie === null ? '' : `tie interval ${tie}, `,
  };
}

/**
 * Words for a metric, such as `p95 latency: A is 1,116 ms below B`. A metric is named by the last part of its name.
 */
const LIMIT_PREFIX = 'the limit of ';

function metricDifference(a: string, metric: string, delta: number, b: string): string {
  const name = metric.slice(metric.lastIndexOf('/') + 1);
  const [noun, said] = minimumIn(metric, b) ?? METRICS[name] ?? [metric.replaceAll('_', ' '), count];
  if (delta === 0) return `${noun}: ${a} is at ${b}`;
  return `${noun}: ${a} is ${said(Math.abs(delta))} ${delta < 0 ? 'below' : 'above'} ${b}`;
}

type MetricWords = readonly [noun: string, said: (value: number) => string];

/** Words for a minimum score: `quality/<scenario>/<score>` compared with the limit of that scenario. */
function minimumIn(metric: string, limit: string): MetricWords | null {
  const before = `quality/${limit.replace(LIMIT_PREFIX, '')}/`;
  if (!metric.startsWith(before)) return null;
  return [
    `Quality on ${metric.slice(before.length).replaceAll('_', ' ')}`,
    (share) => `${points(share)} points`,
  ];
}

const METRICS: Readonly<Record<string, MetricWords>> = {
  ...Object.fromEntries(
    LIMITED_TIME_NAMES.flatMap((time) =>
      PERCENTILES.map((p): [string, MetricWords] => [
        `${time}_${p}_ms`,
        [`${p} ${LIMITED_TIMES[time].noun}`, ms],
      ]),
    ),
  ),
  throughput_rps: ['Throughput', (value) => `${count(value)} requests a second`],
  success_rate: ['Success rate', (share) => `${points(share)} points`],
  coverage: ['Coverage', (share) => `${points(share)} points`],
  monthly_usd: ['Cost of a month', usd],
  per_1k_requests_usd: ['Cost of 1,000 requests', usd],
  per_1k_good_requests_usd: ['Cost of 1,000 good requests', usd],
  cost_usd: ['Cost of the run', usd],
  input_tokens_mean: ['Input tokens of a call', count],
  output_tokens_mean: ['Output tokens of a call', count],
  score: ['Lock-in', count],
};

const pValueText = (value: number | null) =>
  value === null ? 'unknown' : pValue(value).replace(/^(?=\d)/, '= ');
