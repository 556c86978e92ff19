/**
 * Lines, marks and boxes of a reply. Works line by line with white space collapsed, so that no reply, however hostile,
 * makes a pattern here take more than linear time.
 */

/** Where a sentence ends in scripts with and without blanks. */
export const SENTENCE_END = /[.!?;](?= |$)|[。！？।؟]/;

/** The content of the last `\boxed{…}`, braces matched; null when there is none that closes. */
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

// An opening, its closing and what may not stand between: `(a) and (b)` is not one thing in parentheses.
const PAIRS: readonly (readonly [open: string, close: string])[] = [
  ['**', '**'],
  ['__', '__'],
  ['*', '*'],
  ['`', '`'],
  ['$$', '$$'],
  ['$', '$'],
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ['(', ')'],
  ['[', ']'],
  ['<', '>'],
  ['"', '"'],
  ["'", "'"],
  ['“', '”'],
  ['„', '“'],
  ['„', '”'],
  ['‘', '’'],
  ['»', '«'],
  ['「', '」'],
  ['『', '』'],
  ['《', '》'],
  ['【', '】'],
  ['«', '»'],
  ['\\text{', '}'],
  ['\\mathrm{', '}'],
  ['\\textbf{', '}'],
  ['\\mathbf{', '}'],
];

/**
 * Takes off the marks models put around an answer, as often as there are any: emphasis, code, `$`,
 * parentheses, quotes, `\text{}`, `\boxed{}`, with one punctuation mark after them. What is inside stays.
 */
export function unwrap(value: string): string {
  let text = lastBoxed(value) ?? value.trim();
  for (;;) {
    const inner = unwrapOnce(text);
    if (inner === null) return text;
    text = inner;
  }
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

/** The lines of a text, white space collapsed, without the blank ones. */
export function toLines(text: string): string[] {
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replace(NARROW_OR_SPACE, (run, space) => (space ? ' ' : run)).trim())
    .filter((line) => line !== '');
}

/** Emphasis left open by the split at the colon: `**Answer: 42**` leaves `42**`. */
export function trimMarks(value: string): string {
  const text = value.trim();
  return unwrapOnce(text) === null ? trimCharacters(text, ' *`') : text;
}

/** By loops rather than a pattern: `/[*]+$/` is quadratic on long runs that do not end the text. */
export function trimCharacters(text: string, characters: string, from: 'both' | 'end' = 'both'): string {
  let start = 0;
  let end = text.length;
  while (end > 0 && characters.includes(text[end - 1] ?? '')) end -= 1;
  while (from === 'both' && start < end && characters.includes(text[start] ?? '')) start += 1;
  return text.slice(start, end);
}
