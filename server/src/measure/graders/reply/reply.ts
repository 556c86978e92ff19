import { foldCharacters } from './fold.ts';
import { toLines, withoutMarkup } from './markup.ts';

/** A reply as all that follows reads it. */
export interface Reply {
  /** As it was sent. */
  raw: string;
  /** Its lines without markup, white space collapsed, none of them blank. */
  lines: readonly string[];
  /** The lines as one text in one way of writing, each character at its place in `lines`, joined by line breaks. */
  folded: string;
}

export function readReply(raw: string): Reply {
  const lines = toLines(withoutMarkup(raw));
  return { raw, lines, folded: foldCharacters(lines.join('\n')) };
}
