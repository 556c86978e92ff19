/** Words that others chose, in a line of Markdown, as they are: no link, picture, heading or HTML comes out of them. */
export function plain(words: string): string {
  return words
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(
      /[\\`*_[\]|~]|<(?=[\p{L}/!?])|&(?=#?\w+;)|^[#+>-]|(?<=:)\/(?=\/)|(?<=^\d{1,9})[.)]/gu,
      (mark) => `\\${mark}`,
    );
}

/** `“name”`, as a name of the workspace stands in a sentence. */
export const named = (name: string) => `“${plain(name)}”`;
