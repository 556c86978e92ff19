import { ALLOWED_MISSES, judgeDependent, missesOver, type Percentile } from '../../server/src/slo/slo.ts';
import {
  createRandom,
  effectiveTimeCount,
  estimateQuantile,
  type Random,
} from '../../server/src/statistics/statistics.ts';

/*
 * How often the rule for latency limits is wrong where requests wait in a queue, by seeded simulation.
 * `bench/load-queues.ts` prints it, a test runs a short version.
 */

const SERVICE_MS = 100;
/** Requests before those that count: the queue has the length it has on average. */
const BEFORE = 1500;
/** Requests by which the true percentile is known. */
const FOR_TRUTH = 1_000_000;

interface Design {
  name: string;
  latencies: (n: number, random: Random) => Float64Array;
}

const exponential = (mean: number, random: Random) => -mean * Math.log(1 - random.fraction());

/** First come, first served by so many servers at a utilisation. */
function queue(
  servers: number,
  utilisation: number,
  { constant = false, bursty = false } = {},
): Design['latencies'] {
  const gapMs = SERVICE_MS / (servers * utilisation);
  return (n, random) => {
    const free = new Float64Array(servers);
    let atMs = 0;
    return Float64Array.from({ length: n }, () => {
      // Bursty: hyperexponential gaps with a coefficient of variation of about 2.3.
      const mean = bursty ? (random.fraction() < 0.15 ? gapMs * 4 : (gapMs * 0.4) / 0.85) : gapMs;
      atMs += exponential(mean, random);
      const next = free.indexOf(Math.min(...free));
      const endMs =
        Math.max(atMs, free[next] as number) + (constant ? SERVICE_MS : exponential(SERVICE_MS, random));
      free[next] = endMs;
      return endMs - atMs;
    });
  };
}

/** Log-normal latencies whose logarithms follow each other by a lag-1 correlation. */
function following(rho: number): Design['latencies'] {
  return (n, random) => {
    const normal = () =>
      Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction());
    let state = normal();
    return Float64Array.from({ length: n }, () => {
      state = rho * state + Math.sqrt(1 - rho * rho) * normal();
      return SERVICE_MS * Math.exp(state / 2);
    });
  };
}

const UTILISATIONS = [0.3, 0.5, 0.67, 0.83];

export const DESIGNS: readonly Design[] = [
  {
    name: 'independent',
    latencies: (n, random) => Float64Array.from({ length: n }, () => exponential(SERVICE_MS, random)),
  },
  ...UTILISATIONS.map((u) => ({ name: `M/M/3 ${u}`, latencies: queue(3, u) })),
  ...UTILISATIONS.map((u) => ({ name: `M/D/1 ${u}`, latencies: queue(1, u, { constant: true }) })),
  { name: 'bursty M/3 .6', latencies: queue(3, 0.6, { bursty: true }) },
  // Held back while the rule was chosen among others: these two.
  { name: 'AR(1) .5', latencies: following(0.5) },
  { name: 'AR(1) .9', latencies: following(0.9) },
];

interface Shares {
  /** A stack on the limit is called pass, and fail. */
  pass: number;
  fail: number;
  /** One with four times the latencies that it has is allowed passes; one with two thirds fails. */
  farBelow: number;
  above: number;
  /** The percentile's 95 % interval holds it. */
  covered: number;
}

/** The true percentile of a design, in ms. */
export function trueLatency({ name, latencies }: Design, percentile: Percentile): number {
  const all = latencies(FOR_TRUTH, createRandom(0, name, 'truth')).sort();
  return all[Math.ceil(FOR_TRUTH * (1 - ALLOWED_MISSES[percentile])) - 1] as number;
}

/** Of so many runs of n requests on a stack whose percentile is `truth`. */
export function simulateLimit(
  { name, latencies }: Design,
  { percentile, truth, n, runs }: { percentile: Percentile; truth: number; n: number; runs: number },
): Shares {
  const allowed = ALLOWED_MISSES[percentile];
  const perMille = Math.round(1000 * (1 - allowed));
  const found: Shares = { pass: 0, fail: 0, farBelow: 0, above: 0, covered: 0 };
  for (let run = 0; run < runs; run += 1) {
    const random = createRandom(run, name, percentile, String(n));
    const times = latencies(BEFORE + n, random).slice(BEFORE);
    const judged = (limit: number) => judgeDependent(missesOver([times], limit), allowed);
    const atLimit = judged(truth);
    if (atLimit === 'pass') found.pass += 1 / runs;
    if (atLimit === 'fail') found.fail += 1 / runs;
    if (judged(4 * truth) === 'pass') found.farBelow += 1 / runs;
    if (judged(truth / 1.5) === 'fail') found.above += 1 / runs;
    const sorted = times.slice().sort();
    const { observed = 0 } = estimateQuantile(sorted, perMille, 0.95) ?? {};
    const worth = effectiveTimeCount([times], observed);
    const { ci_low = null, ci_high = null } = estimateQuantile(sorted, perMille, 0.95, worth) ?? {};
    if ((ci_low ?? 0) <= truth && (ci_high ?? Infinity) >= truth) found.covered += 1 / runs;
  }
  return found;
}
