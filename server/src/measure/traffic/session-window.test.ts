import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { monotonicMs } from '../../kernel/clock.ts';
import { effectiveTimeCount } from '../statistics/statistics.ts';
import type { AskTarget } from './ask.ts';
import { runWindow } from './load-window.ts';
import { planSessions, type RequestedSessions } from './plan-sessions.ts';
import { type LoadRequest, requestsFromColumns, requestsToColumns } from './request-log.ts';
import { columnOrders, sliceFigures } from './slice-figures.ts';
import { hasSessions, requestsToSend, type SessionWindow, scheduleWindow } from './window-plan.ts';

const ASKED: RequestedSessions = {
  profile: 'steady',
  peakRps: 200,
  sessions: 30,
  shape: {
    turns: 4,
    toolTurns: 1,
    thinkMs: 30,
    toolMs: 10,
    nextInputTokens: { dist: 'constant', value: 40 },
  },
  answerMs: 20,
  seed: 3,
  inputTokens: { dist: 'constant', value: 100 },
  outputTokens: { dist: 'constant', value: 10 },
};

function planned(asked: Partial<RequestedSessions> = {}): SessionWindow {
  const windows = planSessions({ ...ASKED, ...asked });
  assert.ok(typeof windows === 'object' && hasSessions(windows.slice));
  return windows.slice;
}

const TIMES = { inputTokens: 100, outputTokens: 10, cachedTokens: null, chunks: 10 };

/** Answers after 5 ms; what was said is kept, and the outcome is `failed` where it is to be. */
function answering(seen: string[], fails: (prompt: string) => boolean = () => false): AskTarget {
  return async (asked, now, signal) => {
    assert.ok('prompt' in asked);
    const { prompt, said } = asked;
    seen.push(JSON.stringify([...(said?.messages ?? []).map(({ content }) => content), prompt]));
    const calledMs = now();
    await delay(5, undefined, { signal });
    const endedMs = now();
    const times = { sentMs: calledMs, firstMs: endedMs, firstTextMs: endedMs, lastMs: endedMs };
    const rest = { calledMs, ...times, endedMs, ...TIMES };
    if (fails(prompt)) return { ...rest, outcome: 'failed' };
    return { ...rest, outcome: 'answered', answer: { text: `To ${prompt.slice(0, 20)}` } };
  };
}

async function run(plan: SessionWindow, ask: AskTarget, share = { index: 0, of: 1 }) {
  const start = monotonicMs();
  const { signal } = new AbortController();
  return runWindow(plan, share, { ask, now: () => monotonicMs() - start, signal });
}

test('a session continues after each response and its pause, with all earlier messages', async () => {
  const plan = planned();
  const seen: string[] = [];
  const { requests } = await run(plan, answering(seen));
  const { arrivals, steady } = scheduleWindow(plan);
  assert.ok(requests.length <= requestsToSend(plan));
  const sessions = Map.groupBy(requests, ({ session }) => session);
  assert.equal(sessions.size, arrivals.length);
  for (const [number, turns] of sessions) {
    assert.equal(turns[0]?.scheduledMs, arrivals[number ?? -1]);
    for (const [at, { scheduledMs }] of turns.entries()) {
      assert.equal(turns[at]?.turn, at + 1);
      const before = turns[at - 1];
      if (before) assert.ok(scheduledMs >= before.endedMs);
      assert.ok((turns[at]?.calledMs ?? 0) >= scheduledMs, 'nothing is sent before its time');
    }
  }
  const counted = [...sessions.values()].filter(
    ([first]) => first && first.scheduledMs >= steady.fromMs && first.scheduledMs < steady.toMs,
  );
  assert.equal(counted.length, 30);
  assert.ok(counted.every(({ length }) => length === 4));
  const whole = seen.map((said) => JSON.parse(said) as string[]);
  for (const said of whole.filter(({ length }) => length > 1)) {
    assert.equal(
      said.at(-2),
      `To ${said.at(-3)?.slice(0, 20)}`,
      'the answer before stands before the prompt',
    );
    assert.ok(
      whole.some(
        (earlier) => earlier.length === said.length - 2 && earlier.every((text, i) => text === said[i]),
      ),
    );
  }
});

