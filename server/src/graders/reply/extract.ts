/**
 * Finds the answer in a reply. Our prompts ask for one form, `Answer: X` on the last line; where a reply
 * strays from it, looser forms are tried and recorded as such. Works line by line with white space
 * collapsed, so that no reply, however hostile, makes a pattern here take more than linear time.
 */

const ANSWER_LINE =
  /^[\s>#*_`•-]*(?:(?:so|thus|hence|therefore),? )?(?:(?:the|my) )?(?:(?:final|correct|best) )?answer(?: is)? ?[*_`]* ?[:：=] ?[*_`]* ?(.*)$/i;
const INLINE_ANSWER = /\banswer(?: is| ?[:：=])[:：]? ?([^ ].*)$/i;
const SENTENCE_END = /[.!?;](?= |$)/;

/** What stands on the last `Answer:` line that is not empty, or on the line after it; null if nowhere. */
export function answerLine(reply: string): string | null {
  const lines = toLines(reply);
  for (let i = lines.length - 1; i >= 0; i--) {
    const match = ANSWER_LINE.exec(lines[i] ?? '');
    if (!match) continue;
    const value = trimMarks(match[1] ?? '') || trimMarks(lines[i + 1] ?? '');
    if (value !== '') return value;
  }
  return null;
}

/** The last `… answer is X`, up to the end of its sentence, then the last `\boxed{X}`; null if neither. */
export function looseAnswer(reply: string): string | null {
  for (const line of toLines(reply).reverse()) {
    const at = line.toLowerCase().lastIndexOf('answer');
    const match = at === -1 ? null : INLINE_ANSWER.exec(line.slice(at));
    if (match?.[1]) return trimMarks(match[1].split(SENTENCE_END)[0] ?? '') || null;
  }
  return lastBoxed(reply);
}

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
  const bare = text.replace(/[.,;:!]$/, '');
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
function trimMarks(value: string): string {
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
