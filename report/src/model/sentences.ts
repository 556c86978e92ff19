/** Splits a text after each full stop that a space and a letter follow. */
export function splitSentences(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\.) (?=\p{L})/u);
}
