import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { countMissesAbove } from '../../decide/slo/observed.ts';
import { estimateQuantile, lagOneCorrelation } from '../statistics/statistics.ts';
import { summariseLoad } from './load-summary.ts';
import { type LoadRequest, requestsFromColumns, requestsToColumns } from './request-log.ts';
import {
  endToEndLatency,
  latencyFromActualSend,
  scheduleLag,
  timePerOutputToken,
  timeToFirstToken,
} from './request-times.ts';
import { sliceFigures, steadyRequests, timeColumn } from './slice-figures.ts';

/** A request answered at once, but for what is said. */
function request(said: Partial<LoadRequest>): LoadRequest {
  const scheduledMs = said.scheduledMs ?? 0;
  return {
    scheduledMs,
    calledMs: said.sentMs ?? scheduledMs,
    sentMs: scheduledMs,
    firstMs: scheduledMs,
    lastMs: scheduledMs,
    endedMs: scheduledMs,
    inputTokens: null,
    outputTokens: null,
    cachedTokens: null,
    chunks: null,
    outcome: 'answered',
    firstTextMs: said.firstMs === undefined ? scheduledMs : said.firstMs,
    ...said,
  };
}

const values = (n: number, of: (i: number) => number) => Array.from({ length: n }, (_, i) => of(i + 1));

describe('the column of a time', () => {
  const requests = [
    request({ scheduledMs: 0, sentMs: 1, firstMs: 30, lastMs: 70, outputTokens: 5, session: 0 }),
    request({ scheduledMs: 1, firstMs: null, lastMs: 80, outputTokens: 1, session: 1 }),
    request({ scheduledMs: 2, outcome: 'failed', firstMs: null, lastMs: null, session: 1 }),
    request({ scheduledMs: 3, firstMs: 43, lastMs: 63, outputTokens: 3, session: 0 }),
  ];
  const slice = sliceFigures({ requests, steady: { fromMs: 0, toMs: 10 } });
  const columns: ['latency' | 'ttft' | 'tpot', latencies: number[], lags: number[], bySession: number[]][] = [
    ['latency', [70, 79, Infinity, 60], [1, 0, 0, 0], [0, 3, 1, 2]],
    ['ttft', [30, Infinity, 40], [1, 0, 0], [0, 2, 1]],
    ['tpot', [10, Infinity, 10], [0, 0, 0], [0, 2, 1]],
  ];
  for (const [time, latencies, lags, bySession] of columns)
    it(`${time}: has each request that tells it in their order, and what was not answered`, () => {
      const column = timeColumn(slice, time);
      assert.deepEqual([...column.latencies], latencies);
      assert.deepEqual([...column.lags], lags);
      assert.deepEqual([...(column.bySession ?? [])], bySession);
    });
});

describe('times of one request', () => {
  // The worked stream of the reference: a chunk that only names a role at 150 ms is no first token.
  const stream = request({
    scheduledMs: 0,
    sentMs: 20,
    firstMs: 300,
    lastMs: 380,
    endedMs: 400,
    outputTokens: 5,
  });

  it('count from the intended send', () => {
    assert.equal(scheduleLag(stream), 20);
    assert.equal(timeToFirstToken(stream), 300);
    assert.equal(endToEndLatency(stream), 380);
    assert.equal(timePerOutputToken(stream), 20);
  });

  it('do not take hidden reasoning for the first token that a user sees, but for a token', () => {
    const reasoned = { ...stream, firstTextMs: 360 };
    assert.equal(timeToFirstToken(reasoned), 360);
    assert.equal(timePerOutputToken(reasoned), 20);
  });

  it('say nothing where they cannot be told', () => {
    assert.equal(timePerOutputToken({ ...stream, outputTokens: 1 }), null);
    assert.equal(timeToFirstToken({ ...stream, firstTextMs: null }), null);
  });
});

describe('a stall of one second under a request every 10 ms', () => {
  // 1000 requests, 1 ms of service, one server that stands still from 5 s to 6 s; integer ms.
  function stalled(): LoadRequest[] {
    let free = 0;
    return values(1000, (i) => (i - 1) * 10).map((scheduledMs) => {
      const start = Math.max(scheduledMs, free);
      const begun = start >= 5000 && start < 6000 ? 6000 : start;
      free = begun + 1;
      return request({ scheduledMs, sentMs: scheduledMs, firstMs: free, lastMs: free });
    });
  }
  const { latency_ms } = summariseLoad([{ requests: stalled(), steady: { fromMs: 0, toMs: 10_000 } }], 0.95);

  it('shows in every percentile of the reference', () => {
    assert.equal(latency_ms.p50?.observed, 1);
    assert.equal(latency_ms.p95?.observed, 551);
    assert.equal(latency_ms.p99?.observed, 911);
    assert.ok(Math.abs((latency_ms.mean ?? 0) - 57.056) < 1e-9);
    const sorted = stalled()
      .map((each) => endToEndLatency(each) ?? 0)
      .sort((a, b) => a - b);
    assert.equal(estimateQuantile(sorted, 900, 0.95)?.observed, 101);
    assert.equal(estimateQuantile(sorted, 999, 0.95)?.observed, 992);
  });
});

