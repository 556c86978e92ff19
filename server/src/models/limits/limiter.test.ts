import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLimiter, type Limiter, type Slot } from './limiter.ts';

/** Takes every slot there is right now. */
async function fill(limiter: Limiter): Promise<Slot[]> {
  const slots: Slot[] = [];
  while (limiter.state().inFlight < limiter.state().limit) slots.push(await limiter.acquire());
  return slots;
}

/** One clean round at full load: every call in flight succeeds at its first try. */
async function cleanRound(limiter: Limiter) {
  const slots = await fill(limiter);
  const needed = Math.max(limiter.state().limit, 4);
  for (let i = 0; i < needed; i++) limiter.succeeded(true);
  for (const slot of slots) slot.release();
}

test('never more calls in flight than the limit, served in the order they came', async () => {
  const limiter = createLimiter({ start: 2, max: 2 });
  const order: number[] = [];
  const first = await limiter.acquire();
  await limiter.acquire();
  const waiting = [3, 4, 5].map(async (n) => {
    const slot = await limiter.acquire();
    order.push(n);
    slot.release();
  });
  assert.deepEqual([limiter.state().inFlight, limiter.state().waiting], [2, 3]);
  first.release();
  first.release(); // a second time does nothing
  await Promise.all(waiting);
  assert.deepEqual(order, [3, 4, 5]);
  assert.equal(limiter.state().inFlight, 1);
});

test('it begins where it was told to, above 200 too, and below a max that is given', () => {
  assert.equal(createLimiter({ start: 500 }).state().limit, 500);
  assert.equal(createLimiter({ start: 500, max: 300 }).state().limit, 300);
});

test('an aborted wait leaves the queue and takes no slot', async () => {
  const limiter = createLimiter({ start: 1, max: 1 });
  const slot = await limiter.acquire();
  const controller = new AbortController();
  const reason = new Error('cancelled');
  const given = assert.rejects(limiter.acquire(controller.signal), reason);
  const kept = limiter.acquire();
  controller.abort(reason);
  await given;
  slot.release();
  (await kept).release();
  assert.deepEqual([limiter.state().inFlight, limiter.state().waiting], [0, 0]);
  await assert.rejects(limiter.acquire(controller.signal), reason);
});

test('it doubles per clean round until the first 429, then grows by 5 %', async () => {
  let at = 0;
  const limiter = createLimiter({ start: 10, max: 1000, now: () => at });
  await cleanRound(limiter);
  await cleanRound(limiter);
  assert.equal(limiter.state().limit, 40);
  limiter.rateLimited();
  assert.equal(limiter.state().limit, 32);
  at = 20_000;
  await cleanRound(limiter);
  assert.equal(limiter.state().limit, 33);
  assert.deepEqual(
    limiter.state().history.map((h) => h.limit),
    [10, 20, 40, 32, 33],
  );
});

test('the limit is cut once per cool-down and does not grow during it; Retry-After lengthens the cool-down', async () => {
  let at = 0;
  const limiter = createLimiter({ start: 100, max: 1000, now: () => at });
  limiter.rateLimited(60_000);
  limiter.rateLimited();
  assert.equal(limiter.state().limit, 80);
  at = 59_000;
  limiter.rateLimited();
  await cleanRound(limiter);
  assert.equal(limiter.state().limit, 80);
  at = 60_000;
  limiter.rateLimited();
  assert.equal(limiter.state().limit, 64);
});

test('a limit that was never reached is not raised', () => {
  const limiter = createLimiter({ start: 10 });
  for (let i = 0; i < 100; i++) limiter.succeeded(true);
  assert.equal(limiter.state().limit, 10);
});

test('a failure ends the round, and a success after a retry does not count', async () => {
  const limiter = createLimiter({ start: 4 });
  await fill(limiter);
  for (let i = 0; i < 3; i++) limiter.succeeded(true);
  limiter.failed();
  for (let i = 0; i < 3; i++) limiter.succeeded(true);
  limiter.succeeded(false);
  assert.equal(limiter.state().limit, 4);
  limiter.succeeded(true);
  assert.equal(limiter.state().limit, 8);
});

test('the configured ceiling wins over the start and over growth', async () => {
  const limiter = createLimiter({ start: 50, max: 8 });
  assert.equal(limiter.state().limit, 8);
  await cleanRound(limiter);
  assert.equal(limiter.state().limit, 8);
});

test('it never falls below one', () => {
  let at = 0;
  const limiter = createLimiter({ start: 2, now: () => at });
  for (; at < 1e6; at += 20_000) limiter.rateLimited();
  assert.equal(limiter.state().limit, 1);
});

test('no more requests in a minute than the ceiling, counted over any 60 seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let at = 0;
  const pass = async (ms: number) => {
    at += ms;
    t.mock.timers.tick(ms);
    for (let i = 0; i < 10; i++) await Promise.resolve();
  };
  const limiter = createLimiter({ start: 100, requestsPerMinute: 3, now: () => at });
  let granted = 0;
  const asks = Array.from({ length: 5 }, async () => {
    (await limiter.acquire()).release();
    granted += 1;
  });
  await pass(0);
  assert.equal(granted, 3);
  await pass(59_999);
  assert.equal(granted, 3);
  await pass(1);
  assert.equal(granted, 5);
  await Promise.all(asks);
});

test('changed limits apply at once, to waiting calls and to calls that were admitted before', async () => {
  let at = 0;
  const limiter = createLimiter({ start: 1, max: 1, now: () => at });
  await limiter.acquire();
  const waits = limiter.acquire();
  limiter.setLimits({ maxConcurrency: 3, requestsPerMinute: 2 });
  await waits;
  assert.deepEqual([limiter.state().limit, limiter.state().inFlight], [3, 2]);
  limiter.setLimits({ maxConcurrency: 2, requestsPerMinute: 2 });
  assert.equal(limiter.state().limit, 2);
  at += 1;
  limiter.setLimits({ maxConcurrency: 5 });
  assert.equal((await fill(limiter)).length, 3);
});
