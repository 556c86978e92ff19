import { randomBytes } from 'node:crypto';

/** Puts untrusted text between lines with the mark. */
export type Quote = (name: string, text: string, mark: string) => string;

/** A random mark that none of the texts contains. */
export function newMark(texts: readonly string[]): string {
  for (;;) {
    const mark = randomBytes(8).toString('hex');
    if (!texts.some((text) => text.toLowerCase().includes(mark))) return mark;
  }
}

export const quoteWithMark: Quote = (name, text, mark) =>
  `<<<${name} ${mark}\n${escapeInvisible(text)}\n${name} ${mark}>>>`;

/** Removes text between lines with the mark: where a judge repeats its prompt, that is the graded material. */
export function withoutQuoted(text: string, mark: string): string {
  return text.replace(new RegExp(`<<<(\\w+) ${mark}\\n[\\s\\S]*?\\n\\1 ${mark}>>>`, 'g'), '');
}

/**
 * Control characters, line separators other than a line feed, direction marks, tags and private characters, which can
 * hide text or make it appear elsewhere. Joiners stay, because scripts and emoji need them.
 */
const INVISIBLE = /[^\P{C}\n\t\u200C\u200D]|[\u2028\u2029\u3164\uFFA0]|[\u{E0100}-\u{E01EF}]/gu;

/** Writes invisible characters as escapes such as `\u{202E}`. */
function escapeInvisible(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(INVISIBLE, (character) => `\\u{${character.codePointAt(0)?.toString(16).toUpperCase()}}`);
}
