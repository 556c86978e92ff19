import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createLimiter, type Limiter } from './limiter.ts';
import { createLimiterMap } from './limiter-map.ts';

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

const HOUR_MS = 3_600_000;
const make = () => createLimiter({ start: 8 });

describe('limiters of keys without a bound', () => {
  test('all callers with the same key get the same limiter', () => {
    const map = createLimiterMap<Limiter>();
    assert.equal(map.of('a', make), map.of('a', make));
    assert.notEqual(map.of('a', make), map.of('b', make));
  });

  test('a limiter that nobody requested for an hour is deleted, unless it is still in use', async () => {
    let now = 0;
    const map = createLimiterMap<Limiter>(() => now);
    for (let n = 0; n < 100; n++) map.of(`edited ${n}`, make);
    const inUse = map.of('in use', make);
    now += HOUR_MS + 1;
    map.of('new', make);
    // What was asked of a weak reference stays until the turn has ended.
    await turn();
    collect();
    await turn();
    map.of('newer', make);
    assert.deepEqual(
      map.all().map(([key]) => key),
      ['in use', 'new', 'newer'],
    );
    assert.equal(map.of('in use', make), inUse);
  });

  test('a limiter that was requested within an hour keeps its learned limit', async () => {
    let now = 0;
    const map = createLimiterMap<Limiter>(() => now);
    map.of('a', make).rateLimited();
    now += HOUR_MS - 1;
    map.of('new', make);
    await turn();
    collect();
    await turn();
    assert.ok(map.of('a', make).state().limit < 8);
  });
});
