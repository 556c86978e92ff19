/**
 * How often a stack whose percentile is exactly the limit is called pass, and fail, where requests wait for each other;
 * how often clear cases are decided, and how often the percentile's 95 % interval holds it. Seeded simulation.
 *
 *   node bench/load-queues.ts [runs] [first seed]   (default 400, 0)
 */
import { DESIGNS, simulateLimit, trueLatency } from '../server/test/simulations/queues.ts';

const RUNS = Number(process.argv[2] ?? 400);
const FIRST_SEED = Number(process.argv[3] ?? 0);
const percent = (share: number) => String(Math.round(100 * share)).padStart(4);

console.log(
  `${RUNS} runs each; limit at the true percentile: pass, fail; at 4 times of it: pass; at two thirds: fail; at a quarter: fail; interval covers; interval of a limit at half of it, at 4 times: covers, %`,
);
for (const design of DESIGNS) {
  for (const percentile of ['p95', 'p99'] as const) {
    const truth = trueLatency(design, percentile);
    for (const [n, slices] of [
      [120, 1],
      [400, 1],
      [2000, 1],
      [400, 5],
      [2000, 5],
    ] as const) {
      const asked = { percentile, truth, n, slices, runs: RUNS, firstSeed: FIRST_SEED };
      const found = simulateLimit(design, asked);
      const { pass, fail, farBelow, above, farAbove, covered, heldBelow, heldAbove } = found;
      const cells = [pass, fail, farBelow, above, farAbove, covered, heldBelow, heldAbove]
        .map(percent)
        .join(' ');
      console.log(
        `  ${design.name.padEnd(14)} ${percentile} n ${String(n).padStart(4)} in ${slices}  ${cells}`,
      );
    }
  }
}
