import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WindowRecord } from './load-window.ts';
import type { LoadRequest } from './request-log.ts';
import { estimateClock, joinShares } from './shared-window.ts';
import { scheduleWindow, type WindowPlan } from './window-plan.ts';

const PLAN: WindowPlan = {
  traffic: { loop: 'open', arrivals: { kind: 'poisson', rateRps: 200 }, note: '' },
  warmupMs: 100,
  requests: 400,
  longestMs: 60_000,
  inputTokens: { dist: 'constant', value: 100 },
  outputTokens: { dist: 'constant', value: 10 },
  seed: 3,
  generators: 2,
};
const { arrivals, steady } = scheduleWindow(PLAN);

/** What the generator at `index` of two sends, this late by number of its request. */
function share(index: number, lateMs: (own: number) => number = () => 0.5): WindowRecord {
  const requests = [...arrivals]
    .filter((_, number) => number % 2 === index)
    .map((scheduledMs, own): LoadRequest => {
      const calledMs = scheduledMs + lateMs(own);
      const endedMs = calledMs + 20;
      const ends = { firstMs: endedMs, firstTextMs: endedMs, lastMs: endedMs, endedMs };
      const tokens = { inputTokens: 100, outputTokens: 10, cachedTokens: null, chunks: 10 };
      return { scheduledMs, calledMs, sentMs: calledMs, ...ends, ...tokens, outcome: 'answered' };
    });
  return { requests, steady, saturatedAtMs: null, reasons: [] };
}

const CLOCK = { offsetMs: 4, uncertaintyMs: 0.3 };

function voidFor(second: WindowRecord, clock = CLOCK): string[] {
  const shares = [
    { record: share(0), ...CLOCK },
    { record: second, ...clock },
  ];
  return joinShares(PLAN, shares).voidFor;
}

describe('a window that two processes send', () => {
  it('is every request of both, at the times of the schedule', () => {
    const shares = [share(0), share(1)].map((record) => ({ record, ...CLOCK }));
    const { record, generators, voidFor } = joinShares(PLAN, shares);
    assert.deepEqual(
      record.requests.map(({ scheduledMs }) => scheduledMs),
      [...arrivals],
    );
    assert.deepEqual(record.steady, steady);
    assert.deepEqual(voidFor, []);
    const half = { lag_p99_ms: 0.5, clock_offset_ms: 4, clock_uncertainty_ms: 0.3 };
    const [first, second] = generators;
    assert.deepEqual(first, { requests: Math.ceil(arrivals.length / 2), ...half });
    assert.deepEqual(second, { requests: Math.floor(arrivals.length / 2), ...half });
  });

  const whole = share(1);
  const rows: [string, WindowRecord, typeof CLOCK, RegExp | null][] = [
    ['a hundredth that is late does not matter', share(1, (own) => (own % 200 === 50 ? 80 : 1)), CLOCK, null],
    [
      'two hundredths that are late void it',
      share(1, (own) => (own % 50 === 25 ? 12 : 1)),
      CLOCK,
      /generator 2 of 2 sent 12 ms late at the 99th percentile/,
    ],
    ['late requests of the warm-up do not count', share(1, (own) => (own < 5 ? 50 : 1)), CLOCK, null],
    [
      'a request that was not sent voids it',
      { ...whole, requests: whole.requests.slice(0, -1) },
      CLOCK,
      /generator 2 of 2 sent \d+ of its \d+ requests/,
    ],
    [
      'one that a saturated server was spared does not',
      { ...whole, requests: whole.requests.slice(0, -9), saturatedAtMs: 1900 },
      CLOCK,
      null,
    ],
    [
      'a clock that is known to more than a millisecond voids it',
      whole,
      { offsetMs: 0, uncertaintyMs: 1.25 },
      /clock of generator 2 of 2 is known only to 1.25 ms/,
    ],
  ];
  for (const [what, second, clock, expected] of rows) {
    it(what, () => assert.match(voidFor(second, clock).join(), expected ?? /^$/));
  }

  it('ends for all where it ended early for one', () => {
    const early = { ...whole, saturatedAtMs: 900, steady: { ...steady, toMs: 900 } };
    const shares = [share(0), early].map((record) => ({ record, ...CLOCK }));
    assert.equal(joinShares(PLAN, shares).record.steady.toMs, 900);
  });
});

describe('the offset of a clock', () => {
  it('is that of the shortest round trip, and lies within half of it', () => {
    // The other clock is 1000 ms ahead; the way there takes longer than the way back.
    const trips = [
      { askedMs: 0, otherMs: 1009, answeredMs: 10 },
      { askedMs: 20, otherMs: 1020.6, answeredMs: 20.8 },
      { askedMs: 30, otherMs: 1032, answeredMs: 34 },
    ];
    const { offsetMs, uncertaintyMs } = estimateClock(trips);
    assert.ok(Math.abs(uncertaintyMs - 0.4) < 1e-9);
    assert.ok(Math.abs(offsetMs - 1000) <= uncertaintyMs);
    assert.throws(() => estimateClock([]), RangeError);
  });
});
