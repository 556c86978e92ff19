const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** What XML 1.0 and HTML cannot hold. */
const IMPOSSIBLE = /(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu;
/** They turn the reading direction round, so that a text shows another than it holds. */
const DIRECTION = /[\u202A-\u202E\u2066-\u2069]/g;

/** Text for an element or a quoted attribute, of XML or HTML: nothing in it is markup any more. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(IMPOSSIBLE, '\uFFFD')
    .replace(DIRECTION, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
