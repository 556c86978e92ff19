import type { Range } from './marked.tsx';

/** Number of characters after which a block of plain text ends at the next line end, and the maximum number. */
const MIN_BLOCK_CHARACTERS = 1_200;
const MAX_BLOCK_CHARACTERS = 4_000;

/** A text in blocks that are laid out by themselves, so that only those in view have to be. They lose nothing. */
export function plainBlocks(text: string): Range[] {
  const blocks: Range[] = [];
  for (let start = 0; start < text.length; ) {
    const lineEnd = text.indexOf('\n', start + MIN_BLOCK_CHARACTERS);
    const far = Math.min(text.length, start + MAX_BLOCK_CHARACTERS);
    let end = lineEnd >= 0 && lineEnd < far ? lineEnd + 1 : far;
    // Not between the halves of one character.
    if (end < text.length && /[\udc00-\udfff]/.test(text.charAt(end))) end--;
    blocks.push({ start, end });
    start = end;
  }
  return blocks;
}

/** A Markdown text in the blocks between its empty lines; code between fences stays together, and so does what is indented. */
export function markdownBlocks(text: string): Range[] {
  const blocks: Range[] = [];
  let start = 0;
  let fence: string | undefined;
  let isAfterEmpty = false;
  for (let at = 0; at < text.length; ) {
    const lineEnd = text.indexOf('\n', at);
    const next = lineEnd < 0 ? text.length : lineEnd + 1;
    const line = text.slice(at, Math.min(next, at + 200));
    const isEmpty = line.trim() === '';
    if (fence === undefined && isAfterEmpty && /^\S/.test(line)) {
      blocks.push({ start, end: at });
      start = at;
    }
    const opened = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) fence = opened;
    else if (opened?.startsWith(fence)) fence = undefined;
    isAfterEmpty = isEmpty;
    at = next;
  }
  if (start < text.length) blocks.push({ start, end: text.length });
  return blocks;
}
