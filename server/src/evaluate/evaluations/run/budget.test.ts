import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBudget } from './budget.ts';

const NOTHING_BEFORE = { spent: 0, calls: 0, cutOff: 0 };

/** What a promise has come to once everything that waits for nothing else has run. */
async function soFar<T>(promise: Promise<T>): Promise<T | 'waits'> {
  const turn = new Promise<'waits'>((resolve) => setImmediate(resolve, 'waits'));
  return Promise.race([promise, turn]);
}

test('without a limit every call goes ahead', async () => {
  const budget = createBudget(null, NOTHING_BEFORE);
  for (let i = 0; i < 100; i++) assert.equal(await soFar(budget.reserve('target 0')), true);
  budget.settle('target 0', 1e12);
  assert.equal(budget.isSpent(), false);
});

test('the first call of a target goes ahead alone, for it tells what its calls cost', async () => {
  const budget = createBudget(100, NOTHING_BEFORE);
  assert.equal(await soFar(budget.reserve('target 0')), true);
  const second = budget.reserve('target 0');
  assert.equal(await soFar(second), 'waits');
  assert.equal(await soFar(budget.reserve('target 1')), true);
  budget.settle('target 0', 10);
  assert.equal(await soFar(second), true);
});

test('what is expected to cost more than there is does not go ahead, not even as the first', async () => {
  const budget = createBudget(100, NOTHING_BEFORE);
  assert.equal(await soFar(budget.reserve('target 0', 100)), true);
  budget.settle('target 0', 60);
  assert.equal(await soFar(budget.reserve('target 1', 41)), false);
  assert.equal(budget.isSpent(), true);
});

test('calls in flight count at what such calls cost, so that the limit is not exceeded', async () => {
  const budget = createBudget(100, NOTHING_BEFORE);
  await budget.reserve('target 0');
  budget.settle('target 0', 30);
  assert.deepEqual(
    [await soFar(budget.reserve('target 0')), await soFar(budget.reserve('target 0'))],
    [true, true],
  );
  const third = budget.reserve('target 0');
  assert.equal(await soFar(third), 'waits');
  budget.settle('target 0', 30);
  budget.settle('target 0', 30);
  assert.equal(await third, false);
  assert.equal(budget.isSpent(), true);
});

test('a call that cost less than such calls did lets another one in', async () => {
  const budget = createBudget(100, NOTHING_BEFORE);
  await budget.reserve('target 0');
  budget.settle('target 0', 50);
  assert.equal(await soFar(budget.reserve('target 0')), true);
  const waiting = budget.reserve('target 0');
  assert.equal(await soFar(waiting), 'waits');
  budget.settle('target 0', 0);
  assert.equal(await waiting, true);
});

test('a call whose cost is not known takes nothing from the budget', async () => {
  const budget = createBudget(100, NOTHING_BEFORE);
  for (let i = 0; i < 50; i++) {
    assert.equal(await soFar(budget.reserve('target 0')), true);
    budget.settle('target 0', null);
  }
  assert.equal(budget.isSpent(), false);
});

test('what earlier runs spent counts, and says what a call costs before one was made', async () => {
  const spent = createBudget(100, { spent: 100, calls: 10, cutOff: 0 });
  assert.equal(await spent.reserve('target 0'), false);
  const tight = createBudget(105, { spent: 100, calls: 10, cutOff: 0 });
  assert.equal(await tight.reserve('target 0'), false);
  const enough = createBudget(110, { spent: 100, calls: 10, cutOff: 0 });
  assert.equal(await enough.reserve('target 0'), true);
});

test('what something in flight has come to is covered while it fits, and what is given up turns the rest away', async () => {
  const budget = createBudget(100, { spent: 40, calls: 1, cutOff: 0 });
  assert.equal(await soFar(budget.reserve('target 0', 50)), true);
  assert.deepEqual([budget.covers(60), budget.covers(61)], [true, false]);
  assert.equal(budget.isSpent(), false);
  budget.giveUp('target 0', 61);
  assert.equal(budget.isSpent(), true);
  assert.equal(await soFar(budget.reserve('target 1')), false);
});

test('calls that a kill cut off count at what calls cost on average, which may be known only later', async () => {
  const before = createBudget(100, { spent: 40, calls: 4, cutOff: 5 });
  assert.equal(await before.reserve('target 0'), true);
  before.settle('target 0', 10);
  assert.equal(await before.reserve('target 0'), false);

  const later = createBudget(100, { spent: 0, calls: 0, cutOff: 4 });
  assert.equal(await later.reserve('target 0'), true);
  later.settle('target 0', 30);
  assert.equal(await later.reserve('target 0'), false);
});