describe('goodput', () => {
  it('counts errors and misses in the denominator', () => {
    const requests = [
      ...values(4, () => 0).map(() => request({ outcome: 'failed' })),
      ...values(90, () => 0).map(() => request({ firstMs: 500, lastMs: 9950, outputTokens: 190 })),
      ...values(6, () => 0).map(() => request({ firstMs: 501, lastMs: 600, outputTokens: 200 })),
    ];
    const summary = summariseLoad([{ requests, steady: { fromMs: 0, toMs: 10_000 } }], 0.95);
    assert.equal(summary.attempted_rps, 10);
    assert.ok(Math.abs(summary.throughput_rps - 9.6) < 1e-12);
    assert.ok(Math.abs((summary.success_rate?.value ?? 0) - 0.96) < 1e-12);
  });

  it('takes a time that is not known for a miss', () => {
    const { latencies } = sliceFigures({
      requests: [request({ lastMs: null })],
      steady: { fromMs: 0, toMs: 1 },
    });
    assert.deepEqual(countMissesAbove([latencies], 1000), { n: 1, misses: 1, effective: 1 });
  });
});

describe('a summary', () => {
  const steady = { fromMs: 1000, toMs: 2000 };

  it('excludes the warm-up by intended time, and abandoned requests from all figures', () => {
    const requests = [
      request({ scheduledMs: 999, lastMs: 1500 }),
      request({ scheduledMs: 1000 }),
      request({ scheduledMs: 1999, lastMs: 5000 }),
      request({ scheduledMs: 1500, outcome: 'cut', firstMs: null, lastMs: null }),
      request({ scheduledMs: 2000 }),
    ];
    assert.deepEqual(
      steadyRequests({ requests, steady }).map((each) => each.scheduledMs),
      [1000, 1999],
    );
    const summary = summariseLoad([{ requests, steady }], 0.95);
    assert.equal(summary.attempted, 2);
    // What ended in the second, whenever it was sent: the one of the warm-up and the one at its beginning.
    assert.equal(summary.throughput_rps, 2);
  });

  it('keeps failures out of percentiles and counts them as misses', () => {
    const requests = [
      ...values(9, (i) => i).map((ms) => request({ scheduledMs: 1000, lastMs: 1000 + ms * 100 })),
      request({ scheduledMs: 1000, outcome: 'rate_limited', firstMs: null, lastMs: null }),
    ];
    const { latencies } = sliceFigures({ requests, steady });
    assert.equal(countMissesAbove([latencies], 900).misses, 1);
    assert.equal(countMissesAbove([latencies], 800).misses, 2);
    const summary = summariseLoad([{ requests, steady }], 0.95);
    assert.equal(summary.latency_ms.p99?.observed, 900);
    assert.equal(summary.success_rate?.value, 1);
    assert.equal(summary.outcomes.rate_limited, 1);
  });

  it('of nothing has no figures', () => {
    const summary = summariseLoad([{ requests: [], steady }], 0.95);
    assert.equal(summary.success_rate, null);
    assert.equal(summary.latency_ms.p50, null);
    assert.equal(summary.schedule_lag_ms, null);
  });

  it('reports how much each request repeats the previous one', () => {
    const correlation = (latencies: number[]) => lagOneCorrelation([latencies]);
    assert.ok(Math.abs((correlation(values(1000, (i) => i)) ?? 0) - 1) < 0.01);
    assert.ok((correlation(values(1000, (i) => i % 2)) ?? 0) < -0.99);
    assert.equal(correlation([1, 1, 1, 1]), null);
  });

  it('ends where the account was exhausted: what it refuses and what comes after it is not measured', () => {
    const requests = [
      request({ scheduledMs: 1000, lastMs: 1100 }),
      request({ scheduledMs: 1200, outcome: 'quota', firstMs: null, lastMs: null }),
      request({ scheduledMs: 1300, lastMs: 1400 }),
    ];
    const summary = summariseLoad([{ requests, steady }], 0.95);
    assert.equal(summary.attempted, 1);
    assert.equal(summary.outcomes.quota, 1);
    assert.equal(summary.window_ms, 200);
    assert.equal(summary.success_rate?.value, 1);
    const nothing = summariseLoad([{ requests: requests.slice(1, 2), steady }], 0.95);
    assert.deepEqual([nothing.attempted, nothing.window_ms, nothing.attempted_rps], [0, 200, 0]);
  });

  const SUCCESS: [string, LoadRequest['outcome'][], number | null, number][] = [
    [
      'every request without a response is none',
      ['answered', 'failed', 'timed_out', 'filtered', 'rejected'],
      0.2,
      5,
    ],
    ['one that the token limit cut is an answer', ['answered', 'truncated'], 1, 2],
    ['what we gave up is in no denominator', ['answered', 'cut', 'failed'], 0.5, 2],
    ['a 429 beside answers is told apart', ['answered', 'rate_limited', 'rate_limited'], 1, 3],
    ['429 alone is no success', ['rate_limited', 'rate_limited'], 0, 2],
    [
      'a refusal before answers is a mistake of the server, and a miss',
      ['refused', 'answered', 'answered'],
      2 / 3,
      3,
    ],
    ['two refusals at the end may be mistakes too', ['answered', 'refused', 'refused'], 1 / 3, 3],
    [
      'from three refusals at the end on nothing was measured',
      ['answered', 'refused', 'refused', 'refused'],
      1,
      1,
    ],
    ['of a key that is refused from the beginning nothing was', ['refused', 'refused'], null, 0],
  ];
  for (const [sentence, outcomes, rate, attempted] of SUCCESS)
    it(`success: ${sentence}`, () => {
      const requests = outcomes.map((outcome, i) => {
        const isAnswer = outcome === 'answered' || outcome === 'truncated';
        return request({ scheduledMs: 1000 + i, outcome, ...(!isAnswer && { firstMs: null, lastMs: null }) });
      });
      const summary = summariseLoad([{ requests, steady }], 0.95);
      assert.deepEqual([summary.success_rate?.value ?? null, summary.attempted], [rate, attempted]);
    });
});

