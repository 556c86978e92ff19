/**
 * How often verdicts, alarms and intervals of the service are right, by seeded simulation of what is known to be true:
 *
 *   node bench/simulated.ts minimum [runs] [first seed]
 *     A target whose true score is exactly a minimum: how often it is called pass, and fail, how often the interval holds the
 *     truth, and how often 8 points above and below it are decided (of .95, only below).
 *   node bench/simulated.ts limit [runs] [first seed]
 *     A stack whose percentile is exactly the limit, where requests wait for each other: the same, with limits of other sizes.
 *   node bench/simulated.ts capacity [searches] [first seed]
 *     What searches for capacity confirm, by the number of requests at each rate, as shares of the rate at which a load
 *     without an end just holds its limit.
 *   node bench/simulated.ts series [series] [first seed] [part of a design's name]
 *     Any of 52 runs of a series raises an alarm, where nothing has changed and where it is worse by exactly the margin,
 *     beside a test at 5 % with every run; and after how many runs a drop of twice the margin is found, beside theory.
 *   node bench/simulated.ts judges [runs]
 *     The 95 % intervals that are reported of judges hold the truth, with a judge of known sensitivity, specificity and
 *     position bias. Ends with 1 where, on 100 labels or more, one holds it in fewer than 92 % of the runs.
 */
import { searchCapacity } from '../server/src/measure/traffic/capacity-search.ts';
import { coverageOf, FIGURES, type JudgeTrial } from '../server/test/simulations/judge-simulation.ts';
import { MINIMUM_DESIGNS, simulateMinimum } from '../server/test/simulations/minimum-quality.ts';
import { DESIGNS, simulateLimit, trueLatency } from '../server/test/simulations/queues.ts';
import { SERIES_DESIGNS, simulateAlarms, simulateDrop } from '../server/test/simulations/series.ts';
import {
  formatPercent,
  numberArguments,
  POSITIONAL_ARGUMENTS,
  quantile,
  tableHead,
  tableRow,
} from './lib/harness.ts';
import { simulatedVerdict, trueCapacity } from './lib/simulated-queue.ts';

async function minimum(runs: number, firstSeed: number): Promise<void> {
  console.log(`${runs} runs each`);
  tableHead(
    'design',
    'minimum',
    'items',
    'pass at it',
    'fail at it',
    'interval covers',
    '8 above: pass',
    '8 below: fail',
  );
  for (const design of MINIMUM_DESIGNS)
    for (const least of [0.5, 0.8, 0.9, 0.95])
      for (const items of [100, 300, 1000]) {
        const at = (truth: number) => simulateMinimum(design, { least, items, runs, firstSeed, truth });
        const { pass, fail, covered } = await at(least);
        const above = least + 0.08 < 1 ? formatPercent((await at(least + 0.08)).pass) : '–';
        const below = formatPercent((await at(least - 0.08)).fail);
        tableRow(
          design.name,
          least,
          items,
          ...[pass, fail, covered].map((share) => formatPercent(share)),
          above,
          below,
        );
      }
}

function limit(runs: number, firstSeed: number): void {
  console.log(`${runs} runs each; the limit in parts of the true percentile`);
  const limits = ['1: pass', '1: fail', '¼: fail', '4: pass', '⅔: fail'];
  tableHead('design', 'percentile', 'requests', 'windows', ...limits, 'interval covers', 'at ½', 'at 4');
  for (const design of DESIGNS)
    for (const percentile of ['p95', 'p99'] as const) {
      const truth = trueLatency(design, percentile);
      for (const [n, slices] of [
        [120, 1],
        [400, 1],
        [2000, 1],
        [400, 5],
        [2000, 5],
      ] as const) {
        const found = simulateLimit(design, { percentile, truth, n, slices, runs, firstSeed });
        const { pass, fail, farBelow, above, farAbove, covered, heldBelow, heldAbove } = found;
        const shares = [pass, fail, farAbove, farBelow, above, covered, heldBelow, heldAbove];
        tableRow(design.name, percentile, n, slices, ...shares.map((share) => formatPercent(share, 0)));
      }
    }
}

