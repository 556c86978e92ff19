import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { createKeyedSlots, createSlots } from './slots.ts';

/** Work that ends when it is told to, and the order in which such work began. */
function openWork() {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () =>
      new Promise<string>((resolve) => {
        begun.push(name);
        ends.set(name, () => resolve(name));
      }),
    end: (name: string) => ends.get(name)?.(),
  };
}

describe('slots', () => {
  it('let a fixed number run at a time, and the others in the order of their requests', async () => {
    const { begun, work, end } = openWork();
    const slots = createSlots(2);
    const all = Promise.all(['a', 'b', 'c', 'd'].map((name) => slots.run(work(name))));
    await turn();
    assert.deepEqual(begun, ['a', 'b']);
    end('b');
    await turn();
    assert.deepEqual(begun, ['a', 'b', 'c']);
    for (const name of ['a', 'c']) end(name);
    await turn();
    end('d');
    assert.deepEqual(await all, ['a', 'b', 'c', 'd']);
  });

  it('are given back by work that fails, and once by a function that is called twice', async () => {
    const slots = createSlots(1);
    await assert.rejects(
      slots.run(() => Promise.reject(new Error('broken'))),
      /broken/,
    );
    const release = await slots.take();
    release();
    release();
    const { begun, work, end } = openWork();
    const both = Promise.all([slots.run(work('a')), slots.run(work('b'))]);
    await turn();
    assert.deepEqual(begun, ['a']);
    end('a');
    await turn();
    end('b');
    await both;
  });

  it('are not waited for any longer when the signal is aborted, before or meanwhile', async () => {
    const slots = createSlots(1);
    await assert.rejects(slots.take(AbortSignal.abort(new Error('before'))), /before/);
    const release = await slots.take();
    const leaving = new AbortController();
    const left = slots.take(leaving.signal);
    const next = slots.take();
    leaving.abort(new Error('meanwhile'));
    await assert.rejects(left, /meanwhile/);
    release();
    (await next)();
  });

  it('become more if the limit grows, when the next slot is given back', async () => {
    let limit = 1;
    const { begun, work, end } = openWork();
    const slots = createSlots(() => limit);
    const all = Promise.all(['a', 'b', 'c'].map((name) => slots.run(work(name))));
    await turn();
    limit = 2;
    end('a');
    await turn();
    assert.deepEqual(begun, ['a', 'b', 'c']);
    for (const name of ['b', 'c']) end(name);
    await all;
  });

  it('of one key do not wait for those of another', async () => {
    const slots = createKeyedSlots(1);
    const release = await slots.take('a');
    (await slots.take('b'))();
    let isTaken = false;
    const second = slots.take('a').then((releaseSecond) => {
      isTaken = true;
      return releaseSecond;
    });
    await turn();
    assert.equal(isTaken, false);
    release();
    (await second)();
  });
});