test('shared out over threads, the same sessions are sent, each once', async () => {
  const plan = planned();
  const [whole, parts]: [string[], string[]] = [[], []];
  const counts = ({ session = -1, turn = 0 }: LoadRequest) => `${session}/${turn}`;
  await run(plan, answering(whole));
  const records = await Promise.all([0, 1].map((index) => run(plan, answering(parts), { index, of: 2 })));
  const places = records.flatMap(({ requests }) => requests.map(counts));
  assert.equal(new Set(places).size, places.length);
  const opening = (all: string[]) => all.filter((said) => (JSON.parse(said) as string[]).length === 1).sort();
  assert.deepEqual(opening(parts), opening(whole));
});

test('what a session came to is in its figures: completed, failed, its time, and what its turns repeat', async () => {
  const plan = planned();
  // Every first prompt begins with words of its own, some of them with one of these letters.
  const seen: string[] = [];
  const record = await run(
    plan,
    answering(seen, (prompt) => /^Text [0-9a-f]/.test(prompt)),
  );
  const stored = requestsFromColumns(requestsToColumns(record.requests));
  assert.deepEqual(
    stored.map(({ session }) => session),
    record.requests.map(({ session }) => session),
  );
  const { sessions } = sliceFigures({ ...record, requests: stored });
  assert.ok(sessions);
  const { completed, failed, unfinished, cut } = sessions.outcomes;
  assert.deepEqual([completed + failed, unfinished, cut], [30, 0, 0]);
  assert.ok(failed > 0 && completed > 0, `${failed} ${completed}`);
  assert.equal(sessions.times.filter((time) => time === Infinity).length, failed);
  // Four answers of 5 ms; a timer may fire a millisecond early.
  assert.ok(sessions.waits.every((wait) => wait >= 4 * 4));
  assert.ok(sessions.times.every((time) => time >= (sessions.waits[0] ?? 0)));
  assert.equal(sessions.byTurn.length, 4);
  assert.equal(sessions.byTurn[0]?.repeatedTokens.sum, 0);
  const [, second] = sessions.byTurn;
  assert.equal(
    second?.repeatedTokens.sum,
    100 * (second?.repeatedTokens.count ?? 0),
    'never more than the input',
  );
});

test('turns that a session has in common are worth fewer than as many of their own', () => {
  /** 60 sessions of 10 turns that come in turns; all turns of a session are quick or all are slow. */
  const requests = Array.from({ length: 600 }, (_, i): LoadRequest => {
    const session = i % 60;
    const lastMs = 10 * i + ((session * 7919) % 61 < 30 ? 100 : 200) + (i % 7);
    const at = { scheduledMs: 10 * i, calledMs: 10 * i, sentMs: 10 * i };
    return {
      ...at,
      firstMs: lastMs,
      firstTextMs: lastMs,
      lastMs,
      endedMs: lastMs,
      ...TIMES,
      outcome: 'answered',
      session,
      turn: 1 + Math.floor(i / 60),
      turns: 10,
    };
  });
  const slice = sliceFigures({ requests, steady: { fromMs: 0, toMs: 6000 } });
  const [asTheyCame, bySession] = columnOrders([slice], ({ latencies }) => latencies).map((runs) =>
    effectiveTimeCount(runs, 150),
  );
  assert.ok((bySession ?? 600) < 150, `${bySession} of ${asTheyCame}`);
});

test('the sessions before and after the measured ones have time in the window, or the load is refused', () => {
  const plan = planned({ sessions: 4000, peakRps: 300 });
  assert.ok(plan.warmupMs >= 4 * 20 + 30 + 2 * 10);
  assert.ok(requestsToSend(plan) <= 10_000, `${requestsToSend(plan)}`);
  assert.equal(planSessions({ ...ASKED, profile: 'batch' }), 'no_arrivals');
  assert.equal(planSessions({ ...ASKED, shape: { ...ASKED.shape, thinkMs: 600_000 } }), 'no_room');
});
