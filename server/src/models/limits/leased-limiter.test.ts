import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { inFull } from '../../../test/support/in-full.ts';
import { simulateLeases } from '../../../test/support/simulate-leases.ts';
import { EMPTY_ACCOUNT, type LeaseRequest, renewLease } from './account.ts';

const RULES = { ceiling: 8, perMinute: null, leaseMs: 15_000 };
const ask = (holder: string, wants: number, more: Partial<LeaseRequest> = {}): LeaseRequest => ({
  holder,
  inFlight: 0,
  wants,
  used: 0,
  usedMeanwhile: 0,
  wantsTokens: 0,
  wantsQuiet: false,
  clean: 0,
  limitedMs: null,
  leaves: false,
  ...more,
});

/** The targets that a row of asks got, one after another a second apart. */
function targets(asks: readonly LeaseRequest[], rules = RULES): number[] {
  let state = EMPTY_ACCOUNT;
  return asks.map((one, i) => {
    const { state: next, grant } = renewLease(state, one, rules, 1000 * (i + 1));
    state = next;
    return grant.target;
  });
}

const SHARES: [what: string, asks: LeaseRequest[], targets: number[]][] = [
  ['one alone has what it wants, up to the ceiling', [ask('a', 5), ask('a', 50)], [5, 8]],
  [
    'a second one gets its half when the first has given it back',
    [ask('a', 50), ask('b', 50), ask('a', 50, { inFlight: 8 }), ask('a', 50, { inFlight: 5 }), ask('b', 50)],
    [8, 0, 4, 4, 3],
  ],
  ['who wants little leaves the rest to the other', [ask('a', 2), ask('b', 50)], [2, 6]],
  [
    'where there are fewer slots than processes they take turns',
    [...'abab'].map((id) => ask(id, 9)),
    [1, 0, 0, 1],
  ],
  [
    'a 429 cuts what all of them have',
    [ask('a', 4), ask('b', 4), ask('a', 4, { limitedMs: 0 }), ask('b', 4)],
    [4, 4, 2, 3],
  ],
  [
    'one that measures keeps the others from beginning',
    [ask('a', 4), ask('b', 4, { wantsQuiet: true }), ask('a', 4, { inFlight: 2 }), ask('a', 4)],
    [4, 4, 0, 0],
  ],
];

describe('the share of a process in an account', () => {
  for (const [what, asks, expected] of SHARES)
    test(what, () => {
      const rules = asks.length === 4 && what.includes('turns') ? { ...RULES, ceiling: 1 } : RULES;
      assert.deepEqual(targets(asks, rules), expected);
    });

  test('the slots of a process that is known to have ended are free 2 s after its last report, and its tokens count as used', () => {
    const rules = { ...RULES, perMinute: 10 };
    let { state } = renewLease(EMPTY_ACCOUNT, ask('ended', 8, { inFlight: 8, wantsTokens: 10 }), rules, 0);
    const known = { ...rules, isGone: (holder: string) => holder === 'ended' };
    const next = renewLease(state, ask('b', 8, { wantsTokens: 10 }), rules, 1000);
    assert.equal(next.grant.target, 0);
    state = next.state;
    const early = renewLease(state, ask('b', 8, { wantsTokens: 10 }), known, 1999);
    assert.equal(early.grant.target, 0);
    const { grant } = renewLease(early.state, ask('b', 8, { wantsTokens: 10 }), known, 2000);
    assert.deepEqual([grant.target, grant.given], [8, 0]);
  });

  test('the slots of a lost process are free after its lease and the margin, its tokens a minute later', () => {
    const rules = { ...RULES, perMinute: 10 };
    let { state } = renewLease(EMPTY_ACCOUNT, ask('lost', 8, { inFlight: 8, wantsTokens: 10 }), rules, 0);
    const at = (now: number) => {
      const { state: next, grant } = renewLease(state, ask('b', 8, { wantsTokens: 10 }), rules, now);
      state = next;
      return [grant.target, grant.given];
    };
    assert.deepEqual(at(17_999), [0, 0]);
    assert.deepEqual(at(18_000), [8, 0]);
    assert.deepEqual(at(74_999), [8, 0]);
    assert.deepEqual(at(75_000), [8, 10]);
  });
});

describe('processes that share an account, under virtual time with lost messages, kills and clocks that jump', () => {
  const seeds = Array.from({ length: inFull(8, 400) }, (_, i) => i + 1);
  test(`never more than the ceiling, nobody waits for ever: ${seeds.length} × 10,000 steps`, async () => {
    let [kills, lost, quiet, met] = [0, 0, 0, 0];
    for (const seed of seeds) {
      const report = await simulateLeases(seed, 10_000);
      kills += report.kills;
      lost += report.lost;
      quiet += report.quiet;
      met += report.met;
      await sleep(0);
    }
    // A simulation in which nothing happens shows nothing.
    for (const happened of [kills, lost, quiet, met]) assert.ok(happened >= seeds.length / 2);
  });

  test('the same seed gives the same run, so that a failure can be reproduced', async () => {
    for (const seed of seeds.slice(0, inFull(1, 3)))
      assert.deepEqual(await simulateLeases(seed, 10_000), await simulateLeases(seed, 10_000));
  });

  for (const [planted, caught] of [
    ['blind writes', /calls in flight, ceiling|beside/],
    ['leases that end early', /calls in flight, ceiling/],
    ['tokens for ever', /in a minute/],
  ] as const)
    test(`it finds a planted fault: ${planted}`, async () => {
      await assert.rejects(async () => {
        for (let seed = 1; seed <= 20; seed++) await simulateLeases(seed, 10_000, planted);
      }, caught);
    });
});
