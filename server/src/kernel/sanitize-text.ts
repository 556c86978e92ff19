/** Replaces NUL and unpaired surrogates by U+FFFD: models may send them, and neither database can store them. */
export function sanitizeText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
