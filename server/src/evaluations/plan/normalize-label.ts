/**
 * What can be seen of a name, for names that are told from each other by their text: two of which the same can be seen
 * are one to whoever reads a table. Composed and decomposed letters, and any white space, count alike.
 */
export function normalizeLabel(name: string): string {
  return name
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
