/**
 * Splits the text into pieces of about `size` UTF-16 units, never within a character, because processing 64 MB at once
 * takes long.
 */
export function* textSlices(text: string, size: number): Generator<string> {
  for (let at = 0; at < text.length; ) {
    const end = at + size;
    const splits = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
    const slice = text.slice(at, splits ? end + 1 : end);
    yield slice;
    at += slice.length;
  }
}
