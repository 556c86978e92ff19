/**
 * The largest matching of `n` with `m` things, each with one it fits (augmenting paths: Kuhn 1955), from `begun`: pairs
 * that fit. `matched` is by the first, `of` by the second.
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
    // What nobody holds comes first: moving holders along costs 4,000 equal entries a minute, and this nothing.
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
