const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Characters that XML 1.0 and HTML do not allow. */
const NOT_ALLOWED = /(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu;
/** Characters that reverse the reading direction, so that a text looks different from its content. */
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/g;

/** A text or markup in which nothing hides: what no document may hold, and what turns the direction of reading. */
export function showHiddenCharacters(text: string): string {
  return text.toWellFormed().replace(NOT_ALLOWED, '\uFFFD').replace(DIRECTION_MARKS, '\uFFFD');
}

/** Text for an element or a quoted attribute of XML or HTML, so that nothing in it is markup. */
export function escapeMarkup(text: string): string {
  return showHiddenCharacters(text).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
