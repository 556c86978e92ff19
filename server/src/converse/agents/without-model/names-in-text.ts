/**
 * The rows whose names appear in a text as whole words, case-insensitive. Of overlapping names the longest counts:
 * *Kestrel Large* does not also name *Kestrel*.
 */
export function rowsNamedInText<T>(text: string, rows: readonly T[], nameOf: (row: T) => string): T[] {
  let rest = text.toLowerCase();
  const names = [...new Set(rows.map((row) => nameOf(row).trim().toLowerCase()))].filter(Boolean);
  const found = new Set<string>();
  for (const name of names.sort((a, b) => b.length - a.length)) {
    const without = rest.replace(wordsOf(name), ' \u0000 ');
    if (without !== rest) found.add(name);
    rest = without;
  }
  return rows.filter((row) => found.has(nameOf(row).trim().toLowerCase()));
}

/** A pattern for a name as whole words, case-insensitive. */
const wordsOf = (name: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}_])${RegExp.escape(name)}(?![\\p{L}\\p{N}_])`, 'giu');
