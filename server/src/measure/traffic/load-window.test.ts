import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../../kernel/clock.ts';
import type { AskTarget, ItemRequest, RequestResult } from './ask.ts';
import { runWindow } from './load-window.ts';
import { planAvailability, planSlice } from './plan-windows.ts';
import { scheduleWindow, type WindowPlan } from './window-plan.ts';

const PLAN: WindowPlan = {
  traffic: { loop: 'open', arrivals: { kind: 'poisson', rateRps: 200 }, note: '' },
  warmupMs: 100,
  requests: 80,
  longestMs: 60_000,
  inputTokens: { dist: 'constant', value: 100 },
  outputTokens: { dist: 'constant', value: 10 },
  seed: 3,
};
const ALONE = { index: 0, of: 1 };

/** Answers after so many ms, or as `cut` when it is given up. */
function answering(latencyMs: number, prompts: string[] = []): AskTarget {
  return async (asked, now, signal) => {
    prompts.push('prompt' in asked ? asked.prompt : asked.messages.map(({ content }) => content).join('|'));
    const calledMs = now();
    const outcome = await delay(latencyMs, 'answered' as const, { signal }).catch(() => 'cut' as const);
    const times = { firstMs: now(), firstTextMs: now(), lastMs: now(), endedMs: now() };
    const rest = { inputTokens: 100, outputTokens: 10, cachedTokens: null, chunks: 10 };
    return { calledMs, sentMs: calledMs, ...times, ...rest, outcome } satisfies RequestResult;
  };
}

function run(
  plan: WindowPlan,
  ask: AskTarget,
  signal = new AbortController().signal,
  share = ALONE,
  items: readonly ItemRequest[] = [],
) {
  const start = monotonicMs();
  return runWindow(plan, share, { ask, now: () => monotonicMs() - start, signal, items });
}

describe('a window of load', () => {
  it('in an open loop sends every request at its time, whether or not the others were answered', async () => {
    const { requests, steady, saturatedAtMs } = await run(PLAN, answering(300));
    assert.deepEqual(
      requests.map(({ scheduledMs }) => scheduledMs),
      [...scheduleWindow(PLAN).arrivals],
    );
    assert.ok(requests.every(({ calledMs, scheduledMs }) => calledMs >= scheduledMs));
    assert.equal(requests.filter(({ scheduledMs }) => scheduledMs >= 100).length, 80);
    assert.deepEqual(steady, scheduleWindow(PLAN).steady);
    assert.equal(saturatedAtMs, null);
  });

  it('shared out over threads sends the same requests, each once', async () => {
    const whole: string[] = [];
    const parts: string[] = [];
    await run(PLAN, answering(0, whole));
    const signal = new AbortController().signal;
    await Promise.all([0, 1, 2].map((index) => run(PLAN, answering(0, parts), signal, { index, of: 3 })));
    assert.deepEqual(parts.sort(), whole.sort());
    assert.equal(new Set(whole).size, whole.length);
  });

  it('sends at the times of the same window of another benchmark, and none of its prompts', async () => {
    const [one, other] = [[] as string[], [] as string[]];
    const { requests } = await run({ ...PLAN, benchmark: 'load/one' }, answering(0, one));
    const again = await run({ ...PLAN, benchmark: 'load/other' }, answering(0, other));
    const times = (all: typeof requests) => all.map(({ scheduledMs }) => scheduledMs);
    assert.deepEqual(times(again.requests), times(requests));
    // A cache of prefixes matches from the beginning.
    const begins = new Set(one.map((prompt) => prompt.slice(0, 20)));
    assert.ok(other.every((prompt) => !begins.has(prompt.slice(0, 20))));
  });

  it('differs from slice to slice for every seed that an evaluation may have', () => {
    for (const seed of [0, 7, -Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]) {
      const planned = planAvailability({ requests: 200, seed });
      const slices = [0, 1, 2].map((index) => planSlice(planned, index));
      assert.equal(new Set(slices.map((slice) => slice.seed)).size, 3, String(seed));
      for (const slice of slices) assert.ok(scheduleWindow(slice).arrivals.length > 0);
    }
  });

  it('sends items in their turn, each begun with a mark of its own behind the system text, or as it is where caches may know it', async () => {
    const items: ItemRequest[] = ['first', 'second'].map((content) => ({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content },
      ],
    }));
    const sent = async (plan: Partial<WindowPlan>) => {
      const prompts: string[] = [];
      await run({ ...PLAN, prompts: 'items', ...plan }, answering(1, prompts), undefined, ALONE, items);
      return prompts;
    };
    const marked = await sent({});
    assert.ok(marked.length > 2);
    assert.equal(new Set(marked).size, marked.length);
    for (const [i, prompt] of marked.entries())
      assert.match(prompt, i % 2 === 0 ? /^Be brief\.\|\[\w+\] first$/ : /^Be brief\.\|\[\w+\] second$/);
    assert.deepEqual(
      new Set(await sent({ prefixCache: 'allow' })),
      new Set(['Be brief.|first', 'Be brief.|second']),
    );
    assert.deepEqual(await sent({}), marked);
  });

  it('in a closed loop never has more under way than users, and counts from their second request', async () => {
    let underWay = 0;
    let most = 0;
    const counting: AskTarget = async (...asked) => {
      most = Math.max(most, ++underWay);
      const answer = await answering(5)(...asked);
      underWay--;
      return answer;
    };
    const traffic = { loop: 'closed', users: 4, thinkMs: 0, note: '' } as const;
    const { requests, steady } = await run({ ...PLAN, traffic, warmupMs: 0, requests: 36 }, counting);
    assert.equal(most, 4);
    assert.equal(requests.length, 40);
    assert.equal(
      requests.filter(({ scheduledMs }) => scheduledMs >= steady.fromMs && scheduledMs < steady.toMs).length,
      36,
    );
    assert.ok(steady.toMs < 60_000);
  });

  it('rejects with the reason when it is stopped, at once', async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error('cancelled by the user')), 50);
    await assert.rejects(
      run({ ...PLAN, requests: 10_000 }, answering(30_000), stop.signal),
      /cancelled by the user/,
    );
  });
});
