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

/** Removes characters that no document may contain, and shows those that change the reading direction. */
export function showHiddenCharacters(text: string): string {
  return text.toWellFormed().replace(NOT_ALLOWED, '\uFFFD').replace(DIRECTION_MARKS, '\uFFFD');
}

/** Escapes text for an element or a quoted attribute of XML or HTML. */
export function escapeMarkup(text: string): string {
  return showHiddenCharacters(text).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}
