/**
 * The times of a trace: bursts and reuse of prefixes stay as they were. The first request of the trace is sent at 0.
 * Throws RangeError where times are not ascending numbers.
 */
export function* replay({
  timesMs,
  timeScale,
}: {
  timesMs: readonly number[];
  timeScale: number;
}): Generator<number> {
  const first = timesMs[0] ?? 0;
  let before = first;
  for (const [index, at] of timesMs.entries()) {
    if (!Number.isFinite(at) || at < before) {
      throw new RangeError(`Time ${index + 1} of the trace is ${at}, which is not after ${before}.`);
    }
    before = at;
    yield (at - first) * timeScale;
  }
}
