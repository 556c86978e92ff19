import { Type } from 'typebox';

export const SearchWords = Type.Optional(
  Type.String({
    maxLength: 200,
    description: 'Return only rows that contain each of these words, case-insensitive.',
  }),
);

/** The rows that contain every word in one of their texts; without words, all rows. */
export function rowsMatchingWords<T>(
  rows: readonly T[],
  words: string | undefined,
  textsOf: (row: T) => readonly (string | undefined)[],
): T[] {
  const wanted = (words ?? '').toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter((row) => {
    const text = textsOf(row).join(' ').toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}
