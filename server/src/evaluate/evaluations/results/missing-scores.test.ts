import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aggregateOf, FAILED, planOf } from '../../../../test/support/evaluation-plan.ts';
import type { Cell } from './aggregate.ts';
import { fillMissing, hasMissing, scoreBounds } from './missing-scores.ts';

test('a missing epoch counts as wrong or as right with its share of the item', () => {
  // Two epochs: both right; one right, one missing; both missing; one wrong, one missing.
  const said = [
    [1, 1],
    [1, null],
    [null, null],
    [0, null],
  ];
  const aggregate = aggregateOf(planOf([4], 1, 2), ({ item, epoch }) => said[item]?.[epoch] ?? FAILED);
  const cell = aggregate.cells[0]?.[0] as Cell;
  assert.ok(hasMissing(cell));
  assert.deepEqual([...fillMissing(cell, 0)], [1, 0.5, 0, 0]);
  assert.deepEqual([...fillMissing(cell, 1)], [1, 1, 1, 0.5]);
  assert.deepEqual(scoreBounds(cell), { low: 0.375, high: 0.875 });
});

test('where nothing is missing both ends are the score', () => {
  const aggregate = aggregateOf(planOf([4], 1, 1), ({ item }) => item % 2);
  const cell = aggregate.cells[0]?.[0] as Cell;
  assert.equal(hasMissing(cell), false);
  assert.deepEqual(scoreBounds(cell), { low: 0.5, high: 0.5 });
});
