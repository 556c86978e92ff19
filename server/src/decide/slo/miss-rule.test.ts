import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Percentile } from '@touchstone/report/limits';
import vectors from '../../../test/fixtures/slo-cost.json' with { type: 'json' };
import { assertClose } from '../../../test/support/assert-close.ts';
import { inFull } from '../../../test/support/in-full.ts';
import { effectiveSamples } from '../../measure/statistics/autocorrelation.ts';
import { binomialPmf } from '../../measure/statistics/distributions.ts';
import { nearestRank, quantileRanks } from '../../measure/statistics/quantiles.ts';
import {
  binomialCdf,
  createRandom,
  estimateQuantile,
  wilsonInterval,
} from '../../measure/statistics/statistics.ts';
import {
  ALLOWED_MISS_SHARE_BY_PERCENTILE,
  fewestWithoutMiss,
  judgeDependentMisses,
  judgeMisses,
  missesRange,
  requestsNeededToDecide,
} from './miss-rule.ts';
import { countMisses, countMissesAbove, latencyEvidence } from './observed.ts';

const { stats } = vectors;
const P99 = 0.01;

/** The most misses of n that pass and the fewest that fail; null where none do. */
function missThresholds(n: number) {
  const verdicts = Array.from({ length: n + 1 }, (_, misses) => judgeMisses(n, misses, P99));
  const [pass, fail] = [verdicts.lastIndexOf('pass'), verdicts.indexOf('fail')];
  return { pass_if_at_most: pass < 0 ? null : pass, fail_if_at_least: fail < 0 ? null : fail };
}

describe('the verdict rule at p99', () => {
  test('passes and fails at the thresholds of the reference', () => {
    const rows = stats.max_misses_pass_min_misses_fail_q99;
    assert.deepEqual(
      rows.map(({ n }) => ({ n, ...missThresholds(n) })),
      rows.map(({ n, pass_if_le, fail_if_ge }) => ({
        n,
        pass_if_at_most: pass_if_le,
        fail_if_at_least: fail_if_ge,
      })),
    );
    const sizes = rows.map(({ n }) => n);
    for (const n of [299, 500, 1000, 2000, 5000, 10_000]) assert.ok(sizes.includes(n));
  });

  for (const { n, misses, verdict, ...p } of stats.percentile_slo_verdict.cases) {
    test(`${misses} of ${n}: ${verdict}`, () => {
      assert.equal(judgeMisses(n, misses, P99), verdict);
      assertClose(binomialCdf(misses, n, P99), p.p_if_at_limit_le, 6);
      assertClose(1 - binomialCdf(misses - 1, n, P99), p.p_if_at_limit_ge, 6);
    });
  }

  // A stack whose true share of misses is exactly the limit deserves neither.
  for (const n of [299, 500, 1000, 2000, 5000, 10_000]) {
    test(`of ${n} with 1 % truly missing, at most 5 % pass and at most 5 % fail, by enumeration`, () => {
      let [pass, fail] = [0, 0];
      for (let misses = 0; misses <= n; misses += 1) {
        const verdict = judgeMisses(n, misses, P99);
        if (verdict === 'pass') pass += binomialPmf(misses, n, P99);
        if (verdict === 'fail') fail += binomialPmf(misses, n, P99);
      }
      assert.ok(pass <= 0.05 && pass > 0.01, `pass ${pass}`);
      assert.ok(fail <= 0.05 && fail > 0.01, `fail ${fail}`);
    });
  }

  // From drawn latencies to the verdict, with 1 % over the limit in truth (n = 1000), against the enumeration.
  for (const [miss, status] of [
    [0.01, 'pass'],
    [0.01, 'fail'],
    [0.004, 'pass'],
    [0.02, 'fail'],
  ] as const) {
    test(`a simulated run with ${miss} missing is called ${status} as often as enumeration says`, () => {
      const [n, runs] = [1000, inFull(200, 1000)];
      const random = createRandom(7, String(miss), status);
      let called = 0;
      for (let run = 0; run < runs; run += 1) {
        // Exponential latencies, of which a share `miss` is above 2000 ms.
        const scale = -2000 / Math.log(miss);
        const latencies = Float64Array.from({ length: n }, () => -scale * Math.log(1 - random.fraction()));
        const { misses } = countMissesAbove([latencies], 2000);
        if (run === 0) {
          const evidence = latencyEvidence([{ latencies, lags: new Float64Array(n) }], ['p99', 2000]);
          assert.equal(evidence.misses, misses);
        }
        if (judgeMisses(n, misses, P99) === status) called += 1;
      }
      let expected = 0;
      for (let misses = 0; misses <= n; misses += 1) {
        if (judgeMisses(n, misses, P99) === status) expected += binomialPmf(misses, n, miss);
      }
      const error = Math.sqrt((expected * (1 - expected)) / runs);
      assert.ok(Math.abs(called / runs - expected) <= 3 * error, `${called / runs}, expected ${expected}`);
    });
  }
});

