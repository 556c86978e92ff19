import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ChatOutcome, NO_USAGE } from '../contract/chat.ts';
import type { FailureClass } from '../contract/outcome.ts';
import { createLimiter } from './limiter.ts';
import { callWithRetries, DEFAULT_RETRY_POLICY } from './retry.ts';

const good: ChatOutcome = {
  ok: true,
  text: 'fine',
  reasoning: null,
  finishReason: 'stop',
  usage: NO_USAGE,
  returnedModel: null,
  sent: {},
  latencyMs: 1,
};
const bad = (kind: FailureClass, retryAfterMs?: number): ChatOutcome => ({
  ok: false,
  class: kind,
  reason: 'server_error',
  message: kind,
  latencyMs: 1,
  ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
});

/** Runs a script of outcomes (the last one repeats) and records every pause. */
async function run(script: ChatOutcome[], seed = 'unit-1') {
  const limiter = createLimiter({ start: 1 });
  const pauses: number[] = [];
  const inFlightWhilePausing: number[] = [];
  let at = 0;
  const result = await callWithRetries(async () => script[Math.min(at++, script.length - 1)] ?? good, {
    limiter,
    seed,
    sleep: async (ms) => {
      pauses.push(ms);
      inFlightWhilePausing.push(limiter.state().inFlight);
    },
  });
  return { ...result, pauses, inFlightWhilePausing, limiter };
}

const CEILINGS: [FailureClass, number][] = [
  ['rate_limit', 9],
  ['transient', 4],
  ['timeout', 2],
  ['quota', 1],
  ['deterministic', 1],
];

test('a failure that never ends is given up at the ceiling of its class', async () => {
  for (const [kind, attempts] of CEILINGS) {
    const result = await run([bad(kind)]);
    assert.equal(result.attempts, attempts, kind);
    assert.ok(!result.outcome.ok && result.outcome.class === kind);
  }
});

test('classes are counted apart, and a success ends it', async () => {
  const result = await run([bad('rate_limit'), bad('transient'), bad('transient'), good]);
  assert.deepEqual([result.attempts, result.pauses.length, result.outcome], [4, 3, good]);
});

test('pauses double within half to whole of the back-off, up to the longest', async () => {
  const { pauses } = await run([bad('rate_limit')]);
  const { baseMs, maxMs } = DEFAULT_RETRY_POLICY.rate_limit;
  for (const [i, pause] of pauses.entries()) {
    const whole = Math.min(maxMs, baseMs * 2 ** i);
    assert.ok(pause >= whole / 2 && pause <= whole, `${i}: ${pause}`);
  }
});

test('the same seed pauses the same times, another seed others', async () => {
  const first = await run([bad('transient')]);
  assert.deepEqual((await run([bad('transient')])).pauses, first.pauses);
  assert.notDeepEqual((await run([bad('transient')], 'unit-2')).pauses, first.pauses);
});

test('Retry-After is waited for in full, and not at all when it is absurd', async () => {
  const patient = await run([bad('rate_limit', 5_000), good]);
  assert.ok((patient.pauses[0] ?? 0) >= 5_000 && (patient.pauses[0] ?? 0) <= 5_500);
  const absurd = await run([bad('rate_limit', 86_400_000), good]);
  assert.deepEqual([absurd.attempts, absurd.pauses.length], [1, 0]);
});

test('the slot is free while a call pauses', async () => {
  const result = await run([bad('transient'), bad('rate_limit'), good]);
  assert.deepEqual(result.inFlightWhilePausing, [0, 0]);
  assert.equal(result.limiter.state().inFlight, 0);
});

test('aborting ends a pause with the caller’s reason, and leaves no slot taken', async () => {
  const limiter = createLimiter({ start: 1 });
  const controller = new AbortController();
  const reason = new Error('cancelled');
  const call = callWithRetries(async () => bad('rate_limit', 60_000), {
    limiter,
    seed: 's',
    signal: controller.signal,
  });
  setTimeout(() => controller.abort(reason), 10);
  await assert.rejects(call, reason);
  assert.equal(limiter.state().inFlight, 0);
});

test('an attempt that throws gives its slot back', async () => {
  const limiter = createLimiter({ start: 1 });
  await assert.rejects(
    callWithRetries(() => Promise.reject(new Error('defect')), { limiter, seed: 's' }),
    /defect/,
  );
  assert.equal(limiter.state().inFlight, 0);
});

test('no attempt begins after the end: the failure before it is the outcome', async () => {
  const limiter = createLimiter({ start: 1 });
  let asked = 0;
  const { outcome, attempts } = await callWithRetries(
    async (leftMs) => {
      asked += 1;
      assert.ok(leftMs > 0);
      return bad('transient');
    },
    {
      limiter,
      withinMs: 60_000,
      seed: 'unit-1',
      // Another call takes the only slot, and the end passes before it is free again.
      async sleep() {
        const slot = await limiter.acquire();
        const { now } = performance;
        performance.now = () => now.call(performance) + 61_000;
        slot.release();
      },
    },
  ).finally(() => Reflect.deleteProperty(performance, 'now'));
  assert.deepEqual({ ok: outcome.ok, attempts, asked }, { ok: false, attempts: 1, asked: 1 });
  assert.equal(limiter.state().inFlight, 0);
});
