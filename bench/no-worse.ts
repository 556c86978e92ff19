/**
 * How often a candidate that is worse by exactly the margin is called no worse, and how often worse; and how often a
 * candidate as good as the baseline is called no worse, beside the probability that the estimate predicts. A seeded
 * simulation with the functions that compare and plan.
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
