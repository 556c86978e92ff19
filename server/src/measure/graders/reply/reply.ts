import { foldCharacters } from './fold.ts';
import { toLines, withoutMarkup } from './markup.ts';

/** A response in the form that all readers use. */
export interface Reply {
  /** The unchanged text. */
  raw: string;
  /** Its lines without markup, with collapsed white space and without blank lines. */
  lines: readonly string[];
  /** The lines as one normalised text, joined by line breaks; each character keeps its position in `lines`. */
  folded: string;
}

export function readReply(raw: string): Reply {
  const lines = toLines(withoutMarkup(raw));
  return { raw, lines, folded: foldCharacters(lines.join('\n')) };
}