describe('the rule for misses that follow each other', () => {
  /** A run whose misses come in bursts of ten on average, 1 % of all: a chain of two states. */
  function bursts(n: number, seed: number): Uint8Array {
    const random = createRandom(seed, 'bursts');
    const [leave, enter] = [0.1, 0.1 * (0.01 / 0.99)];
    let missing = random.fraction() < 0.01;
    return Uint8Array.from({ length: n }, () => {
      missing = random.fraction() < (missing ? 1 - leave : enter);
      return Number(missing);
    });
  }

  test('calls a stack on the limit pass far less often than the rule for independent ones', () => {
    const [n, runs] = [5000, inFull(100, 1000)];
    let [naive, dependent] = [0, 0];
    for (let run = 0; run < runs; run += 1) {
      const found = countMisses([bursts(n, run)]);
      if (judgeMisses(found.n, found.misses, P99) === 'pass') naive += 1;
      if (judgeDependentMisses(found, P99) === 'pass') dependent += 1;
    }
    assert.ok(naive / runs > 0.2, `${naive} of ${runs}`);
    assert.ok(dependent / runs < naive / runs / 2, `${dependent} of ${runs}, naive ${naive}`);
  });

  test('takes independent ones nearly always as they are', () => {
    const runs = inFull(50, 400);
    let whole = 0;
    for (let run = 0; run < runs; run += 1) {
      const random = createRandom(run, 'independent');
      const misses = Uint8Array.from({ length: 2000 }, () => Number(random.fraction() < 0.02));
      if (countMisses([misses]).effective === 2000) whole += 1;
    }
    assert.ok(whole / runs > 0.9, `${whole} of ${runs}`);
  });

  test('is the plain rule where nothing is said of it', () => {
    for (const misses of [0, 4, 10, 16])
      assert.equal(judgeDependentMisses({ n: 1000, misses }, P99), judgeMisses(1000, misses, P99));
  });
});

describe('what is plain is decided, however the requests depend on each other', () => {
  const one = (n: number, misses: number) => ({ n, misses, effective: 1 });
  const cases: [string, ReturnType<typeof one>, number, string][] = [
    ['all of one stretch over a p95', one(200, 200), 0.05, 'fail'],
    ['half of one stretch over a p95', one(200, 100), 0.05, 'inconclusive'],
    ['a fifth of one stretch over a p99', one(200, 40), 0.01, 'fail'],
    ['a tenth of one stretch over a p99', one(200, 20), 0.01, 'inconclusive'],
    ['all of one stretch over a p50', one(200, 200), 0.5, 'inconclusive'],
    ['a tenth of one stretch failed, 99.5 % asked', one(200, 20), 0.005, 'fail'],
    ['half of three stretches over a p95', { n: 200, misses: 100, effective: 3 }, 0.05, 'fail'],
    ['none of one stretch over a p95', one(200, 0), 0.05, 'inconclusive'],
    ['none of 59 stretches over a p95', { n: 200, misses: 0, effective: 59 }, 0.05, 'pass'],
  ];
  for (const [says, evidence, allowed, status] of cases)
    test(`${says}: ${status}`, () => assert.equal(judgeDependentMisses(evidence, allowed), status));
});

