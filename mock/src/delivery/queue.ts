import type { Standstill } from '../script/interruptions.ts';

/** The time, by `performance.now()`, at which `workMs` milliseconds of a request's work are done. */
export type Progress = (workMs: number) => number;

/**
 * The queue of one model: `servers` requests are processed at once, the others wait in order of arrival (null: no
 * limit). Times are computed only from absolute times, never from when a timer fired, so that late timers do not
 * accumulate. While the model pauses no work is done. A request whose client disconnected keeps its place, as on most
 * real servers.
 */
export interface Schedule {
  admit(arrivedAt: number, workMs: number): Progress;
}

export function createSchedule(servers: number | null, standstills: readonly Standstill[]): Schedule {
  const windows = standstills
    .map(({ from_ms, for_ms }) => ({ from: from_ms, to: from_ms + for_ms }))
    .sort((a, b) => a.from - b.from);
  const freeAt = new Array<number>(servers ?? 0).fill(Number.NEGATIVE_INFINITY);
  let begun: number | undefined;

  /** The time at which work that starts at `start` has run for `workMs`. */
  function advance(start: number, workMs: number): number {
    let [at, left] = [start, workMs];
    for (const window of windows) {
      const [from, to] = [(begun ?? 0) + window.from, (begun ?? 0) + window.to];
      if (to <= at) continue;
      if (at + left <= from) break;
      left -= Math.max(0, from - at);
      at = to;
    }
    return at + left;
  }

  return {
    admit(arrivedAt, workMs) {
      begun ??= arrivedAt;
      const next = freeAt.reduce((least, at, i) => (at < (freeAt[least] ?? 0) ? i : least), 0);
      const start = Math.max(arrivedAt, freeAt[next] ?? arrivedAt);
      if (servers !== null) freeAt[next] = advance(start, workMs);
      return (doneMs) => advance(start, doneMs);
    },
  };
}
