import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelPrice } from '../../../../models/models.ts';
import { createBudget } from '../../run/budget.ts';
import { createSpending, OverBudget, type Spent } from './spending.ts';

/** A picodollar a token: a million tokens cost a millionth of a dollar. */
const PRICE = { input_usd_per_million: '0.000001', output_usd_per_million: '0.000001' };
const NO_TRY: Spent = { input_tokens: null, output_tokens: null, cost: null, attempts: 0 };
const tokens = (requests: number) => ({
  requests,
  inputTokens: 8 * requests,
  cachedTokens: 0,
  outputTokens: 2 * requests,
});

function spendingOf(input: { before?: Spent; limit?: number; priced?: boolean; price?: ModelPrice } = {}) {
  const kept: Spent[] = [];
  const writes: (() => void)[] = [];
  const spending = createSpending({
    before: input.before ?? NO_TRY,
    price: input.priced === false ? undefined : (input.price ?? PRICE),
    budget: createBudget(input.limit ?? null, { spent: 0, calls: 0, cutOff: 0 }),
    signal: new AbortController().signal,
    keep(spent) {
      kept.push(spent);
      return new Promise((resolve) => writes.push(resolve));
    },
  });
  return { spending, kept, writes };
}

test('what a window has come to so far is kept, one write at a time, and nothing is counted twice', async () => {
  const { spending, kept, writes } = spendingOf();
  spending.soFar(tokens(1));
  spending.soFar(tokens(2));
  assert.deepEqual(
    kept.map(({ cost }) => cost),
    [10],
  );
  writes[0]?.();
  await new Promise(setImmediate);
  spending.soFar(tokens(3));
  assert.deepEqual(
    kept.map(({ cost }) => cost),
    [10, 30],
  );
  spending.windowEnded(tokens(4));
  spending.soFar(tokens(1));
  assert.deepEqual(spending.total(), { attempts: 1, input_tokens: 40, output_tokens: 10, cost: 50 });
  assert.equal(spending.ownCost(), 50);
});

test('what a server read from its cache costs what it is priced at', () => {
  const { spending } = spendingOf();
  const cached = { ...tokens(1), cachedTokens: 8 };
  spending.windowEnded(cached);
  assert.equal(spending.ownCost(), 10, 'without a price of its own it is input as any other');
  const free = { ...PRICE, cached_input_usd_per_million: 0 };
  const { spending: priced } = spendingOf({ price: free });
  priced.windowEnded(cached);
  priced.windowEnded(tokens(1));
  assert.equal(priced.ownCost(), 2 + 10);
});

test('earlier tries count in the row, and not once more in the budget', () => {
  const before = { attempts: 2, input_tokens: 100, output_tokens: 20, cost: 120 };
  const { spending } = spendingOf({ before });
  assert.deepEqual(spending.total(), { ...before, attempts: 3 });
  spending.windowEnded(tokens(1));
  assert.deepEqual(spending.total(), { attempts: 3, input_tokens: 108, output_tokens: 22, cost: 130 });
  assert.equal(spending.ownCost(), 10);
});

test('load that the budget does not cover any more is ended', () => {
  const { spending } = spendingOf({ limit: 35 });
  spending.soFar(tokens(3));
  assert.equal(spending.signal.aborted, false);
  spending.soFar(tokens(4));
  assert.ok(spending.signal.reason instanceof OverBudget);
});

test('without a price nothing is known of the cost, and that is not 0', () => {
  const { spending } = spendingOf({ priced: false });
  spending.windowEnded(tokens(5));
  assert.deepEqual(spending.total(), { attempts: 1, input_tokens: 40, output_tokens: 10, cost: null });
});
