import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { binomialCdf, normalQuantile } from '../src/measure/statistics/distributions.ts';
import { mcnemarMidP, tangoInterval } from '../src/measure/statistics/paired-proportions.ts';
import { wilsonInterval } from '../src/measure/statistics/statistics.ts';
import {
  enumerateDifference,
  enumerateProportion,
  monteCarloError,
  SIMULATED,
  simulate,
  simulateProportion,
} from './simulations/coverage.ts';
import { coverPassHat, runApplicationFamilies } from './simulations/known-applications.ts';
import { type Design, mostByChance, runFamilies, startForFamilies } from './simulations/known-targets.ts';
import { NO_WORSE_DESIGNS, simulateNoWorse } from './simulations/no-worse.ts';
import { bonettPrice, clopperPearson, newcombe, wald } from './simulations/other-intervals.ts';
import { drawDesign, estimateOf, findDetectable, holdsLater } from './simulations/planned-bounds.ts';
import { DESIGNS, simulateLimit, trueLatency } from './simulations/queues.ts';
import { simulateFamilies } from './simulations/simultaneous.ts';
import { assertClose, assertInterval } from './support/assert-close.ts';
import { onDisk } from './support/each-database.ts';
import type { EvaluationService } from './support/evaluation-service.ts';
import { inFull } from './support/in-full.ts';

// The short version of bench/statistics-coverage.ts and bench/statistics-aa.ts; seeds are fixed, so nothing here is luck.

const RUNS = inFull(500, 2000);
/**
 * Of evaluations of each design. As seeds are fixed there is one draw, so limits leave it 1 % and no more: of 20 families 4
 * false winners at most, of 4 one, by the exact binomial distribution at the rate that is promised.
 */
const FAMILIES = inFull(4, 20);
/** By which the true percentile of a queue is known. */
const REQUESTS_FOR_TRUTH = inFull(200_000, 1_000_000);
/** Planned designs; with fixed seeds, so each must be right. */
const PLANS = inFull(2, 12);

describe('no worse than a baseline', () => {
  const runs = inFull(40, 2000);
  // Of what comes in 5 of 100 runs so many come by chance in 99.5 of 100 draws; of 2,000 it is 6.3 %, which is promised.
  const few = mostByChance(runs, 0.05, 0.005) / runs;
  // The first of the seeds that docs/explanation/statistics.md tells of.
  const FIRST_SEED = 1000;
  const names = [
    'right or wrong, 100 items',
    'right or wrong, 300 items, 3 candidates',
    'graded, 60 items',
    '40 clusters of 5, correlation .3',
    '60 clusters of 5, correlation .3, 3 candidates',
    '400 requests',
    'cost of 150 tasks',
  ];
  for (const name of names) {
    test(`${name}: exactly at the margin it is rarely called no worse, or worse`, async () => {
      const design = NO_WORSE_DESIGNS.find((one) => one.name === name);
      assert.ok(design);
      for (const found of await simulateNoWorse(design, runs, FIRST_SEED)) {
        assert.ok(found.falseNoWorse <= few && found.falseWorse <= few, JSON.stringify(found));
      }
    });
  }

  test('as good a candidate is found as often as planned', async () => {
    for (const name of ['right or wrong, 100 items', '100 clusters of 3 that are copies', '400 requests']) {
      const design = NO_WORSE_DESIGNS.find((one) => one.name === name);
      assert.ok(design);
      for (const { found, planned, measure } of await simulateNoWorse(design, runs, FIRST_SEED)) {
        const [power = 0] = planned;
        const chance = 2.6 * Math.sqrt((power * (1 - power)) / runs);
        assert.ok(Math.abs(found - power) <= 0.05 + chance, `${name} ${measure}: ${found} for ${power}`);
      }
    }
  });
});

describe('a latency limit where requests wait for each other', () => {
  // At the limit by the rule for independent requests 28 to 62 % pass, at .67 and .83; the interval covers 25 to 78 %.
  const runs = inFull(30, 100);
  // So many at most come in 99 of 100 draws of what comes in 5 of 100 runs, by the exact binomial distribution.
  const few = mostByChance(runs, 0.05, 0.01);
  const countOf = (share: number) => Math.round(runs * share);
  for (const name of ['M/M/3 0.3', 'M/M/3 0.67', 'M/M/3 0.83']) {
    test(`${name}: a stack on its limit is rarely called pass or fail`, () => {
      const design = DESIGNS.find((one) => one.name === name);
      assert.ok(design);
      const truth = trueLatency(design, 'p95', REQUESTS_FOR_TRUTH);
      const found = simulateLimit(design, { percentile: 'p95', truth, n: 400, runs });
      assert.equal(mostByChance(100, 0.05, 0.01), 11);
      for (const share of [found.pass, found.fail, 1 - found.covered])
        assert.ok(countOf(share) <= few, JSON.stringify(found));
      // 5 % of error at each end: of 100 runs 18 at most, by the same distribution.
      for (const held of [found.heldBelow, found.heldAbove])
        assert.ok(countOf(1 - held) <= mostByChance(runs, 0.1, 0.01), JSON.stringify(found));
      assert.ok(found.farBelow >= 0.5, `a quarter of the limit passes in ${found.farBelow}`);
    });
  }

  test('independent requests are decided as before', () => {
    const [design] = DESIGNS;
    assert.ok(design);
    const truth = trueLatency(design, 'p99', REQUESTS_FOR_TRUTH);
    const found = simulateLimit(design, { percentile: 'p99', truth, n: 400, runs });
    assert.ok(found.farBelow >= 0.9 && found.above >= 0.95, JSON.stringify(found));
  });
});

