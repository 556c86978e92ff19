/** Names further off than this share of their letters are no slip of the keys. */
const MAX_OFF = 0.4;

/** The name that a misspelt one was most likely meant to be; undefined where none is close. */
export function nearestName(typed: string, names: readonly string[]): string | undefined {
  const word = typed.trim().toLowerCase();
  const [nearest] = names
    .map((name) => ({ name, off: editDistance(word, name.toLowerCase()) }))
    .filter(({ name, off }) => off <= MAX_OFF * Math.max(word.length, name.length))
    .toSorted((a, b) => a.off - b.off);
  return nearest?.name;
}

/** Levenshtein's: the fewest letters to insert, delete or replace. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = (row[j] ?? 0) + (letter === b[j] ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
