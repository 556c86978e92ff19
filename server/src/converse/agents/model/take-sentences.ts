import { ABBREVIATION } from '../citations/sentences.ts';

/** The end of a sentence: punctuation before white space, or the end of a line. */
const SENTENCE_END = /[.!?…]["'”’)\]}]*(?=\s)|[。！？]["'”’」』）]*|\n/gu;
/** Maximum length of a reference; longer unclosed text is no reference. */
const MAX_REFERENCE = 4000;
const OPENINGS = ['[[', '{{'] as const;
const CLOSINGS = { '[[': ']]', '{{': '}}' } as const;

/**
 * Splits a growing text into its complete sentences and the rest. A sentence keeps the white space after it, so that
 * all together are the text. It does not split inside a reference (`[[…]]`, `{{…}}`), or before one that belongs to
 * the preceding sentence.
 */
export function cutCompleteSentences(text: string, isEnd: boolean): { sentences: string[]; rest: string } {
  const sentences: string[] = [];
  let from = 0;
  for (const { 0: mark, index } of text.matchAll(SENTENCE_END)) {
    if (index < from) continue;
    const to = withReferences(text, index + mark.length);
    const head = text.slice(from, index);
    // The number of a list item, or an abbreviation, ends no sentence.
    if (mark !== '\n' && (/^\s*\d{1,2}$/.test(head) || ABBREVIATION.test(`${head}.`.slice(-20)))) continue;
    if (to === null || isInside(head) || (!isEnd && /^\s*$/.test(text.slice(to)))) continue;
    const spaced = to + (/^\s*/.exec(text.slice(to))?.[0].length ?? 0);
    sentences.push(text.slice(from, spaced));
    from = spaced;
  }
  const rest = text.slice(from);
  return isEnd && rest !== '' ? { sentences: [...sentences, rest], rest: '' } : { sentences, rest };
}

/** The end of the references that follow `at`; null if one is incomplete. */
function withReferences(text: string, at: number): number | null {
  for (let end = at; ; ) {
    const after = /^[ \t]*/.exec(text.slice(end))?.[0].length ?? 0;
    const opening = OPENINGS.find((one) => text.startsWith(one, end + after));
    if (!opening) return end;
    const close = text.indexOf(CLOSINGS[opening], end + after);
    if (close === -1) return text.length - end > MAX_REFERENCE ? end : null;
    end = close + 2;
  }
}

function isInside(head: string): boolean {
  const last = head.slice(-MAX_REFERENCE);
  return OPENINGS.some((one) => last.lastIndexOf(one) > last.lastIndexOf(CLOSINGS[one]));
}