describe('status and interval are one statement', () => {
  const SEEDS = inFull(15, 200);
  /** Latencies in stretches of up to so many alike, some of them not answered and some sent late. */
  const drawn = (seed: number) => {
    const random = createRandom(seed, 'statement');
    const run = (n: number) => {
      const stretch = 1 + Math.floor(random.fraction() * 40);
      const lost = random.fraction() < 0.3 ? 0.04 : 0;
      let level = 0;
      const latencies = Float64Array.from({ length: n }, (_, i) => {
        if (i % stretch === 0) level = -300 * Math.log(1 - random.fraction());
        return random.fraction() < lost ? Infinity : level + 20 * random.fraction();
      });
      const isLate = random.fraction() < 0.3;
      const lags = latencies.map(() => (isLate ? 200 * random.fraction() : 0));
      return { latencies, lags };
    };
    const slices = 1 + Math.floor(random.fraction() * 3);
    return Array.from({ length: slices }, () => run(20 + Math.floor(random.fraction() * 300)));
  };

  test('the limit lies in the interval of a latency exactly where it is undecided', () => {
    const seen = new Map<string, number>();
    for (let seed = 0; seed < SEEDS; seed += 1) {
      const runs = drawn(seed);
      for (const percentile of Object.keys(ALLOWED_MISS_SHARE_BY_PERCENTILE) as Percentile[]) {
        for (const limit of [5, 60, 300, 700, 1500, 4000]) {
          const evidence = latencyEvidence(runs, [percentile, limit]);
          const { ci_low, ci_high, n } = evidence;
          const status = judgeDependentMisses(evidence, ALLOWED_MISS_SHARE_BY_PERCENTILE[percentile]);
          const says = JSON.stringify({ seed, percentile, limit, status, ...evidence });
          if (ci_low !== null && n > 0) assert.equal(ci_low > limit, status === 'fail', says);
          assert.equal(ci_high !== null && ci_high <= limit, status === 'pass', says);
          if (ci_low !== null && ci_high !== null) assert.ok(ci_low <= ci_high, says);
          seen.set(status, (seen.get(status) ?? 0) + 1);
        }
      }
    }
    for (const status of ['pass', 'fail', 'inconclusive'])
      assert.ok((seen.get(status) ?? 0) > 1.5 * SEEDS, `${status} ${seen.get(status)}`);
  });

  test('the share that may fail lies in the interval of an availability exactly where it is undecided', () => {
    for (const n of [20, 200, 2000]) {
      for (const effective of [1, 3, 20, 150, 2000]) {
        for (const misses of [0, 1, 5, 19]) {
          const evidence = { n, misses, effective: Math.min(n, effective) };
          const { low, high } = missesRange(evidence);
          for (const allowed of [0.0005, 0.005, 0.02, 0.1, 0.4]) {
            const open = allowed > low && allowed < high;
            const says = JSON.stringify({ ...evidence, low, high, allowed });
            assert.equal(open, judgeDependentMisses(evidence, allowed) === 'inconclusive', says);
          }
        }
      }
    }
  });
});

