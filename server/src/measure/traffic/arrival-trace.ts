import { parseJson } from '../../kernel/json.ts';
import type { RecordedSizes } from './request-sizes.ts';

/** Maximum number of times (ten minutes at 80 requests a second); a file with more is probably of another kind. */
export const MAX_TRACE_TIMES = 50_000;

/** Why these times in ms cannot be replayed, in words; null if they can: at least 2, not negative, ascending. */
export function traceProblem(timesMs: readonly number[]): string | null {
  if (timesMs.length < 2) return 'A trace has at least 2 times.';
  if (timesMs.length > MAX_TRACE_TIMES)
    return `A trace has at most ${MAX_TRACE_TIMES} times, not ${timesMs.length}.`;
  for (const [index, at] of timesMs.entries()) {
    const which = `Time ${index + 1} of the trace`;
    if (!Number.isFinite(at)) return `${which} is not a number.`;
    if (at < 0) return `${which} is ${at}, which is negative.`;
    const before = timesMs[index - 1] ?? 0;
    if (at < before) return `${which} is ${at}, which is before ${before}.`;
  }
  return timesMs.at(-1) === timesMs[0] ? 'All times of the trace are the same.' : null;
}

/** When requests were sent, and their numbers of tokens if the trace contains any. */
export interface ArrivalTrace {
  timesMs: number[];
  sizes?: RecordedSizes;
}

/**
 * The times in a text, one per line: a number of milliseconds, or a JSON object with such a number as `timestamp`, as
 * in public traces; optionally with `input_tokens` and `output_tokens` (or `input_length` and `output_length`). Empty
 * lines are skipped. Throws RangeError naming an invalid line.
 */
export function readArrivalTrace(text: string): ArrivalTrace {
  const timesMs: number[] = [];
  const sizes: RecordedSizes = { inputTokens: [], outputTokens: [] };
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    if (timesMs.length >= MAX_TRACE_TIMES)
      throw new RangeError(`A trace has at most ${MAX_TRACE_TIMES} times.`);
    const value = parseJson(line);
    const at = isRecord(value) ? value.timestamp : value;
    if (typeof at !== 'number')
      throw new RangeError(
        `Line ${index + 1} is neither a number of milliseconds nor a JSON object with "timestamp".`,
      );
    timesMs.push(at);
    sizes.inputTokens.push(tokensOf(value, 'input_tokens', 'input_length'));
    sizes.outputTokens.push(tokensOf(value, 'output_tokens', 'output_length'));
  }
  const hasSizes = [sizes.inputTokens, sizes.outputTokens].flat().some((count) => count !== null);
  return { timesMs, ...(hasSizes && { sizes }) };
}

/** Null if the line does not contain it: a trace may have only times. */
function tokensOf(line: unknown, ...names: string[]): number | null {
  const given = isRecord(line) ? names.map((name) => line[name]) : [];
  const count = given.find((value) => typeof value === 'number');
  return typeof count === 'number' && count >= 0 ? Math.round(count) : null;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
