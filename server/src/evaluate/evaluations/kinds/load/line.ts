import { perPercentile } from '@touchstone/report/limits';
import { summariseLoad } from '../../../../measure/traffic/traffic.ts';
import type { Sample } from '../../schemas/sample-schemas.ts';
import { parseStoredWindow } from './stored-load.ts';

/** A required argument of the summary; no interval is written here. */
const CONFIDENCE = 0.95;

/**
 * A window contains every request, which can be megabytes. In exports with one line per sample, its response is a
 * JSON summary; the JSON export and the sample itself have all requests.
 */
export function windowLine(sample: Sample): Sample {
  if (sample.outcome !== 'measured' || sample.answer === null) return sample;
  const window = parseStoredWindow(sample.answer);
  const { attempted, outcomes, window_ms, throughput_rps, latency_ms, ttft_ms } = summariseLoad(
    [window],
    CONFIDENCE,
  );
  const percentiles = (of: typeof latency_ms) => perPercentile((p) => of[p]?.observed ?? null);
  const summary = {
    attempted,
    outcomes,
    window_ms,
    throughput_rps,
    latency_ms: percentiles(latency_ms),
    ttft_ms: percentiles(ttft_ms),
    contaminated: window.contaminated,
    saturated_at_ms: window.saturated_at_ms,
    ...(window.generators && { generators: window.generators }),
  };
  return { ...sample, answer: JSON.stringify(summary) };
}
