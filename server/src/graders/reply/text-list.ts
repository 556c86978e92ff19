/** The texts of a JSON list of texts or numbers; null when this is none. */
export function textList(text: string): string[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(text);
    const isList = Array.isArray(list) && list.every((x) => typeof x === 'string' || typeof x === 'number');
    return isList ? list.map(String) : null;
  } catch {
    return null;
  }
}