describe('how many requests', () => {
  test('without a miss: those of the reference', () => {
    for (const { q, conf, n } of stats.min_n_zero_miss) {
      assert.equal(fewestWithoutMiss(1 - q, 1 - conf), n, `${q} at ${conf}`);
    }
    for (const { target, n } of stats.availability_zero_failure_n_95)
      assert.equal(fewestWithoutMiss(1 - target), n);
  });

  test('none are needed where it is decided; with none so far, those without a miss', () => {
    assert.equal(requestsNeededToDecide({ n: 1000, misses: 4 }, P99), null);
    assert.equal(requestsNeededToDecide({ n: 1000, misses: 16 }, P99), null);
    assert.equal(requestsNeededToDecide({ n: 0, misses: 0 }, P99), 299);
    assert.equal(requestsNeededToDecide({ n: 100, misses: 0 }, P99), 199);
  });

  test('as many more as decide at the same share of misses, about', () => {
    for (const [n, misses] of [
      [1000, 5],
      [1000, 7],
      [1000, 15],
      [200, 4],
    ] as const) {
      const more = requestsNeededToDecide({ n, misses }, P99);
      assert.ok(more !== null && more > 0, `${misses} of ${n}`);
      const all = n + more;
      assert.notEqual(judgeMisses(all, Math.round((misses / n) * all), P99), 'inconclusive');
    }
  });

  test('none would do when the share of misses is the limit itself', () => {
    assert.equal(requestsNeededToDecide({ n: 1000, misses: 10 }, P99), null);
  });

  test('correlated samples are worth fewer', () => {
    for (const { n, rho, n_eff } of stats.autocorrelation.cases)
      assert.equal(effectiveSamples(n, rho), n_eff);
  });
});

describe('percentiles', () => {
  test('the ranks of the interval, and how often it covers', () => {
    for (const { n, q, lower_rank, upper_rank, coverage } of stats.order_statistic_ci_95) {
      const ranks = quantileRanks(n, q, 0.95);
      assert.deepEqual([ranks.lower, ranks.upper], [lower_rank, upper_rank], `${q} of ${n}`);
      assertClose(ranks.coverage, coverage, 5, `${q} of ${n}`);
    }
  });

  test('the worked p99 and p50, by nearest rank', () => {
    const { worked_p99 } = stats;
    const sample = Array.from({ length: 1000 }, (_, i) =>
      Math.exp(Math.log(400) + 0.5 * normalAt((i + 0.5) / 1000)),
    );
    for (const [q, value] of Object.entries(worked_p99.nearest_rank)) {
      assertClose(estimateQuantile(sample, Number(q) * 1000, 0.95)?.observed, value, 3, q);
    }
    const ranks = quantileRanks(1000, 0.99, 0.95);
    assert.deepEqual([ranks.lower, ranks.upper], worked_p99.p99_ci_ranks);
    const p99 = estimateQuantile(sample, 990, 0.95);
    assertClose(p99?.ci_low, worked_p99.p99_ci_ms[0] as number, 3);
    assertClose(p99?.ci_high, worked_p99.p99_ci_ms[1] as number, 3);
    const p50 = estimateQuantile(sample, 500, 0.95);
    assertClose(p50?.ci_low, worked_p99.p50_ci_ms[0] as number, 3);
    assertClose(p50?.ci_high, worked_p99.p50_ci_ms[1] as number, 3);
  });

  test('the rank is found with whole numbers', () => {
    const { n, correct_rank } = stats.nearest_rank_float_hazard;
    assert.equal(nearestRank(n, 999), correct_rank);
    assert.equal(estimateQuantile([], 500, 0.95), null);
  });

  test('Wilson of the reference', () => {
    for (const { ok, n, interval } of stats.wilson_95) {
      const { low, high } = wilsonInterval(ok, n, 0.95);
      assertClose(low, interval[0] as number, 6);
      assertClose(high, interval[1] as number, 6);
    }
  });
});

/** Φ⁻¹ by bisection on the error function's series: the test must not lean on what it tests. */
function normalAt(p: number): number {
  let [low, high] = [-8, 8];
  for (let i = 0; i < 80; i += 1) {
    const middle = (low + high) / 2;
    if (phi(middle) < p) low = middle;
    else high = middle;
  }
  return low;
}

function phi(x: number): number {
  let [term, sum] = [x, x];
  for (let k = 3; Math.abs(term) > 1e-17; k += 2) {
    term *= (x * x) / k;
    sum += term;
  }
  return 0.5 + (sum * Math.exp((-x * x) / 2)) / Math.sqrt(2 * Math.PI);
}
