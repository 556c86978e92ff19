import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createExclusiveMeasurement } from './exclusive-measurement.ts';

const never = new AbortController().signal;
const LONG = 60_000;

/** Whether a promise is settled by now. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  await turn();
  return Promise.race([promise.then(() => true), turn(false)]);
}

describe('exclusive measurement', () => {
  it('lets calls run beside each other', async () => {
    const exclusive = createExclusiveMeasurement();
    await exclusive.share(never);
    await exclusive.share(never);
  });

  it('lets a measurement begin when the calls under way have ended, and no call meanwhile', async () => {
    const exclusive = createExclusiveMeasurement();
    const end = await exclusive.share(never);
    const measurement = exclusive.alone(never, LONG);
    const later = exclusive.share(never);
    assert.equal(await isSettled(measurement), false);
    assert.equal(exclusive.isTaken(), true);
    end();
    const { release, contaminated } = await measurement;
    assert.equal(contaminated, false);
    assert.equal(await isSettled(later), false);
    release();
    assert.equal(exclusive.isTaken(), false);
    (await later)();
  });

  it('goes on beside a call that does not end, and says so', async () => {
    const exclusive = createExclusiveMeasurement();
    await exclusive.share(never);
    const { contaminated } = await exclusive.alone(never, 10);
    assert.equal(contaminated, true);
  });

  it('runs measurements one after the other', async () => {
    const exclusive = createExclusiveMeasurement();
    const first = await exclusive.alone(never, LONG);
    const second = exclusive.alone(never, LONG);
    const third = exclusive.alone(never, LONG);
    assert.equal(await isSettled(second), false);
    first.release();
    const { release } = await second;
    assert.equal(await isSettled(third), false);
    release();
    (await third).release();
  });

  it('lets those behind a measurement that was given up wait for those before it', async () => {
    const exclusive = createExclusiveMeasurement();
    const first = await exclusive.alone(never, LONG);
    const stop = new AbortController();
    const second = exclusive.alone(stop.signal, LONG);
    const third = exclusive.alone(never, LONG);
    const call = exclusive.share(never);
    stop.abort(new Error('cancelled'));
    await assert.rejects(second, /cancelled/);
    assert.equal(await isSettled(third), false);
    first.release();
    const { release } = await third;
    assert.equal(await isSettled(call), false);
    release();
    (await call)();
  });

  it('gives a waiting call up with the signal’s reason', async () => {
    const exclusive = createExclusiveMeasurement();
    const { release } = await exclusive.alone(never, LONG);
    const stop = new AbortController();
    const call = exclusive.share(stop.signal);
    stop.abort(new Error('cancelled'));
    await assert.rejects(call, /cancelled/);
    release();
    assert.equal(await isSettled(exclusive.share(never)), true);
  });
});
