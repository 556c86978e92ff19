import type { Schemas } from '@touchstone/client';
import {
  count,
  formatExact,
  formatRange,
  formatWholePercent,
  points,
  pValue,
  signedPoints,
  statedPoints,
  times,
} from '../figures/figures.ts';
import { LATENCY_MEASURES } from '../figures/limits.ts';
import { benchmarkName } from './benchmark-name.ts';
import { lettersOfTargets } from './letters.ts';
import type { Section } from './section.ts';

type Results = Schemas['Results'];
type Measure = NonNullable<Results['no_worse']>['measures'][number];

/** The result of question `no_worse`. */
export interface NoWorseSection {
  readonly baseline: string;
  /** The sentences about each candidate. */
  readonly answers: readonly string[];
  readonly section: Section;
  readonly marks: readonly NoWorseMark[];
}

/** A measure of a candidate on a scale on which the baseline is 0 and the margin −1, whatever its unit. */
export interface NoWorseMark {
  readonly label: string;
  readonly letter: string;
  readonly about: string;
  /** The key of the benchmark, which identifies the measure. */
  readonly key: string;
  readonly outcome: Measure['outcome'];
  readonly said: string;
  readonly at: number | null;
  /** Null if there is no bound on that side. */
  readonly low: number | null;
  readonly high: number | null;
}

const MEASURE_NAMES: Readonly<Record<string, string>> = {
  score: 'score',
  success: 'solved tasks',
  ...LATENCY_MEASURES,
  cost_per_solved: 'cost of a solved task',
};

export const NO_WORSE_OUTCOMES: Readonly<Record<Measure['outcome'], string>> = {
  no_worse: 'no worse',
  worse: 'worse',
  undecided: 'undecided',
};

/** The name of a measure with its benchmark: `score, Orders`, `p95 latency, under the load of Peak`. */
function noWorseName({ measure, benchmark }: Pick<Measure, 'measure' | 'benchmark'>): string {
  const load = /^load\/(.+)$/s.exec(benchmark)?.[1];
  const of = load === undefined ? benchmarkName(benchmark) : `under the load of ${load}`;
  return `${measureNoun({ measure })}, ${of}`;
}

const measureNoun = ({ measure }: Pick<Measure, 'measure'>) =>
  MEASURE_NAMES[measure] ?? measure.replaceAll('_', ' ');

type Power = NonNullable<Schemas['Estimate']['no_worse']>[number];

/** States the probability that a plan shows a candidate equal to the baseline to be no worse. */
export function noWorsePowerSentence(one: Power): string {
  const { power, power_if_independent: best, n_needed } = one;
  const range =
    best === undefined
      ? formatWholePercent(power)
      : `${formatWholePercent(power)} if the responses within a cluster agree, ${formatWholePercent(best)} if they are independent`;
  const what = one.measure.startsWith('latency') ? 'requests' : 'items';
  const needed =
    n_needed === null ? `No number of ${what} reaches 80 %.` : `${count(n_needed)} ${what} reach 80 %.`;
  return `With ${count(one.n)} ${what}, a candidate as good as the baseline is shown to be no worse in ${noWorseName(one)}, with a probability of ${range}. ${needed}`;
}

/** A margin as it is stated: `5 points`, `1.2 times`. */
const noWorseMargin = ({ scale, margin }: Pick<Measure, 'scale' | 'margin'>) =>
  scale === 'ratio' ? formatExact(times, margin) : statedPoints(margin);

export function noWorseSection(results: Results): NoWorseSection | null {
  const { no_worse } = results;
  if (no_worse === undefined) return null;
  const { baseline, candidates, measures } = no_worse;
  const letters = lettersOfTargets(results);
  return {
    baseline,
    answers: candidates.map(({ sentence }) => sentence),
    section: {
      about: 'quality',
      title: `No worse than ${baseline}`,
      head: NO_WORSE_HEAD,
      rows: measures.map(measureRow),
      sentences: [
        'A candidate is no worse if, in every tested measure, it is shown to be better or worse by less than the margin. Bounds are one-sided and corrected for the number of candidates. p is the p-value of the test against the margin.',
      ],
    },
    marks: measures.map((one) => ({
      label: one.target_label,
      letter: letters.get(one.target_label) ?? '?',
      about: noWorseName(one),
      key: `${measureNoun(one)}, ${one.benchmark}`,
      outcome: one.outcome,
      said: one.sentence,
      at: inMargins(one, one.observed),
      low: inMargins(one, one.scale === 'ratio' ? one.ci_high : one.ci_low),
      high: inMargins(one, one.scale === 'ratio' ? one.ci_low : one.ci_high),
    })),
  };
}

/** A reanalysis of the same responses, marked as exploratory. */
export function reanalysisSection({ asked, note, no_worse }: Schemas['Reanalysis']): Section {
  return {
    about: 'quality',
    title: `No worse than ${asked.baseline} by other margins (exploratory)`,
    head: NO_WORSE_HEAD,
    rows: no_worse.measures.map(measureRow),
    sentences: [note, ...no_worse.candidates.map(({ sentence }) => sentence)],
  };
}

export const NO_WORSE_HEAD = ['Candidate', 'Measure', 'Found', 'Bounds', 'Margin', 'p', 'Outcome'];

export const measureRow = (one: Measure): Section['rows'][number] => [
  one.target_label,
  noWorseName(one),
  one.observed === null ? null : sayValue(one, one.observed),
  boundsOf(one),
  noWorseMargin(one),
  one.p_no_worse === null ? null : pValue(one.p_no_worse),
  [NO_WORSE_OUTCOMES[one.outcome], ...neededSentence(one)],
];

/** States what would decide an undecided measure; empty if no number would. */
function neededSentence({ n_needed, measure }: Measure): string[] {
  if (n_needed === null) return [];
  return [
    `about ${count(n_needed)} ${measure.startsWith('latency') ? 'requests each' : 'items'} would decide`,
  ];
}

const sayValue = ({ scale }: Measure, value: number) =>
  scale === 'ratio' ? times(value) : `${signedPoints(value)} points`;

function boundsOf({ scale, ci_low, ci_high }: Measure): string | null {
  if (ci_low === null && ci_high === null) return null;
  const unit = scale === 'ratio' ? times : points;
  const bare = (said: string) => said.replace(' times', '');
  return bare(formatRange(unit, ci_low, ci_high) ?? `${unit(ci_low)} to ${unit(ci_high)}`);
}

/** The advantage over the baseline in units of the margin. */
function inMargins({ scale, margin }: Measure, value: number | null): number | null {
  if (value === null || (scale === 'ratio' && value <= 0)) return null;
  return scale === 'ratio' ? -Math.log(value) / Math.log(margin) : value / margin;
}
