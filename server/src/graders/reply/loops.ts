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
