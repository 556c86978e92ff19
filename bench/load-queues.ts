/**
 * How often a stack whose percentile is exactly the limit is called pass, and fail, where requests wait for each other;
 * how often clear cases are decided, and how often the percentile's 95 % interval holds it. Seeded simulation.
 *
 *   node bench/load-queues.ts [runs]   (default 400)
 */
import { DESIGNS, simulateLimit, trueLatency } from './lib/queues.ts';

const RUNS = Number(process.argv[2] ?? 400);
const percent = (share: number) => String(Math.round(100 * share)).padStart(4);

console.log(
  `${RUNS} runs each; limit at the true percentile: pass, fail; at 4 times of it: pass; at two thirds: fail; interval covers, %`,
);
for (const design of DESIGNS) {
  for (const percentile of ['p95', 'p99'] as const) {
    const truth = trueLatency(design, percentile);
    for (const n of [120, 400, 2000]) {
      const { pass, fail, farBelow, above, covered } = simulateLimit(design, {
        percentile,
        truth,
        n,
        runs: RUNS,
      });
      const cells = [pass, fail, farBelow, above, covered].map(percent).join(' ');
      console.log(`  ${design.name.padEnd(14)} ${percentile} n ${String(n).padStart(4)}  ${cells}`);
    }
  }
}
