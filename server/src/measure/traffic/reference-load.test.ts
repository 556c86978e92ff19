import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import vectors from '../../../test/fixtures/slo-cost.json' with { type: 'json' };
import { assertClose } from '../../../test/support/assert-close.ts';
import { createRandom, estimateQuantile } from '../statistics/statistics.ts';
import { diurnalRate, gammaGapParameters } from './arrival-processes.ts';
import { arrivalTimes } from './arrivals.ts';
import { closedLoopRps, runClosedLoop } from './closed-loop.ts';
import { meanRequestsInFlight, summariseLoad } from './load-summary.ts';
import type { LoadRequest } from './request-log.ts';
import { endToEndLatency, scheduleLag, timePerOutputToken, timeToFirstToken } from './request-times.ts';

// The sections "latency" and "traffic" of the reference file, and the worked examples of its text.
const { latency, traffic } = vectors;

function request(said: Partial<LoadRequest>): LoadRequest {
  const scheduledMs = said.scheduledMs ?? 0;
  const at = {
    calledMs: said.sentMs ?? scheduledMs,
    sentMs: scheduledMs,
    firstMs: scheduledMs,
    firstTextMs: scheduledMs,
    lastMs: scheduledMs,
  };
  const tokens = { inputTokens: null, outputTokens: null, cachedTokens: null, chunks: null };
  return { scheduledMs, ...at, endedMs: scheduledMs, ...tokens, outcome: 'answered', ...said };
}

describe('one stream of the reference', () => {
  const { events_s: at, output_tokens, expect } = latency.one_stream;
  const ms = (seconds: number) => Math.round(seconds * 1000);
  const stream = request({
    scheduledMs: ms(at.scheduled),
    sentMs: ms(at.sent),
    firstMs: ms(at.chunk_1_token),
    firstTextMs: ms(at.chunk_1_token),
    lastMs: ms(at.chunk_1_token_b),
    endedMs: ms(at.done),
    outputTokens: output_tokens,
  });

  it('has its times from the intended and from the actual send', () => {
    const lag = scheduleLag(stream);
    assert.equal(lag, expect.schedule_lag_ms);
    assert.equal(timeToFirstToken(stream), expect.ttft_from_scheduled_ms);
    assert.equal((timeToFirstToken(stream) ?? 0) - lag, expect.ttft_from_send_ms);
    assert.equal(endToEndLatency(stream), expect.e2e_last_token_from_scheduled_ms);
    assert.equal((endToEndLatency(stream) ?? 0) - lag, expect.e2e_last_token_from_send_ms);
    assert.equal(timePerOutputToken(stream), expect.tpot_ms);
  });

  it('would have other ones by other definitions', () => {
    const roleCounts = { ...stream, firstTextMs: ms(at.role_only_chunk) };
    assert.equal(
      (timeToFirstToken(roleCounts) ?? 0) - scheduleLag(stream),
      expect.ttft_wrong_if_role_chunk_counts_ms,
    );
    const chunks = [at.chunk_1_token, at.chunk_3_tokens, at.chunk_1_token_b].map(ms);
    const gaps = chunks.slice(1).map((one, i) => one - (chunks[i] ?? 0));
    assert.deepEqual(gaps, expect.inter_chunk_gaps_ms);
    assert.equal(gaps.reduce((a, b) => a + b, 0) / gaps.length, expect.inter_chunk_mean_ms);
    const fromSend = (endToEndLatency(stream) ?? 0) - scheduleLag(stream);
    assert.equal(fromSend / output_tokens, expect.guidellm_tpot_ms);
    assert.equal(fromSend / output_tokens, expect.llmperf_style_per_token_ms);
    assertClose((output_tokens * 1000) / fromSend, expect.e2e_output_tokens_per_s, 4);
    // Ours for a whole stream is the mean gap of its tokens.
    assert.equal(timePerOutputToken(stream), expect.itl_mean_per_token_ms);
    assert.equal(1000 / (timePerOutputToken(stream) ?? 0), expect.output_tokens_per_s_decode);
  });
});

