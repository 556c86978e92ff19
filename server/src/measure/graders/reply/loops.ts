import { wordsPattern } from './words.ts';

/** Of the end of a reply, how much is looked at. */
const LOOKED_AT = 4_000;
const LEAST = 40;
const TIMES = 3;

/**
 * Whether a reply repeats itself to its end: its last 40 characters or more are one piece three times over or more
 * (blanks and line breaks alike, and the last time may be cut off). By the failure function of Knuth, Morris and Pratt
 * on the end read backwards, so in linear time.
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
/** After the last sign of an answer, so many words or characters without blanks may end a sentence without a full stop. */
const WORDS = 2;
const CHARACTERS = 6;
const CONNECTS = new RegExp(
  `(?:^|[\\s\\p{P}])(?:${wordsPattern('and', 'or', 'but', 'because')}|so|thus|the|of|is|to|所以|因此|于是|よって|したがって)$`,
  'iu',
);

/**
 * Whether a reply breaks off: what stands after its last sign of an answer goes on for more than two words without an
 * end, or ends in a comma or in a word like `and`. Only what is read loosely asks for this; a server that says that
 * the token limit was hit is believed before.
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
