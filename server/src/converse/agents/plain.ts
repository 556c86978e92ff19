/** Words that others chose, in a line of Markdown, as they are: no link, picture, heading or HTML comes out of them. */
export function escapeMarkdown(words: string): string {
  return words
    .replace(/\s+/gu, ' ')
    .trim()
    .replace(
      /[\\`*_[\]|~]|<(?=[\p{L}/!?])|&(?=#?\w+;)|^[#+>-]|(?<=:)\/(?=\/)|(?<=^\d{1,9})[.)]/gu,
      (mark) => `\\${mark}`,
    );
}

/** The name in typographic quotation marks: `“name”`. */
export const quoteName = (name: string) => `“${escapeMarkdown(name)}”`;
