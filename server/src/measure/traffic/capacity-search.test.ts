import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type RateOutcome, searchCapacity } from './capacity-search.ts';
import { isSaturated } from './saturation.ts';

const LIMITS = { startRps: 2, maxRps: 1000, tolerance: 0.08 };
const upTo =
  (capacity: number) =>
  async (rate: number): Promise<RateOutcome> =>
    rate <= capacity ? 'pass' : 'fail';

describe('the search for capacity', () => {
  for (const capacity of [0.3, 2, 37, 100, 999]) {
    it(`brackets a capacity of ${capacity} requests/s within the tolerance`, async () => {
      const { highestPassedRps, lowestNotPassedRps, confirmed } = await searchCapacity(
        LIMITS,
        upTo(capacity),
      );
      const [low, high] = [highestPassedRps ?? 0, lowestNotPassedRps ?? 0];
      assert.ok(low <= capacity && capacity < high, `${low} to ${high}`);
      assert.ok(high / low <= 1.08);
      assert.equal(confirmed, true);
    });
  }

  it('ends at the highest rate allowed, without an upper end', async () => {
    const found = await searchCapacity({ ...LIMITS, maxRps: 50 }, upTo(1e9));
    assert.equal(found.highestPassedRps, 50);
    assert.equal(found.lowestNotPassedRps, null);
    assert.deepEqual(
      found.steps.map(({ rateRps }) => rateRps),
      [2, 4, 8, 16, 32, 50, 47.5],
    );
  });

  it('finds no rate if every rate misses the limits, after a bounded number of runs', async () => {
    const found = await searchCapacity(LIMITS, async () => 'fail');
    assert.equal(found.highestPassedRps, null);
    assert.equal(found.confirmed, null);
    assert.ok(found.steps.length <= 8);
  });

  it('does not count an undecided rate as one that meets the limits', async () => {
    const found = await searchCapacity(LIMITS, async (rate) => (rate <= 10 ? 'pass' : 'inconclusive'));
    assert.ok((found.highestPassedRps ?? 0) <= 10);
    assert.ok((found.lowestNotPassedRps ?? 0) > 10);
  });

  it('tries no further rate of the bracket after its time is over, reports that, and still confirms', async () => {
    let minutes = 0;
    const found = await searchCapacity(
      { ...LIMITS, longestMs: 3 },
      async (rate) => {
        minutes += 1;
        return rate <= 37 ? 'pass' : 'fail';
      },
      { elapsedMs: () => minutes, isOver: () => false },
    );
    assert.equal(found.outOfTime, true);
    assert.deepEqual(
      found.steps.map(({ rateRps, phase }) => [rateRps, phase]),
      [
        [2, 'doubling'],
        [4, 'doubling'],
        [8, 'doubling'],
        [7.6, 'confirmation'],
      ],
    );
  });

  it('ends at once, without a confirmation, when it is ended from outside', async () => {
    let tried = 0;
    const clock = { elapsedMs: () => 0, isOver: () => tried >= 2 };
    const found = await searchCapacity(
      LIMITS,
      async () => {
        tried += 1;
        return 'pass';
      },
      clock,
    );
    assert.equal(found.steps.length, 2);
    assert.equal(found.confirmed, null);
  });

  it('reports a confirming run that misses the limits', async () => {
    let last = 0;
    const found = await searchCapacity({ ...LIMITS, maxRps: 4 }, async (rate) => {
      const again = rate < last;
      last = rate;
      return again ? 'fail' : 'pass';
    });
    assert.equal(found.confirmed, false);
    const fresh = found.steps.filter(({ phase }) => phase === 'confirmation');
    assert.deepEqual(
      fresh.map(({ rateRps }) => Number(rateRps.toPrecision(4))),
      [3.8, 3.42, 3.078, 2.77],
    );
    assert.equal(found.confirmedRps, fresh.at(-1)?.rateRps);
  });

  it('steps down after a fresh run that does not hold, until one does', async () => {
    let isFresh = false;
    const found = await searchCapacity({ ...LIMITS, maxRps: 100 }, async (rate) => {
      isFresh ||= rate < 100 && rate > 64;
      return isFresh && rate > 90 ? 'fail' : 'pass';
    });
    assert.equal(found.highestPassedRps, 100);
    assert.equal(found.confirmed, true);
    assert.equal(found.confirmedRps, 100 * 0.95 * 0.9);
  });

  it('tries no second fresh run when its time is over', async () => {
    let minutes = 0;
    const found = await searchCapacity(
      { ...LIMITS, maxRps: 4, longestMs: 3 },
      async () => {
        minutes += 1;
        return minutes === 3 ? 'fail' : 'pass';
      },
      { elapsedMs: () => minutes, isOver: () => false },
    );
    assert.deepEqual(
      found.steps.map(({ phase }) => phase),
      ['doubling', 'doubling', 'confirmation'],
    );
    assert.equal(found.confirmed, false);
  });
});

describe('over-saturation', () => {
  const looks = (underWay: (second: number) => number, seconds = 30) =>
    Array.from({ length: seconds * 4 }, (_, i) => ({ atMs: i * 250, underWay: underWay(i / 4) }));
  const wave = (second: number) => 3 * Math.sin(second * 7) + 2 * Math.cos(second * 23);

  const cases: [string, (second: number) => number, boolean][] = [
    ['a queue that only grows', (s) => 5 * s, true],
    ['one that grows among noise', (s) => 8 * s + wave(s), true],
    ['a steady load with noise', (s) => 20 + wave(s), false],
    ['a long queue that does not grow', () => 500, false],
    ['one that drains', (s) => 300 - 10 * s, false],
    ['a single request under way', () => 1, false],
  ];
  for (const [what, underWay, saturated] of cases) {
    it(`${saturated ? 'sees' : 'does not see'} it in ${what}`, () => {
      // A queue that grew for long grows by less than its mean: what counts is when it is seen first.
      const all = looks(underWay);
      const seen = all.some((_, i) => isSaturated(all.slice(0, i + 1)));
      assert.equal(seen, saturated);
    });
  }

  it('waits for ten seconds of looks', () => {
    assert.equal(isSaturated(looks((s) => 50 * s, 8)), false);
  });
});
