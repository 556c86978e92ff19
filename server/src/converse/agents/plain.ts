/** Escapes untrusted words for a line of Markdown, so that they produce no link, picture, heading or HTML. */
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
