/** A model may send NUL or half a surrogate pair; neither database keeps such text, so it is replaced by U+FFFD. */
export function sanitizeText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