test('simulated and enumerated coverage of a proportion agree', async () => {
  for (const [n, p] of [
    [20, 0.9],
    [100, 0.7],
  ] as const) {
    const [exact = 0] = enumerateProportion(wilsonInterval, n, [p]);
    const seen = simulateProportion(wilsonInterval, { n, p, runs: RUNS });
    assert.ok(Math.abs(seen - exact) <= 3 * monteCarloError(exact, RUNS), `${n}, ${p}: ${seen} and ${exact}`);
  }
});

test("Tango's interval covers a paired difference by exact enumeration", async () => {
  for (const n of [20, 50]) {
    for (const rates of [
      [0.1, 0.1],
      [0.3, 0.1],
    ] as const) {
      const coverage = enumerateDifference(tangoInterval, n, rates);
      assert.ok(coverage >= 0.92 && coverage <= 1, `n ${n}, ${rates}: ${coverage}`);
    }
  }
});

test('the other intervals cover at least 92 %, three Monte Carlo errors allowed', async () => {
  for (const one of SIMULATED) {
    const coverage = simulate(one, RUNS);
    assert.ok(coverage >= 0.92 - 3 * monteCarloError(0.92, RUNS), `${one.name}: ${coverage}`);
  }
});

describe('applications and tasks whose truth is known', () => {
  test('of equal applications few families name a winner, and intervals hold their accuracy', async () => {
    const service = await startForFamilies(onDisk(undefined, async () => {}));
    try {
      const design = { name: 'equal', questions: 60, accuracy: 0.8, applications: 2 };
      const { families, falseWinners, scores, held } = await runApplicationFamilies(
        service,
        design,
        FAMILIES,
      );
      assert.ok(falseWinners <= mostByChance(families, 0.05, 0.01), `${falseWinners} false winners`);
      assert.ok(scores - held <= mostByChance(scores, 0.05, 0.01), `${held} of ${scores} held`);
    } finally {
      await service.stop();
    }
  });

  test('the interval of pass^k holds it, for tasks that differ and clusters of them', async () => {
    const runs = inFull(100, 2000);
    const kinds = [
      { share: 0.6, solved: 0.95 },
      { share: 0.4, solved: 0.4 },
    ];
    for (const clusterOf of [1, 3]) {
      const design = { name: String(clusterOf), tasks: 40 * clusterOf, epochs: 4, kinds, clusterOf };
      for (const held of await coverPassHat(design, runs))
        assert.ok(runs - held <= mostByChance(runs, 0.07, 0.01), `${held} of ${runs} held`);
    }
  });
});

describe('plans and evaluations of targets whose skill is known', () => {
  let service: EvaluationService;
  before(async () => {
    service = await startForFamilies(onDisk(undefined, async () => {}));
  });
  after(() => service.stop());

  const clusters = { size: 8, correlation: 0.8 };
  const designs: readonly Design[] = [
    { name: 'four equal targets', items: 40, accuracies: [0.7, 0.7, 0.7, 0.7] },
    { name: 'targets just above the margin apart', items: 150, accuracies: [0.9, 0.79] },
    { name: 'equal targets, items in clusters', items: 160, clusters, accuracies: [0.7, 0.7] },
    {
      name: 'targets at the planned difference, items of a cluster copies',
      items: 90,
      clusters: { size: 3, correlation: 1 },
      accuracies: 'smallest_detectable_difference',
    },
  ];

  test('the bounds of an estimate hold the difference that is found afterwards, and what a run says of it', async () => {
    const workspaceId = await service.newWorkspace();
    for (let seed = 0; seed < PLANS; seed++) {
      const design = drawDesign(seed);
      const planned = await estimateOf(service, workspaceId, design);
      const later = await findDetectable(design, 60);
      const bounds = {
        low: planned.smallest_detectable_at_best ?? null,
        high: planned.smallest_detectable_at_worst ?? null,
      };
      const said = JSON.stringify({ ...design, ...bounds, ...later });
      // A bound that is missing would hold anything.
      assert.ok(bounds.low !== null && bounds.high !== null, said);
      assert.ok(holdsLater(bounds, later.detectable), said);
      assert.ok(later.said === null || holdsLater(bounds, later.said), said);
    }
  });

  for (const design of designs) {
    test(`${design.name}: few false winners and ties, intervals that hold the truth, and the power that was planned`, async () => {
      const found = await runFamilies(service, design, FAMILIES);
      const said = JSON.stringify(found);
      const two = design.accuracies.length !== 4;
      const most = (of: number, rate: number) => mostByChance(of, rate, 0.01);
      // Comparisons of four targets with each other are not independent, so chance may miss more of them together.
      const missed = found.differences - found.differencesHeld;
      assert.ok(found.falseWinners <= most(FAMILIES, 0.05), said);
      assert.ok(!two || missed <= most(found.differences, 0.05), said);
      assert.ok(found.scores - found.scoresHeld <= most(found.scores, 0.05), said);
      assert.ok(found.falseTies <= most(found.apart, 0.05), said);
      const planned = typeof design.accuracies === 'string' ? found.different : 0;
      assert.ok(planned === 0 || found.different - found.winners <= most(planned, 0.2), said);
      // Were answers shared or drawn alike, it would be 1; ten standard errors are 0.3 with 30 independent units.
      assert.ok(Math.abs(found.correlations / found.differences) < 0.3, said);
    });
  }
});