describe('the columns of a window', () => {
  it('give the requests back, times to a hundredth of a millisecond', () => {
    const requests = [
      request({ scheduledMs: 1.234, firstMs: null, outputTokens: 7, outcome: 'timed_out' }),
      request({ scheduledMs: 2 }),
    ];
    const back = requestsFromColumns(JSON.parse(JSON.stringify(requestsToColumns(requests))));
    assert.equal(back[0]?.scheduledMs, 1.23);
    assert.deepEqual(
      { ...back[0], scheduledMs: 0, calledMs: 0, sentMs: 0, lastMs: 0, endedMs: 0 },
      request({ scheduledMs: 0, firstMs: null, outputTokens: 7, outcome: 'timed_out' }),
    );
    assert.deepEqual(back[1], requests[1]);
  });

  it('of an older version, which knew only when a request was written, count from that', () => {
    const { calledMs: _, ...older } = requestsToColumns([request({ scheduledMs: 2, sentMs: 5, lastMs: 9 })]);
    const [back] = requestsFromColumns(JSON.parse(JSON.stringify(older)));
    assert.ok(back);
    assert.deepEqual([scheduleLag(back), latencyFromActualSend(back)], [3, 4]);
  });
});

describe('requests that are slow together', () => {
  const requestsWith = (latencyOf: (i: number) => number) =>
    Array.from({ length: 1000 }, (_, i) => {
      const endedMs = i * 100 + latencyOf(i);
      return request({ scheduledMs: i * 100, endedMs, lastMs: endedMs });
    });
  const steady = { fromMs: 0, toMs: 100_000 };
  /** The same latencies, in blocks of fifty or spread: 500 of 10 to 60 ms, 500 of 100 to 150 ms. */
  const mixed = (i: number) => (i % 50) + (i % 2 === 0 ? 10 : 100);
  const inBlocks = (i: number) => (i % 50) + (Math.floor(i / 50) % 2 === 0 ? 10 : 100);

  it('tell less of a percentile than as many that are not', () => {
    const width = (latencyOf: (i: number) => number) => {
      const { p95 } = summariseLoad([{ requests: requestsWith(latencyOf), steady }], 0.95).latency_ms;
      return (p95?.ci_high ?? Infinity) - (p95?.ci_low ?? 0);
    };
    assert.ok(width(inBlocks) > 1.5 * width(mixed), `${width(inBlocks)} against ${width(mixed)}`);
  });

  it('tell less of the success rate when they fail together', () => {
    const failing = (fails: (i: number) => boolean) => {
      const failed = requestsWith(() => 10).map((one, i) =>
        fails(i) ? { ...one, outcome: 'failed' as const } : one,
      );
      const rate = summariseLoad([{ requests: failed, steady }], 0.95).success_rate;
      return (rate?.ci_high ?? 1) - (rate?.ci_low ?? 0);
    };
    assert.ok(failing((i) => i >= 500 && i < 600) > 2 * failing((i) => i % 10 === 0));
  });
});
