import { perPercentile } from '@touchstone/report/limits';
import { summariseLoad } from '../../../../measure/traffic/traffic.ts';
import type { Sample } from '../../schemas/sample-schemas.ts';
import { parseStoredWindow } from './stored-load.ts';

/** The summary of a window asks for a level; no interval is written here. */
const CONFIDENCE = 0.95;

/**
 * A window has every request, which is megabytes for a long one. On a line its answer is a summary of them, as JSON;
 * the JSON export and the sample itself have them all.
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
