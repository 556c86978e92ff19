import type { Schemas } from '@touchstone/client';
import {
  LIMITS,
  type LimitName,
  PERCENTILES,
  type Percentile,
  perPercentile,
  perTimeLimit,
} from '../figures/limits.ts';
import { candidateStanding, type Standing } from './matrix.ts';

type Results = Schemas['Results'];
type Verdict = NonNullable<Results['verdict']>[number];

/** Axes of the plot, each with its unit and its better direction. */
export const SCATTER_AXES = {
  cost: { name: 'cost', unit: 'USD per 1,000 good requests', better: 'lower' },
  month: { name: 'monthly cost', unit: 'USD', better: 'lower' },
  quality: { name: 'quality', unit: 'mean score, %', better: 'higher' },
  ...perPercentile((p) => ({ name: LIMITS[`${p}_latency_ms`].noun, unit: 'ms', better: 'lower' }) as const),
  lock_in: { name: 'lock-in', unit: 'of 100', better: 'lower' },
} as const;

export type Axis = keyof typeof SCATTER_AXES;

export interface Measure {
  readonly value: number;
  /** The interval; both ends equal `value` if there is none. */
  readonly low: number;
  readonly high: number;
}

export interface ScatterPoint {
  readonly label: string;
  readonly letter: string;
  readonly standing: Standing;
  readonly figures: Readonly<Partial<Record<Axis, Measure>>>;
}

/** Candidates with their values on all axes. */
export interface Scatter {
  readonly points: readonly ScatterPoint[];
  /** The limit of the scenario on an axis. */
  readonly limits: Readonly<Partial<Record<Axis, number>>>;
  /** The axes with values of at least two candidates. */
  readonly axes: readonly Axis[];
}

/** The axis of each kind of requirement. */
const AXIS_OF: Readonly<Partial<Record<LimitName, Axis>>> = {
  ...perTimeLimit(['latency'], (percentile): Axis => percentile),
  monthly_limit_usd: 'month',
  cost_per_1k_requests_usd: 'cost',
  vendor_lock_in_tolerance: 'lock_in',
};

export function createScatter(
  results: Results,
  scenario: string,
  verdict: Verdict | undefined,
  letters: ReadonlyMap<string, string>,
): Scatter {
  const { requirements = [], evidence = [] } = results;
  const own = requirements.filter(({ scenario_label }) => scenario_label === scenario);
  const labels = [...evidence, ...own].flatMap(({ scenario_label, target_label }) =>
    scenario_label === scenario ? [target_label] : [],
  );
  const points = [...new Set(labels)].map((label) => ({
    label,
    letter: letters.get(label) ?? '?',
    standing: candidateStanding(label, verdict),
    figures: figuresOf(results, scenario, label),
  }));
  const limits = own.flatMap(({ kind, limit }): [Axis, number][] => {
    const axis = AXIS_OF[kind];
    return axis === undefined || limit === null ? [] : [[axis, limit]];
  });
  const axes = (Object.keys(SCATTER_AXES) as Axis[]).filter(
    (axis) => points.filter(({ figures }) => figures[axis] !== undefined).length > 1,
  );
  return { points, limits: Object.fromEntries(limits), axes };
}

/** Cost against quality, or other axes with values. Null if there is nothing to draw. */
export function defaultAxes({ axes }: Scatter): { x: Axis; y: Axis } | null {
  const first = (...wanted: Axis[]) => wanted.find((axis) => axes.includes(axis));
  const x = first('cost', 'month', 'lock_in');
  const y = first('quality', 'p95', ...PERCENTILES);
  return x === undefined || y === undefined ? null : { x, y };
}

function figuresOf(results: Results, scenario: string, label: string): ScatterPoint['figures'] {
  const { evidence = [], load = [] } = results;
  const facts = evidence.find((one) => one.target_label === label && one.scenario_label === scenario);
  const windows = load.find((one) => one.target_label === label && one.benchmark === `load/${scenario}`);
  const latency = (p: Percentile) => {
    const found = windows?.latency_ms[p];
    return found
      ? { value: found.observed, low: found.ci_low ?? found.observed, high: found.ci_high ?? found.observed }
      : null;
  };
  const figures: [Axis, Measure | null][] = [
    ['cost', exact(facts?.cost.per_1k_good_requests_usd ?? facts?.cost.per_1k_requests_usd)],
    ['month', exact(facts?.cost.monthly_usd)],
    ['quality', meanScoreOf(results, label)],
    ...PERCENTILES.map((p): [Axis, Measure | null] => [p, latency(p)]),
    ['lock_in', exact(facts?.lock_in.score)],
  ];
  return Object.fromEntries(figures.filter(([, measure]) => measure !== null));
}

const exact = (value: number | null | undefined): Measure | null =>
  value === null || value === undefined ? null : { value, low: value, high: value };

/**
 * In percent, as the verdict weighs it: the criteria of a custom evaluation are already in its overall score. The
 * whisker is the mean of the interval ends, which is wider than the interval of the mean.
 */
function meanScoreOf({ intervals }: Results, label: string): Measure | null {
  const isCriterion = (key: string) => key.startsWith('custom/') && key !== 'custom/overall';
  const scores = intervals.flatMap(({ target_label, benchmark, score, ci_low, ci_high }) =>
    target_label === label && score !== null && !isCriterion(benchmark)
      ? [{ value: score, low: ci_low ?? score, high: ci_high ?? score }]
      : [],
  );
  if (scores.length === 0) return null;
  const mean = (pick: (score: Measure) => number) =>
    (100 * scores.reduce((sum, score) => sum + pick(score), 0)) / scores.length;
  return { value: mean(({ value }) => value), low: mean(({ low }) => low), high: mean(({ high }) => high) };
}

/** The points to which no other is at least equal on both axes and better on one, from left to right. */
export function paretoFront(points: readonly ScatterPoint[], x: Axis, y: Axis): ScatterPoint[] {
  const known = points.flatMap((point) => {
    const [a, b] = [point.figures[x], point.figures[y]];
    if (!a || !b) return [];
    const good = (axis: Axis, value: number) => (SCATTER_AXES[axis].better === 'lower' ? -value : value);
    return [{ point, x: a.value, a: good(x, a.value), b: good(y, b.value) }];
  });
  return known
    .filter(
      (one) =>
        !known.some((other) => other.a >= one.a && other.b >= one.b && (other.a > one.a || other.b > one.b)),
    )
    .sort((left, right) => left.x - right.x)
    .map(({ point }) => point);
}
