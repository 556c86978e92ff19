import { summariseLoad } from '../../traffic/traffic.ts';
import { windowIn } from '../kinds/load/window-record.ts';
import type { Sample } from '../schemas/sample-schemas.ts';

const CONFIDENCE = 0.95;

/**
 * A window of load holds every request, which is megabytes for a long one. In a table its answer is what they come to,
 * as JSON; the JSON export and the sample itself keep them all. Any other sample stays as it is.
 */
export function withoutRequests(sample: Sample): Sample {
  if (sample.outcome !== 'measured' || sample.answer === null) return sample;
  const window = windowIn(sample.answer);
  if (window === null) return sample;
  const { attempted, outcomes, windowMs, completedRps, latencyMs, ttftMs } = summariseLoad(
    [window],
    CONFIDENCE,
  );
  const percentiles = (of: typeof latencyMs) => ({
    p50: of.p50?.observed ?? null,
    p95: of.p95?.observed ?? null,
    p99: of.p99?.observed ?? null,
  });
  const summary = {
    attempted,
    outcomes,
    window_ms: windowMs,
    throughput_rps: completedRps,
    latency_ms: percentiles(latencyMs),
    ttft_ms: percentiles(ttftMs),
    contaminated: window.contaminated,
    saturated_at_ms: window.saturated_at_ms,
  };
  return { ...sample, answer: JSON.stringify(summary) };
}
