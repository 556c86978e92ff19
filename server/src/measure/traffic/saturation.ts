/** The number of requests in flight at a time in ms. */
export interface QueueReading {
  atMs: number;
  underWay: number;
}

/** Time over which a growing queue is judged; a shorter load may end while a queue still builds up. */
export const SATURATION_WINDOW_MS = 10_000;
const MIN_LOOKS = 20;
/** The growth over the readings, as a multiple of their mean, from which a queue is no longer noise. */
const GROWTH = 1;
/** The slope divided by its standard error. Readings of a queue depend on each other, so it is far above 2. */
const CERTAINTY = 8;

/**
 * Whether a server cannot keep up with an open loop: over the last ten seconds the number of requests in flight grew
 * steadily, by its own mean or more. Every further second would only lengthen the queue.
 */
export function isSaturated(looks: readonly QueueReading[]): boolean {
  const last = looks.at(-1);
  if (last === undefined) return false;
  const recent = looks.filter(({ atMs }) => atMs > last.atMs - SATURATION_WINDOW_MS);
  if (recent.length < MIN_LOOKS || last.atMs - (recent[0] as QueueReading).atMs < SATURATION_WINDOW_MS * 0.9)
    return false;
  const { slope, error, mean } = fitLine(recent);
  return slope * SATURATION_WINDOW_MS > GROWTH * mean && mean > 1 && slope > CERTAINTY * error;
}

/** Least squares of the readings over time: the slope, its standard error, and the mean. */
function fitLine(looks: readonly QueueReading[]): { slope: number; error: number; mean: number } {
  const n = looks.length;
  const meanOf = (of: (look: QueueReading) => number) => looks.reduce((sum, look) => sum + of(look), 0) / n;
  const time = meanOf(({ atMs }) => atMs);
  const mean = meanOf(({ underWay }) => underWay);
  const spread = looks.reduce((sum, { atMs }) => sum + (atMs - time) ** 2, 0);
  const slope =
    looks.reduce((sum, { atMs, underWay }) => sum + (atMs - time) * (underWay - mean), 0) / spread;
  const rest = looks.reduce(
    (sum, { atMs, underWay }) => sum + (underWay - mean - slope * (atMs - time)) ** 2,
    0,
  );
  return { slope, error: Math.sqrt(rest / (n - 2) / spread), mean };
}
