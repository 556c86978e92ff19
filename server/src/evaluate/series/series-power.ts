import { formatExact, plural, points, times } from '@touchstone/report/figures';
import { createYieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import {
  addMeanLook,
  addQuantileLook,
  createRandom,
  effectiveSizeOfUnits,
  evidenceNeeded,
  meanEvidence,
  normalQuantile,
  quantileEvidence,
  type Random,
  startMeanMonitor,
  startQuantileMonitor,
} from '../../measure/statistics/statistics.ts';
import type { Outline } from '../evaluations/evaluations.ts';
import { FALSE_ALARM_PROBABILITY } from './monitors.ts';
import type { Detection, SeriesMargins } from './series-schemas.ts';

/** Assumptions about a model before its first response. */
const ASSUMED_MODEL = {
  /**
   * The probability of a right response, equal for all items. If some items were always answered alike, half as many
   * would do.
   */
  score: 0.8,
  coverage: 0.98,
  /**
   * The standard deviation of the logarithm of a latency or cost, and the share of its variance that a cluster has in
   * common.
   */
  spread: 0.4,
  shared: 0.5,
} as const;

export const SERIES_POWER_ASSUMPTIONS = `Estimated by simulation. Assumed: ${100 * ASSUMED_MODEL.score} % of responses are right, all items are equally hard, ${100 * ASSUMED_MODEL.coverage} % of items have a score, latency and cost are log-normal with σ = ${ASSUMED_MODEL.spread}, and half of the items of a cluster get the same result. Latency under load is not estimated.`;

/** Number of simulated series, and maximum number of interim analyses after the reference run. */
const SIMULATED_SERIES = 9;
const MAX_LOOKS = 12;
/**
 * With more units a series detects nothing sooner. For smaller series, the required number is searched up to this
 * one.
 */
const MAX_UNITS = 4000;
/**
 * Maximum simulated items of a unit: if half of them agree, 20 carry 95 % of the information of any number (m / (1 +
 * (m − 1) / 2), the design effect of Kish 1965).
 */
const MAX_SIZE = 20;
/** Maximum items of a simulated analysis, so that it takes some tens of milliseconds. */
const MAX_ITEMS = 20_000;

interface Size {
  units: number;
  /** Number of items in a unit. */
  size: number;
  margin: number;
  alpha: number;
  items: 'frozen' | 'fresh';
}

/**
 * Makes a series in which everything is worse by twice the margin from the first analysis on; each call adds an
 * analysis and returns the logarithm of the evidence.
 */
type SimulateSeries = (random: Random, of: Size) => () => number;

type DetectionEstimate = Omit<Detection, 'sentence'>;

/**
 * The number of interim analyses until a deterioration of twice the margin is detected, by benchmark and measure;
 * estimated before anything has run.
 */
export async function estimateDetection(
  { targets, benchmarks, loads }: Outline,
  margins: SeriesMargins,
  items: 'frozen' | 'fresh',
): Promise<{ level: number; finds: DetectionEstimate[] }> {
  const measures = (Object.keys(MEASURES) as (keyof typeof MEASURES)[]).flatMap((measure) => {
    const margin = margins[MEASURES[measure].margin];
    return margin === undefined ? [] : [{ measure, margin }];
  });
  const ofLoads = margins.latency_ratio === undefined ? 0 : loads.length;
  const level =
    FALSE_ALARM_PROBABILITY / Math.max(1, targets.length * (benchmarks.length * measures.length + ofLoads));
  const finds: DetectionEstimate[] = [];
  for (const { key, items: count, units, isManyCalls } of benchmarks) {
    for (const { measure, margin } of measures) {
      if (measure === 'latency_p95' && isManyCalls) continue;
      const { simulate, isRatio } = MEASURES[measure];
      const size = Math.max(1, Math.round(count / Math.max(1, units)));
      const of = { units, size, margin, alpha: level, items };
      const looks = await looksOf(simulate, of);
      finds.push({
        ...{ benchmark: key, measure, items: count, margin, looks },
        worse: isRatio ? margin ** 2 : 2 * margin,
        items_needed: looks === null ? await itemsNeeded(simulate, of) : null,
      });
    }
  }
  return { level, finds };
}

/**
 * The median over simulated series; null if at least half of them do not detect it. Seeded, so that the result is
 * reproducible.
 */
async function looksOf(simulate: SimulateSeries, of: Size): Promise<number | null> {
  const yieldToEventLoop = createYieldToEventLoop();
  const size = Math.min(of.size, MAX_SIZE);
  const capped = { ...of, size, units: Math.min(of.units, mostUnits(size)) };
  const took: number[] = [];
  for (let series = 0; series < SIMULATED_SERIES; series++) {
    const look = simulate(createRandom(series, 'series'), capped);
    let looks = 1;
    while (looks <= MAX_LOOKS && look() < evidenceNeeded(of.alpha)) {
      await yieldToEventLoop();
      looks++;
    }
    took.push(looks);
  }
  const middle = took.toSorted((a, b) => a - b)[(SIMULATED_SERIES - 1) / 2] as number;
  return middle > MAX_LOOKS ? null : middle;
}

const mostUnits = (size: number) => Math.min(MAX_UNITS, Math.floor(MAX_ITEMS / size));

/** The approximate number of items that would detect it, found by doubling; null if more than the maximum. */
async function itemsNeeded(simulate: SimulateSeries, of: Size): Promise<number | null> {
  const most = mostUnits(Math.min(of.size, MAX_SIZE));
  for (let units = Math.max(25, 2 * of.units); units <= most; units *= 2)
    if ((await looksOf(simulate, { ...of, units })) !== null) return units * of.size;
  return null;
}

const shares =
  (chance: number): SimulateSeries =>
  (random, { units, size, margin, alpha, items }) => {
    const worse = Math.max(0, chance - 2 * margin);
    const run = (right: number) => ({
      totals: Array.from({ length: units }, () => {
        const common = random.fraction();
        let total = 0;
        for (let item = 0; item < size; item++)
          total += Number((random.fraction() < ASSUMED_MODEL.shared ? common : random.fraction()) < right);
        return total;
      }),
      sizes: Array.from({ length: units }, () => size),
    });
    let monitor = startMeanMonitor(run(chance), { items, margin, alpha });
    return () => {
      monitor = addMeanLook(monitor, run(worse));
      return meanEvidence(monitor);
    };
  };

const quantiles =
  (above: number): SimulateSeries =>
  (random, { units, size, margin: ratio, alpha }) => {
    const normal = () => normalQuantile(Math.min(1 - 1e-12, Math.max(1e-12, random.fraction())));
    const run = (times: number) =>
      Array.from({ length: units }, () => {
        const common = Math.sqrt(ASSUMED_MODEL.shared) * normal();
        const own = Math.sqrt(1 - ASSUMED_MODEL.shared);
        return Array.from(
          { length: size },
          () => times * Math.exp(ASSUMED_MODEL.spread * (size === 1 ? normal() : common + own * normal())),
        );
      });
    const reference = run(1);
    const sorted = reference.flat().toSorted((a, b) => a - b);
    let monitor = startQuantileMonitor(
      { sorted, worth: effectiveSizeOfUnits(reference) },
      { above, ratio, alpha },
    );
    return () => {
      monitor = addQuantileLook(monitor, run(ratio ** 2));
      return quantileEvidence(monitor);
    };
  };

const MEASURES = {
  score: { margin: 'score', isRatio: false, simulate: shares(ASSUMED_MODEL.score) },
  coverage: { margin: 'coverage', isRatio: false, simulate: shares(ASSUMED_MODEL.coverage) },
  latency_p95: { margin: 'latency_ratio', isRatio: true, simulate: quantiles(0.05) },
  cost_p50: { margin: 'cost_ratio', isRatio: true, simulate: quantiles(0.5) },
} as const satisfies Record<
  string,
  { margin: keyof SeriesMargins; isRatio: boolean; simulate: SimulateSeries }
>;

const NAMES = {
  score: 'the score',
  coverage: 'the share of scored items',
  latency_p95: 'the p95 of the latency',
  cost_p50: 'the cost of a call (p50)',
};

/** The estimate in words: the number of runs until detection, or that it is not detected. */
export function detectionSentence({
  benchmark,
  measure,
  worse,
  looks,
  items,
  items_needed,
}: DetectionEstimate): string {
  const what =
    measure === 'score' || measure === 'coverage'
      ? `A fall of ${NAMES[measure]} on ${benchmark} by ${formatExact(points, worse)} points`
      : `A rise of ${NAMES[measure as keyof typeof NAMES]} on ${benchmark} to ${formatExact(times, worse)}`;
  if (looks !== null) return `${what} is found after about ${plural(looks, 'run')}.`;
  const needed =
    items_needed === null
      ? 'Use a larger margin, or fewer measures or candidates.'
      : `Use about ${items_needed} items, or a larger margin.`;
  return `${what} is not found within ${MAX_LOOKS} runs: ${items} items are too few. ${needed}`;
}
