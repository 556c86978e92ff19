/** A text cut after each full stop that a capital letter or any other letter follows. */
export function splitSentences(text: string): string[] {
  return text === '' ? [] : text.split(/(?<=\.) (?=\p{L})/u);
}
