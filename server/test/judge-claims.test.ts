import assert from 'node:assert/strict';
import { test } from 'node:test';
import { coverageOf, FIGURES } from './simulations/judge-simulation.ts';

const RUNS = 300;
const SEED = 7;

// The whole table, with 2,000 runs each: node bench/simulated.ts judges
for (const [name, judge] of [
  ['a good judge', { sensitivity: 0.9, specificity: 0.85, byOrder: 0.1 }],
  ['a lenient judge that favours what it sees first', { sensitivity: 0.95, specificity: 0.7, byOrder: 0.2 }],
] as const) {
  test(`the intervals reported of ${name} hold the truth`, () => {
    const held = coverageOf(
      { ...judge, rate: 0.7, answers: 400, labels: 100, pairs: 100, ties: 0.1 },
      RUNS,
      SEED,
    );
    for (const figure of FIGURES) assert.ok(held[figure] >= 0.92, `${figure}: ${held[figure]}`);
  });
}
