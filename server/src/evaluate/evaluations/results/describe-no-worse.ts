import {
  count,
  createFigureWriter,
  formatExact,
  formatTogether,
  joinNames,
  ms,
  percent,
  signedPoints,
  statedPoints,
  times,
  type Unit,
  usd,
} from '@touchstone/report/figures';
import { LATENCY_MEASURES } from '@touchstone/report/limits';
import { nameInSentence, scoreName } from '../../../decide/slo/slo.ts';
import { MIN_ITEMS_TO_DECIDE } from '../../../measure/statistics/statistics.ts';
import type { NoWorse, NoWorseMeasure } from '../schemas/no-worse-schemas.ts';
import { UNDECIDED_REASONS } from './reasons.ts';

type Figures = Omit<NoWorseMeasure, 'sentence'>;

const MEASURE_NOUNS: Readonly<Record<string, string>> = {
  score: 'the score',
  success: 'solved tasks',
  ...LATENCY_MEASURES,
  cost_per_solved: 'the cost of a solved task',
};

/** Such as `the score on gsm8k` or `p95 latency under the load of Peak`. */
function measureTopic({ measure, benchmark }: Pick<NoWorseMeasure, 'measure' | 'benchmark'>): string {
  const what = MEASURE_NOUNS[measure] ?? measure.replaceAll('_', ' ');
  const load = /^load\/(.+)$/s.exec(benchmark)?.[1];
  return load === undefined
    ? `${what} on ${nameInSentence(scoreName(benchmark))}`
    : `${what} under the load of ${nameInSentence(load)}`;
}

/** The result of a measure and its certainty in one sentence. */
export function describeMeasure(figures: Figures, baseline: string): string {
  const { target_label, outcome } = figures;
  const [who, than] = [nameInSentence(target_label), nameInSentence(baseline)];
  const about = measureTopic(figures);
  const found = `${describeFound(figures)}the margin is ${describeMargin(figures)}`;
  const hint = figures.exploratory && outcome !== 'undecided' ? ' This is only a hint, from few items.' : '';
  if (outcome === 'no_worse') return `${who} is no worse than ${than} in ${about}: ${found}.${hint}`;
  if (outcome === 'worse')
    return `${who} is worse than ${than} in ${about} by more than the margin: ${found}.${hint}`;
  return `Whether ${who} is no worse than ${than} in ${about} is undecided: ${REASONS[figures.reason] ?? figures.reason.replaceAll('_', ' ')}; ${found}.${describeNeeded(figures)}`;
}

const REASONS: Readonly<Record<string, string>> = {
  ...UNDECIDED_REASONS,
  too_few_items: `fewer than ${MIN_ITEMS_TO_DECIDE} were compared`,
  depends_on_grader: 'it depends on the grader: a lenient reading of the responses decides differently',
  not_after_correction: 'it is not significant after correction over the candidates',
  interval_too_wide: 'the interval contains the margin',
  not_measured: 'it was not measured for both',
  nothing_solved: 'one of them solved nothing',
  no_cost: 'the cost of the calls is unknown or zero',
};

function describeFound({
  observed,
  ci_low,
  ci_high,
  scale,
  outcome,
  candidate,
  baseline,
  measure,
}: Figures): string {
  if (observed === null) return '';
  const known = [ci_low, ci_high].filter((end) => end !== null);
  const written = createFigureWriter(scale === 'ratio' ? times : signedPoints, [observed, ...known]);
  const said = (value: number) => figureText(written(value), scale);
  const bound = describeBound({ ci_low, ci_high, scale, outcome }, said);
  const pair =
    candidate === null || baseline === null ? null : formatTogether(unitOf(measure), [candidate, baseline]);
  const of = pair === null ? '' : ` (${pair[0]} against ${pair[1]})`;
  return `${said(observed)}${of}${bound}, and `;
}

