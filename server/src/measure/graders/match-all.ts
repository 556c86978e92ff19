/**
 * The largest matching of `n` with `m` things, each with one that fits (augmenting paths: Kuhn 1955), starting from the
 * fitting pairs `begun`. `matched` is indexed by the first, `of` by the second.
 */
export function matchAll(
  n: number,
  m: number,
  fits: (i: number, j: number) => boolean,
  begun: readonly (readonly [i: number, j: number])[] = [],
) {
  const of = new Map(begun.map(([i, j]) => [j, i]));
  const done = new Set(of.values());
  const free = new Set(Array.from({ length: m }, (_, j) => j).filter((j) => !of.has(j)));
  const place = (i: number, seen: Set<number>): boolean => {
    // Unmatched candidates first: moving matched ones along took a minute for 4,000 equal entries, and this takes no
    // time.
    for (const j of free) {
      if (!fits(i, j)) continue;
      free.delete(j);
      of.set(j, i);
      return true;
    }
    for (const [j, holder] of of) {
      if (seen.has(j) || !fits(i, j)) continue;
      seen.add(j);
      if (!place(holder, seen)) continue;
      of.set(j, i);
      return true;
    }
    return false;
  };
  for (let i = 0; i < n; i++) if (!done.has(i)) place(i, new Set());
  return { matched: new Map([...of].map(([j, i]) => [i, j])), of };
}
