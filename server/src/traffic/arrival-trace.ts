/** More times than this are a file of another kind; ten minutes at 80 requests a second. */
export const MOST_TIMES = 50_000;

/** Why these times in ms cannot be replayed, in words; null when they can: 2 or more, not negative, ascending. */
export function traceProblem(timesMs: readonly number[]): string | null {
  if (timesMs.length < 2) return 'A trace has at least 2 times.';
  if (timesMs.length > MOST_TIMES) return `A trace has at most ${MOST_TIMES} times, not ${timesMs.length}.`;
  for (const [index, at] of timesMs.entries()) {
    const which = `Time ${index + 1} of the trace`;
    if (!Number.isFinite(at)) return `${which} is not a number.`;
    if (at < 0) return `${which} is ${at}, which is negative.`;
    const before = timesMs[index - 1] ?? 0;
    if (at < before) return `${which} is ${at}, which is before ${before}.`;
  }
  return timesMs.at(-1) === timesMs[0] ? 'All times of the trace are the same.' : null;
}

/**
 * The times of a text, one a line: a number of milliseconds, or a JSON object with such a number as `timestamp`, as
 * public traces have it. Empty lines are skipped. Throws RangeError naming the line that is neither.
 */
export function readTrace(text: string): number[] {
  const times: number[] = [];
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    if (times.length >= MOST_TIMES) throw new RangeError(`A trace has at most ${MOST_TIMES} times.`);
    const at = timeOf(line);
    if (at === null)
      throw new RangeError(
        `Line ${index + 1} is no number of milliseconds and no JSON object with "timestamp".`,
      );
    times.push(at);
  }
  return times;
}

function timeOf(line: string): number | null {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof value === 'object' && value !== null && 'timestamp' in value) value = value.timestamp;
  return typeof value === 'number' ? value : null;
}
