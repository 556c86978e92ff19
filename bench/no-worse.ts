/**
 * How often candidates that are worse by exactly the margin are called no worse, and worse, and how often one that is as good
 * as the baseline is called no worse beside what the estimate plans. Seeded simulation through the comparer and the planner.
 *
 *   node bench/no-worse.ts [evaluations] [first seed] [part of a design's name]   (default 2000, 0, all)
 */
import { NO_WORSE_DESIGNS, simulateNoWorse } from '../server/test/simulations/no-worse.ts';

const [runs, firstSeed, part] = [
  Number(process.argv[2] ?? 2000),
  Number(process.argv[3] ?? 0),
  process.argv[4] ?? '',
];
const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

console.log(`${runs} evaluations each`);
console.log('| design | measure | false no worse | false worse | found where as good | planned |');
console.log('| --- | --- | --- | --- | --- | --- |');
for (const design of NO_WORSE_DESIGNS.filter(({ name }) => name.includes(part))) {
  for (const one of await simulateNoWorse(design, runs, firstSeed)) {
    const planned = one.planned.map(percent).join(' to ');
    const cells = [
      design.name,
      one.measure,
      percent(one.falseNoWorse),
      percent(one.falseWorse),
      percent(one.found),
    ];
    console.log(`| ${[...cells, planned].join(' | ')} |`);
  }
}
