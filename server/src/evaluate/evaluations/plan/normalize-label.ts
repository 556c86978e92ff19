/**
 * A label as a reader sees it. Labels that look alike cannot be told apart in a table, so they count as the same:
 * composed and decomposed letters are equal, and so is any white space.
 */
export function normalizeLabel(name: string): string {
  return name
    .normalize('NFC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}