describe('a stall of one second under a request every 10 ms, of the reference', () => {
  const { from_intended_time: intended, ...others } = latency.coordinated_omission;
  const arrivals = arrivalTimes({ kind: 'constant', rateRps: 100 }, { untilMs: 10_000 }, createRandom(0));

  /** One server of 1 ms that stands still from 5 to 6 s. */
  const served = (at: number, freeAt: number) => {
    const start = Math.max(at, freeAt);
    return (start >= 5000 && start < 6000 ? 6000 : start) + 1;
  };

  function matches(latencies: readonly number[], expected: typeof intended): void {
    const sorted = latencies.toSorted((a, b) => a - b);
    assert.equal(sorted.length, expected.n);
    for (const [name, perMille] of [
      ['p50', 500],
      ['p90', 900],
      ['p95', 950],
      ['p99', 990],
      ['p99.9', 999],
      ['max', 1000],
    ] as const) {
      assert.equal(estimateQuantile(sorted, perMille, 0.95)?.observed, expected[name], name);
    }
    assertClose(sorted.reduce((sum, value) => sum + value, 0) / sorted.length, expected.mean, 3);
  }

  it('measured from the intended send', () => {
    let freeAt = 0;
    const latencies = [...arrivals].map((at) => {
      freeAt = served(at, freeAt);
      return freeAt - at;
    });
    matches(latencies, intended);
    const requests = [...arrivals].map((scheduledMs, i) =>
      request({ scheduledMs, lastMs: scheduledMs + (latencies[i] ?? 0) }),
    );
    const summary = summariseLoad([{ requests, steady: { fromMs: 0, toMs: 10_000 } }], 0.95);
    assert.deepEqual(
      [summary.latency_ms.p50, summary.latency_ms.p95, summary.latency_ms.p99].map((one) => one?.observed),
      [intended.p50, intended.p95, intended.p99],
    );
    assertClose(summary.latency_ms.mean ?? 0, intended.mean, 3);
  });

  /** A connection that waits for its answer before it sends the next: it measures from the actual send. */
  function waiting(): number[] {
    let freeAt = 0;
    return [...arrivals].map((at) => {
      const sent = Math.max(at, freeAt);
      freeAt = served(sent, 0);
      return freeAt - sent;
    });
  }

  it('measured from the actual send of one connection: it hides', () => {
    matches(waiting(), others.from_actual_send_one_connection);
  });

  it('and with the correction after the fact, which misses the queue behind the stall', () => {
    const corrected = waiting().flatMap((value) => {
      const missing = Array.from(
        { length: Math.max(0, Math.ceil(value / 10) - 1) },
        (_, i) => value - 10 * (i + 1),
      );
      return [value, ...missing.filter((one) => one >= 10)];
    });
    matches(corrected, others.actual_send_plus_hdr_correction_expected_10ms);
  });
});

describe('goodput of the reference', () => {
  const { expect } = latency.goodput;
  const several = (count: number, said: Partial<LoadRequest>) =>
    Array.from({ length: count }, () => request(said));
  const within = { firstTextMs: 500, firstMs: 500, lastMs: 9950, outputTokens: 190 };
  const requests = [
    ...several(4, { outcome: 'failed', lastMs: null }),
    ...several(90, within),
    ...several(6, { ...within, firstTextMs: 501 }),
  ];

  it('counts errors in its denominator', () => {
    const summary = summariseLoad([{ requests, steady: { fromMs: 0, toMs: 10_000 } }], 0.95);
    assert.equal(summary.attempted_rps, expect.attempted_rps);
    assertClose(summary.throughput_rps, expect.completed_rps, 10);
    assertClose(summary.success_rate?.value ?? 0, expect.success_rate, 10);
  });
});

describe('traffic of the reference', () => {
  for (const { rate_rps: rateRps, cv, shape_k, scale_s } of traffic.gamma) {
    it(`gamma gaps at ${rateRps} requests/s with CV ${cv}`, () => {
      const { shape, scaleMs } = gammaGapParameters({ rateRps, cv });
      assertClose(shape, shape_k, 6);
      assertClose(scaleMs / 1000, scale_s, 10);
    });
  }

  it('the multipliers of a day are normalised to their mean', () => {
    const { multipliers, normalised, sum } = traffic.diurnal_24h;
    const total = multipliers.reduce((all, one) => all + one, 0);
    assertClose(total, sum, 10);
    for (const [i, one] of multipliers.entries())
      assertClose((one * 24) / total, normalised[i] as number, 10);
    // Ours is a curve with the same mean, by the hour.
    const day = {
      kind: 'diurnal',
      meanRps: 1,
      peakToMean: 3,
      troughToMean: 0.25,
      periodMs: 24,
      peakAtMs: 15,
    } as const;
    const hours = Array.from({ length: 2400 }, (_, i) => diurnalRate(day)(i / 100));
    assertClose(hours.reduce((all, one) => all + one, 0) / 100, sum, 3);
  });

  it('a closed loop slows with its server', async () => {
    const { users, think_s, latency_s, rps } = traffic.closed_loop;
    for (const [i, seconds] of latency_s.entries())
      assertClose(closedLoopRps(users, think_s * 1000, seconds * 1000), rps[i] as number, 4);
    // And the loop itself keeps to it, a thousand times as fast: never more than the formula, give or take the ends.
    const [thinkMs, latencyMs, untilMs] = [10, 12, 400];
    const begun = performance.now();
    const sent = await runClosedLoop({
      users,
      requests: Infinity,
      untilMs,
      thinkMs,
      now: () => performance.now() - begun,
      send: () => new Promise((resolve) => setTimeout(resolve, latencyMs)),
      signal: new AbortController().signal,
    });
    assert.ok(sent <= (closedLoopRps(users, thinkMs, latencyMs) * untilMs) / 1000 + 2 * users, String(sent));
  });

  it('Little’s law', () => {
    const { rps, mean_latency_s, concurrency } = traffic.littles_law;
    assert.equal(meanRequestsInFlight(rps, mean_latency_s * 1000), concurrency);
  });
});