async function capacity(searches: number, firstSeed: number): Promise<void> {
  console.log(`${searches} searches each; p95 limit of 3.125 times the service`);
  tableHead(
    'requests',
    'servers',
    'confirmed: median',
    '5 %',
    '95 %',
    'above the true one',
    'none confirmed',
  );
  for (const requests of [100, 300, 1400, 3000])
    for (const servers of [2, 4, 8]) {
      const queue = { servers, serviceMs: 20, limitMs: 62.5, requests };
      const truth = trueCapacity(queue);
      const limits = { startRps: (500 * servers) / queue.serviceMs, maxRps: 1e6, tolerance: 0.08 };
      const confirmed: number[] = [];
      for (let search = 0; search < searches; search++) {
        let seed = 1000 * (search + firstSeed);
        const found = await searchCapacity(limits, async (rate) => simulatedVerdict(queue, rate, seed++));
        if (found.confirmed === true) confirmed.push((found.confirmedRps ?? 0) / truth);
      }
      const above = confirmed.filter((one) => one > 1).length / searches;
      const shares = [0.5, 0.05, 0.95].map((share) => quantile(confirmed, share).toFixed(2));
      tableRow(
        requests,
        servers,
        ...shares,
        formatPercent(above, 0),
        formatPercent(1 - confirmed.length / searches, 0),
      );
    }
}

function series(runs: number, seed: number, part: string): void {
  const [looks, drops] = [52, Math.ceil(runs / 10)];
  console.log(`${runs} series of ${looks} runs each; of drops ${drops}`);
  const alarms = ['quiet: alarm', '5 % each run', 'at the margin: alarm', '5 % each run'];
  tableHead('design', ...alarms, 'drop: theory, took', 'after 10 runs: theory, took');
  for (const design of SERIES_DESIGNS.filter(({ name }) => name.includes(part))) {
    const quiet = simulateAlarms(design, { runs, looks, seed, margins: 0, weeklyMargins: 0 });
    const worse = simulateAlarms(design, { runs, looks, seed, margins: 1, weeklyMargins: 1 });
    const found = [0, 10].map((before) => {
      const { theory, took, inTheory } = simulateDrop(design, {
        runs: drops,
        looks: 12,
        seed,
        quiet: before,
      });
      return `${theory}, ${took} (of ${formatPercent(inTheory)} in which theory finds it)`;
    });
    tableRow(
      design.name,
      ...[quiet, worse].flatMap((one) => [formatPercent(one.alarmed), formatPercent(one.weekly)]),
      ...found,
    );
  }
}

const JUDGES: readonly (Pick<JudgeTrial, 'sensitivity' | 'specificity' | 'byOrder'> & { name: string })[] = [
  { name: 'good', sensitivity: 0.9, specificity: 0.85, byOrder: 0.1 },
  { name: 'lenient', sensitivity: 0.95, specificity: 0.7, byOrder: 0.2 },
  { name: 'poor', sensitivity: 0.75, specificity: 0.75, byOrder: 0.35 },
];

function judges(runs: number): void {
  console.log(
    `${runs} runs each, 400 answers, as many pairs as labels; share of 95 % intervals that hold the truth`,
  );
  tableHead('judge', 'rate', 'labels', ...FIGURES);
  for (const { name, ...judge } of JUDGES)
    for (const rate of [0.5, 0.7, 0.8])
      for (const labels of [50, 100, 200]) {
        const trial = { ...judge, rate, labels, answers: 400, pairs: labels, ties: 0.1 };
        const held = coverageOf(trial, runs, 20_261_121);
        // Fewer labels are too few to call a judge usable, and are shown for comparison.
        if (labels >= 100 && FIGURES.some((figure) => held[figure] < 0.92)) process.exitCode = 1;
        tableRow(name, rate, labels, ...FIGURES.map((figure) => formatPercent(held[figure])));
      }
}

const [name, ...words] = POSITIONAL_ARGUMENTS;
if (name === 'minimum') await minimum(...numberArguments([400, 0], words));
else if (name === 'limit') limit(...numberArguments([400, 0], words));
else if (name === 'capacity') await capacity(...numberArguments([60, 1], words));
else if (name === 'series') series(...numberArguments([1000, 0], words), words[2] ?? '');
else if (name === 'judges') judges(...numberArguments([2000], words));
else throw new Error('Say what is simulated: minimum, limit, capacity, series or judges.');