test('all simultaneous intervals of a family hold the truth in 95 of 100, and none contradicts its outcome', async () => {
  const families = inFull(200, 300);
  for (const rates of [
    [0.8, 0.8, 0.6],
    [0.75, 0.7, 0.65, 0.6],
  ]) {
    const found = await simulateFamilies(rates, 100, families);
    const { together, alone, contradictions } = found;
    const error = 3 * monteCarloError(0.95, families);
    assert.ok(together >= 0.95 - error && alone < 0.95 - error, JSON.stringify(found));
    assert.equal(contradictions, 0);
  }
});

test('the intervals that stand beside Wilson in the table give their references', () => {
  const rows: [number, number, [number, number], [number, number]][] = [
    [8, 10, [0.443905, 0.974789], [0.552082, 1]],
    [17, 20, [0.621073, 0.967929], [0.693509, 1]],
    [70, 100, [0.600185, 0.787594], [0.610183, 0.789817]],
    [850, 1000, [0.826342, 0.871575], [0.827869, 0.872131]],
    [5, 5, [0.478176, 1], [1, 1]],
    [0, 10, [0, 0.308497], [0, 0]],
    [1, 1, [0.025, 1], [1, 1]],
  ];
  for (const [x, n, exact, normal] of rows) {
    assertInterval(clopperPearson(x, n, 0.95), exact, 6, `Clopper-Pearson ${x}/${n}`);
    assertInterval(wald(x, n, 0.95), normal, 6, `normal ${x}/${n}`);
  }
});

test('the ends of Clopper-Pearson are where the tail probability is α/2', () => {
  for (const [x, n] of [
    [1, 2],
    [8, 10],
    [57, 180],
  ] as const) {
    const { low } = clopperPearson(x, n, 0.95);
    assertClose(1 - binomialCdf(x - 1, n, low), 0.025, 9, `P(X ≥ ${x}) at ${low}`);
  }
});

test("the intervals that stand beside Tango's give their references", () => {
  const rows: [number, number, number, number, [number, number], [number, number]][] = [
    [1, 1, 7, 12, [-0.50692, -0.025559], [-0.508359, -0.01338]],
    [5, 2, 0, 3, [-0.102671, 0.449268], [-0.146087, 0.47942]],
    [60, 10, 4, 26, [-0.014991, 0.134336], [-0.017185, 0.134832]],
    [120, 25, 10, 45, [0.017005, 0.132528], [0.016133, 0.132382]],
    [700, 26, 14, 260, [-0.000581, 0.024652], [-0.000679, 0.024631]],
    [8, 0, 0, 2, [-0.235546, 0.235546], [-0.230984, 0.230984]],
  ];
  for (const [bothRight, onlyA, onlyB, bothWrong, square, adjusted] of rows) {
    const counts = { bothRight, onlyA, onlyB, bothWrong };
    assertInterval(newcombe(counts, 0.95), square, 6, `Newcombe ${JSON.stringify(counts)}`);
    assertInterval(bonettPrice(counts, 0.95), adjusted, 6, `Bonett-Price ${JSON.stringify(counts)}`);
  }
});

test('the example at the beginning of docs/explanation/statistics.md', () => {
  assertInterval(wilsonInterval(85, 100, 0.95), [0.767, 0.907], 3, 'the interval of 85 of 100');
  assertClose(mcnemarMidP(12, 3), 0.0213, 4, 'the p-value of 12 against 3');
  const counts = { bothRight: 73, onlyA: 12, onlyB: 3, bothWrong: 12 };
  assertInterval(tangoInterval(counts, 0.95), [0.016, 0.174], 3, 'the interval of the difference');
});

test('.70 against .75 takes 1251 items in each of two unpaired samples', () => {
  const [p1, p2, pooled] = [0.7, 0.75, 0.725];
  const underNull = normalQuantile(0.975) * Math.sqrt(2 * pooled * (1 - pooled));
  const underTruth = normalQuantile(0.8) * Math.sqrt(p1 * (1 - p1) + p2 * (1 - p2));
  assert.equal(Math.ceil(((underNull + underTruth) / (p1 - p2)) ** 2), 1251);
});