/** The one-sided bound that decides, or both bounds if neither does. */
function describeBound(
  { ci_low, ci_high, scale, outcome }: Pick<Figures, 'ci_low' | 'ci_high' | 'scale' | 'outcome'>,
  said: (value: number) => string,
): string {
  const showsHigh = (outcome === 'no_worse') === (scale === 'ratio');
  if (outcome !== 'undecided') {
    const bound = showsHigh ? ci_high : ci_low;
    return bound === null ? '' : `, shown to be ${showsHigh ? 'below' : 'above'} ${said(bound)}`;
  }
  if (ci_low === null && ci_high === null) return ', without bounds';
  const [low, high] = [
    ci_low === null ? 'anything' : said(ci_low),
    ci_high === null ? 'anything' : said(ci_high),
  ];
  return `, between ${low} and ${high}`;
}

function unitOf(measure: string): Unit {
  if (measure.startsWith('latency')) return ms;
  return measure === 'cost_per_solved' ? usd : percent;
}

const figureText = (figure: string, scale: Figures['scale']) =>
  scale === 'ratio' ? figure : `${figure.replace('-', '−')} points`;
const describeMargin = ({ scale, margin }: Figures) =>
  scale === 'ratio' ? formatExact(times, margin) : statedPoints(margin);

function describeNeeded({ n_needed, n, clusters, measure }: Figures): string {
  if (n_needed === null) return '';
  const within = clusters === null ? '' : ` in ${count(Math.ceil((n_needed * clusters) / n))} clusters`;
  const what = measure.startsWith('latency') ? 'requests for each' : 'items';
  return ` About ${count(n_needed)} ${what}${within} would decide.`;
}

/** The sentence about a candidate over all measures. */
export function describeCandidate(
  label: string,
  baseline: string,
  outcome: NoWorse['candidates'][number]['outcome'],
  measures: readonly NoWorseMeasure[],
): string {
  const [who, than] = [nameInSentence(label), nameInSentence(baseline)];
  const of = (one: NoWorseMeasure['outcome']) => measures.filter((measure) => measure.outcome === one);
  const list = (some: readonly NoWorseMeasure[]) => joinNames(some.map(measureTopic), 2);
  const open = of('undecided');
  if (outcome === 'no_worse') {
    const hint = measures.some(({ exploratory }) => exploratory) ? ', as a hint from few items' : '';
    const nothing = nothingRight(measures);
    const but =
      nothing.length === 0
        ? ''
        : `, but both have no right response on ${joinNames(
            nothing.map(({ benchmark }) => nameInSentence(scoreName(benchmark))),
            2,
          )}`;
    return `${who} is no worse than ${than} in ${list(measures)}${hint}${but}.`;
  }
  if (outcome === 'worse') {
    const rest = open.length === 0 ? '' : `, and undecided in ${list(open)}`;
    return `${who} is worse than ${than} in ${list(of('worse'))}${rest}.`;
  }
  const shown = of('no_worse').length === 0 ? '' : `, and no worse in ${list(of('no_worse'))}`;
  return `${who} is undecided in ${list(open)}${neededOfAll(open)}${shown}.`;
}

/** Measures on which both score 0: “no worse” is then true, but says nothing about quality. */
const nothingRight = (measures: readonly NoWorseMeasure[]) =>
  measures.filter(
    ({ measure, candidate, baseline }) =>
      (measure === 'score' || measure === 'success') && candidate === 0 && baseline === 0,
  );

/** A warning for each benchmark on which both a candidate and the baseline have no right response. */
export function nothingRightWarnings({ baseline, measures }: NoWorse): string[] {
  return nothingRight(measures).map(
    ({ target_label, benchmark }) =>
      `On ${nameInSentence(scoreName(benchmark))}, ${nameInSentence(target_label)} and ${nameInSentence(baseline)} both have no right response, so “no worse” means nothing there. Check the responses and the grader, or use other questions.`,
  );
}

function neededOfAll(open: readonly NoWorseMeasure[]): string {
  const [only, ...more] = open;
  if (only === undefined || more.length > 0 || only.n_needed === null) return '';
  const what = only.measure.startsWith('latency') ? 'requests' : 'items';
  return ` (about ${count(only.n_needed)} ${what} would decide)`;
}
