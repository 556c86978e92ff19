/** How often each key came, within bounded memory. */
export interface PromptCounts {
  /** Counts one more and returns how many there are now. */
  add(key: string): number;
  entries(): Iterable<[string, number]>;
  /** How many keys are remembered, and how many were forgotten. */
  size(): number;
  forgotten(): number;
}

/**
 * Two generations of at most `max / 2` keys each: when the younger is full the older is forgotten. A key
 * that comes again moves to the younger. (Deleting a Map's first key again and again is not an option: its
 * iterator walks over all deleted entries each time.)
 */
export function createPromptCounts(max: number): PromptCounts {
  const half = Math.max(1, Math.floor(max / 2));
  let young = new Map<string, number>();
  let old = new Map<string, number>();
  let forgotten = 0;
  function makeRoom() {
    if (young.size < half) return;
    forgotten += old.size;
    old = young;
    young = new Map();
  }
  return {
    add(key) {
      const recent = young.get(key);
      if (recent !== undefined) {
        young.set(key, recent + 1);
        return recent + 1;
      }
      const count = (old.get(key) ?? 0) + 1;
      if (count > 1) old.delete(key);
      makeRoom();
      young.set(key, count);
      return count;
    },
    *entries() {
      yield* old;
      yield* young;
    },
    size: () => old.size + young.size,
    forgotten: () => forgotten,
  };
}
