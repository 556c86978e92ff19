const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that XML 1.0 and HTML do not allow. */
const NOT_ALLOWED = /(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu;
/** They reverse the reading direction, so that a text looks different from what it is. */
const DIRECTION = /[\u202A-\u202E\u2066-\u2069]/g;

/** Text for an element or a quoted attribute of XML or HTML, so that nothing in it is markup. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_ALLOWED, '\uFFFD')
    .replace(DIRECTION, '\uFFFD')
    .replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
