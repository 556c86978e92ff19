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

/** A text or markup in which nothing hides: what no document may hold, and what turns the direction of reading. */
export function visible(text: string): string {
  return text.toWellFormed().replace(NOT_ALLOWED, '\uFFFD').replace(DIRECTION, '\uFFFD');
}

/** Text for an element or a quoted attribute of XML or HTML, so that nothing in it is markup. */
export function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
