import { wordsPattern } from './words.ts';

/** How much of the end of a response is read. */
const LOOKED_AT = 4_000;
const LEAST = 40;
const TIMES = 3;

/**
 * Whether a response repeats itself at its end: its last 40 characters or more are the same piece at least three times
 * (blanks and line breaks count as equal, and the last one may be truncated). Uses the failure function of Knuth,
 * Morris and Pratt on the reversed end, in linear time.
 */
export function endsInLoop(reply: string): boolean {
  const text = [...reply.slice(-LOOKED_AT).replace(/\s+/g, ' ').trim()].reverse();
  const border = new Uint32Array(text.length);
  for (let i = 1, k = 0; i < text.length; i++) {
    while (k > 0 && text[i] !== text[k]) k = border[k - 1] ?? 0;
    if (text[i] === text[k]) k += 1;
    border[i] = k;
    const length = i + 1;
    if (length >= LEAST && length >= TIMES * (length - k)) return true;
  }
  return false;
}

const CLOSED = /[.!?。！？।؟…)\]}"'”’»」』`*$|]$/u;
/** Maximum words, or characters without blanks, of a last sentence without a full stop. */
const WORDS = 2;
const CHARACTERS = 6;
const CONNECTS = new RegExp(
  `(?:^|[\\s\\p{P}])(?:${wordsPattern('and', 'or', 'but', 'because')}|so|thus|the|of|is|to|所以|因此|于是|よって|したがって)$`,
  'iu',
);

/**
 * Whether a response breaks off: the text after its last sign of an answer continues for more than two words without an
 * end, or ends with a comma or a word like `and`. Used only for loose reading; the server's report of the token limit
 * takes precedence.
 */
export function breaksOff(after: string): boolean {
  const text = after.replace(/\s+/g, ' ').trim();
  if (text === '') return false;
  if (/[,，、;:–—-]$/u.test(text) || CONNECTS.test(text.slice(-100))) return true;
  if (CLOSED.test(text)) return false;
  const sentences = text.split(/[.!?。！？।؟] ?/);
  if (sentences.length > 1) return true;
  return (
    text.split(' ').length > WORDS ||
    (!text.includes(' ') && /[^\p{Script=Latin}]/u.test(text) && text.length > CHARACTERS)
  );
}
