/**
 * What a reader sees of a name. Two names that look the same cannot be told apart in a table, so they count as one.
 * Composed and decomposed letters, and any white space, count alike.
 */
export function normalizeLabel(name: string): string {
  return name
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
