/**
 * How often candidates that are worse by exactly the margin are called no worse, and worse, and how often one that is as good
 * as the baseline is called no worse beside what the estimate plans. Seeded simulation through the comparer and the planner.
 *
 *   node bench/no-worse.ts [evaluations] [first seed] [part of a design's name]   (default 2000, 0, all)
 */
import { NO_WORSE_DESIGNS, simulateNoWorse } from '../server/test/simulations/no-worse.ts';
import { formatPercent, numberArguments, POSITIONAL_ARGUMENTS, tableHead, tableRow } from './lib/harness.ts';

const [runs, firstSeed] = numberArguments([2000, 0]);
const [, , part = ''] = POSITIONAL_ARGUMENTS;

console.log(`${runs} evaluations each`);
tableHead('design', 'measure', 'false no worse', 'false worse', 'found where as good', 'planned');
for (const design of NO_WORSE_DESIGNS.filter(({ name }) => name.includes(part)))
  for (const { measure, falseNoWorse, falseWorse, found, planned } of await simulateNoWorse(
    design,
    runs,
    firstSeed,
  )) {
    const shares = [falseNoWorse, falseWorse, found].map((share) => formatPercent(share));
    tableRow(design.name, measure, ...shares, planned.map((share) => formatPercent(share)).join(' to '));
  }
