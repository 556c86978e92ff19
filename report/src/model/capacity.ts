import type { Schemas } from '@touchstone/client';
import { count } from '../figures/figures.ts';
import { lettersOfTargets } from './letters.ts';
import { type LatencyLimit, latencyLimitsOfScenario } from './load.ts';
import type { Cell, Section } from './section.ts';

type Results = Schemas['Results'];
type Search = NonNullable<Results['capacity']>[number];

/**
 * The searches under one scenario as a curve for each candidate, with the limit that the tried rates came nearest to.
 */
export interface CapacityCurves {
  readonly scenario: string;
  readonly limit: LatencyLimit;
  readonly candidates: readonly CapacityCurve[];
}

export interface CapacityCurve {
  readonly label: string;
  readonly letter: string;
  /** In ascending order of rate. */
  readonly steps: readonly CapacityStep[];
  /** The highest rate confirmed by a separate run, in requests a second; null if there is none. */
  readonly confirmed: number | null;
}

export interface CapacityStep {
  /** Requests per second sent and responses per second; the latter is null in searches of earlier versions. */
  readonly rate: number;
  readonly completed: number | null;
  /** The limited percentile of the latency in ms; null if nothing was answered or it was not stored. */
  readonly latency: number | null;
  readonly outcome: StepOutcome;
  readonly isConfirmation: boolean;
}

export type StepOutcome = 'passed' | 'failed' | 'too few to tell' | 'sent late';

/** The searches of each scenario that limits a latency. */
export function capacityCurves(results: Results): CapacityCurves[] {
  const { capacity = [], requirements = [] } = results;
  const letters = lettersOfTargets(results);
  const byScenario = Map.groupBy(capacity, ({ scenario_label }) => scenario_label);
  return [...byScenario].flatMap(([scenario, searches]) => {
    const limits = latencyLimitsOfScenario(requirements, (one) => one === scenario);
    const limit = limits.toSorted((a, b) => limitPressure(b, searches) - limitPressure(a, searches))[0];
    if (limit === undefined) return [];
    const candidates = searches.map(({ target_label: label, steps, confirmed, confirmed_rps }) => ({
      label,
      letter: letters.get(label) ?? '?',
      steps: steps
        .map((step) => ({
          rate: step.rate_rps,
          completed: step.completed_rps ?? null,
          latency: latencyOf(step, limit),
          outcome: outcomeOfStep(step),
          isConfirmation: step.phase === 'confirmation',
        }))
        .toSorted((a, b) => a.rate - b.rate),
      confirmed: confirmed ? confirmed_rps : null,
    }));
    return [{ scenario, limit, candidates }];
  });
}

type Step = Search['steps'][number];

/** The largest ratio of a latency to its limit among the tried rates; below 1 if the limit held. */
const limitPressure = (limit: LatencyLimit, searches: readonly Search[]): number =>
  Math.max(
    0,
    ...searches.flatMap(({ steps }) => steps.map((step) => (latencyOf(step, limit) ?? 0) / limit.ms)),
  );

function latencyOf(step: Step, { percentile }: LatencyLimit): number | null {
  return step.latency_ms?.[percentile] ?? (percentile === 'p95' ? step.latency_p95_ms : null);
}

function outcomeOfStep({ verdict, sent_late }: Step): StepOutcome {
  if (verdict === 'pass') return 'passed';
  if (verdict === 'fail') return 'failed';
  return sent_late ? 'sent late' : 'too few to tell';
}

const CAPACITY_HEAD = [
  'Candidate',
  'Highest rate passed',
  'Lowest rate not passed',
  'Confirmation rate',
  'Confirmed',
  'Rates tried',
];

/** Results of the capacity searches of each scenario, with the tried rates. */
export function capacitySections({ capacity = [] }: Results): Section[] {
  const byScenario = Map.groupBy(capacity, ({ scenario_label }) => scenario_label);
  return [...byScenario].map(([scenario, searches]) => ({
    about: 'load',
    title: `Capacity under ${scenario}`,
    head: CAPACITY_HEAD,
    rows: searches.map(row),
    sentences: [
      'A rate passes if every limit is shown to hold. The lowest rate not passed may still be sustainable, if its requests were too few to tell. Because the best of many rates looks too good by chance, a new run at a slightly lower rate confirms it.',
      'Rates are in requests per second.',
      ...new Set(searches.flatMap(({ sent }) => sent ?? [])),
    ],
  }));
}

function row(search: Search): Cell[] {
  const { target_label, highest_passed_rps, confirmed, confirmed_rps, steps } = search;
  return [
    target_label,
    highest_passed_rps,
    upperEnd(search),
    confirmed_rps,
    confirmed === null ? 'not tried' : confirmed ? 'yes' : 'no',
    steps.map(({ rate_rps, verdict }) => `${count(rate_rps)} ${verdict}`),
  ];
}

/** The lowest rate that did not pass, with a note if it was not shown to fail, because it is then no upper bound. */
function upperEnd({ lowest_not_passed_rps: rate, out_of_time, steps }: Search): Cell {
  const isShown = steps.some(({ rate_rps, verdict }) => rate_rps === rate && verdict === 'fail');
  const doubts = [
    ...(rate !== null && !isShown ? ['too few requests to tell'] : []),
    ...(out_of_time ? ['time limit reached'] : []),
  ];
  return doubts.length === 0 ? rate : `${count(rate)} (${doubts.join(', ')})`;
}
