/**
 * Markup of a response: what is removed before anything is read, and the marks that models put around an answer. All
 * patterns take linear time for any response.
 */

/** Direction marks and invisible characters. */
const UNSEEN = /[\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;
/** Tokens of a chat template that a server did not remove: `<|im_end|>`. */
const TOKEN = /<\|[a-z_]{1,40}\|>/g;

/** The text in NFC, without invisible marks, and with line breaks for a template's tokens. */
export const visibleText = (text: string): string =>
  text.normalize('NFC').replace(UNSEEN, '').replace(TOKEN, '\n');

/** Replacements, applied in this order if the text contains their character. */
const MARKUP: readonly (readonly [sign: string, pattern: RegExp, by: string])[] = [
  // Struck-out text does not count.
  ['~', /~~(?=\S)[^~\n]{1,200}~~/g, ''],
  ['<', /<(s|del|strike)>[^<>\n]{1,200}<\/\1>/gi, ''],
  ['<', /<(?:br|p|\/p|li|\/li|div|\/div)(?: [^<>]{0,200})?\/?>/gi, '\n'],
  ['<', /<sup>/gi, '^'],
  ['<', /<\/?(?:b|i|u|em|strong|code|mark|span|font|sub|sup|small|big|kbd|var)(?: [^<>]{0,200})?>/gi, ''],
  // A letter in bold counts as a letter in parentheses.
  ['*', /\*\*\(?([A-Z])(?:([).:])([^*\n]{0,200}))?\*\*/g, '($1)$3'],
  ['*', /(?<![A-Za-z0-9\\*])(\*{1,3})(?=[^\s*])([^*\n]{0,300}[^\s*])\1(?!\*)/g, '$2'],
  ['_', /(?<![\p{L}\p{N}\\_])(_{1,3})(?=[^\s_])([^_\n]{0,300}[^\s_])\1(?![\p{L}\p{N}_])/gu, '$2'],
  ['`', /(?<!`)(`{1,2})(?!`)([^`\n]{1,300})\1(?!`)/g, '$2'],
  ['=', /(?<![^\s])==(?=[^\s=])([^=\n]{0,300}[^\s=])==(?!=)/g, '$1'],
  ['\\', /\\(?: |q?quad(?![a-z]))/g, ' '],
  ['$', /(?<![A-Za-z0-9\\$])(\${1,2})(?=[^\s$])([^$\n]{0,300}[^\s$])\1(?![\d$])/g, '$2'],
  [
    '\\',
    /\\(?:text(?:bf|it|rm|sf|tt)?|math(?:bf|rm|it|sf|tt)|mbox|emph|underline)\s?\{([^{}\n]{0,300})\}/g,
    '$1',
  ],
];

/** Removes emphasis, code marks and struck-out words of Markdown, HTML or LaTeX. */
export function withoutMarkup(text: string): string {
  let plain = visibleText(text);
  for (const [sign, pattern, by] of MARKUP) if (plain.includes(sign)) plain = plain.replace(pattern, by);
  return plain;
}

/** The end of a sentence in scripts with and without blanks. */
export const SENTENCE_END = /[.!?;](?= |$)|[。！？।؟]/;

/** The content of the last `\boxed{…}` with balanced braces; null if there is none. */
export function lastBoxed(text: string): string | null {
  const at = text.lastIndexOf('\\boxed{');
  if (at === -1) return null;
  const from = at + '\\boxed{'.length;
  let depth = 1;
  for (let i = from; i < text.length; i++) {
    if (text[i] === '{') depth += 1;
    else if (text[i] === '}' && --depth === 0) return text.slice(from, i).trim();
  }
  return null;
}

/** Opening marks with their closing ones: `(a) and (b)` is not one parenthesis, so neither may occur in between. */
const PAIRS = Array.from(
  `** ** __ __ * * \` \` $$ $$ $ $ \\( \\) \\[ \\] ( ) [ ] < > " " ' ' “ ” „ “ „ ” ‘ ’ » « 「 」 『 』 《 》 【 】 « »`.matchAll(
    /(\S+) (\S+)/g,
  ),
  ([, open = '', close = '']) => [open, close] as const,
);

/**
 * Removes all marks that models put around an answer: `$`, parentheses, quotes, `\boxed{}`, with one punctuation mark
 * after them. What is inside stays.
 */
export function unwrapAnswer(value: string): string {
  let text = lastBoxed(value) ?? value.trim();
  for (let inner = unwrapOnce(text); inner !== null; inner = unwrapOnce(text)) text = inner;
  return text;
}

function unwrapOnce(text: string): string | null {
  const bare = text.replace(/[.,;:!。，；：！।۔]$/, '');
  for (const [open, close] of PAIRS) {
    if (bare.length <= open.length + close.length || !bare.startsWith(open) || !bare.endsWith(close))
      continue;
    const inner = bare.slice(open.length, bare.length - close.length);
    if (!inner.includes(open) && !inner.includes(close)) return inner.trim();
  }
  return null;
}

// A narrow or no-break space between digits separates thousands and is kept.
const NARROW_OR_SPACE = /(?<=\d)[\u00a0\u2009\u202f](?=\d)|(\s+)/g;

const UNEVEN = /[^\S ]| {2}/;

/** The lines of a text with collapsed white space, without blank ones. */
export function toLines(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) =>
      UNEVEN.test(line)
        ? line.replace(NARROW_OR_SPACE, (run, space) => (space ? ' ' : run)).trim()
        : line.trim(),
    )
    .filter((line) => line !== '');
}

/** Removes emphasis left open by splitting at the colon: `**Answer: 42**` leaves `42**`. */
export function trimMarks(value: string): string {
  const text = value.trim();
  return unwrapOnce(text) === null ? trimCharacters(text, ' *`') : text;
}

/** Uses loops rather than a pattern: `/[*]+$/` is quadratic on long runs that do not end the text. */
export function trimCharacters(text: string, characters: string, from: 'both' | 'end' = 'both'): string {
  let start = 0;
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] ?? '')) end -= 1;
  while (from === 'both' && start < end && characters.includes(text[start] ?? '')) start += 1;
  return text.slice(start, end);
}
