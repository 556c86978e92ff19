/**
 * How often a target whose true score is exactly a minimum is called pass, and fail, how often the interval of both ends
 * holds the truth, and how often 8 points above and below it are decided (of .95, only below). Seeded simulation through
 * plan and verdict.
 *
 *   node bench/minimum-quality.ts [runs] [first seed]   (default 400, 0)
 */
import { MINIMUM_DESIGNS, simulateMinimum } from '../server/test/simulations/minimum-quality.ts';

const runs = Number(process.argv[2] ?? 400);
const firstSeed = Number(process.argv[3] ?? 0);
const percent = (share: number) => (100 * share).toFixed(1).padStart(5);

console.log(
  `${runs} runs each; at the minimum: pass, fail, interval covers; 8 points above: pass; 8 below: fail, %`,
);
for (const design of MINIMUM_DESIGNS) {
  for (const least of [0.5, 0.8, 0.9, 0.95]) {
    for (const items of [100, 300, 1000]) {
      const asked = { least, items, runs, firstSeed };
      const { pass, fail, covered } = await simulateMinimum(design, { ...asked, truth: least });
      const above =
        least + 0.08 < 1
          ? (await simulateMinimum(design, { ...asked, truth: least + 0.08 })).pass
          : Number.NaN;
      const below = await simulateMinimum(design, { ...asked, truth: least - 0.08 });
      const cells = [pass, fail, covered, above, below.fail].map(percent).join(' ');
      console.log(`  ${design.name.padEnd(32)} min ${least} n ${String(items).padStart(4)}  ${cells}`);
    }
  }
}
