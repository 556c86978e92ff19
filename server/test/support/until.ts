import { setTimeout as sleep } from 'node:timers/promises';

type Falsy = false | null | undefined | 0 | '';

/** Below the limit of one test, so that the sentence is seen and the loop does not outlive its test. */
const PATIENCE_MS = 60_000;
const LONGEST_REST_MS = 100;

/**
 * Asks again and again until the answer is neither false, null, undefined, 0 nor empty, and resolves with it. Rejects
 * with the condition's own text when that takes longer than `patienceMs`.
 *
 * @param everyMs how long it rests between at first, later a tenth of what it has waited: what is asked for computes,
 *   and on a busy machine every 5 ms a third of the time went into asking; 0 only lets what waits go first
 */
export async function until<T>(
  condition: () => T | Promise<T>,
  everyMs = 5,
  patienceMs = PATIENCE_MS,
): Promise<Exclude<T, Falsy>> {
  const begun = performance.now();
  for (;;) {
    const answer = await condition();
    if (answer) return answer as Exclude<T, Falsy>;
    const waited = performance.now() - begun;
    if (waited > patienceMs) throw new Error(`Within ${patienceMs / 1000} s it never was so: ${condition}`);
    await sleep(everyMs === 0 ? 0 : restAfter(waited, everyMs));
  }
}

/** How long to rest before the next question, all in milliseconds. */
export const restAfter = (waited: number, atFirst: number): number =>
  Math.max(atFirst, Math.min(waited / 10, LONGEST_REST_MS));
