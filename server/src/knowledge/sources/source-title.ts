import { cleanText } from '../reading/reading.ts';
import { scanBlocks } from './chunking/chunk-blocks.ts';

const MAX_TITLE = 200;
const MAX_WORDS = 12;
const MAX_WORDS_UNITS = 80;

/**
 * The title of a text: the given one, otherwise its first heading, the filename, or its first words. `beginning` is the
 * known beginning of the text; a heading after it does not count.
 */
export function chooseTitle({
  title,
  filename,
  beginning,
}: {
  title: string | undefined;
  filename: string | undefined;
  beginning: string;
}): string {
  const text = cleanText(beginning.replaceAll('\0', ' '));
  return cut(title || firstHeading(text) || filename || firstWords(text) || 'Untitled', MAX_TITLE);
}

/** Truncates a title to the maximum length. */
export function cutTitle(title: string): string {
  return cut(title.replaceAll('\0', ' ').toWellFormed(), MAX_TITLE);
}

function firstHeading(text: string): string {
  for (const block of scanBlocks(text))
    if (block.kind === 'heading' && block.title !== '') return block.title;
  return '';
}

function firstWords(text: string): string {
  const words = text.trim().split(/\s+/, MAX_WORDS + 1);
  const shown = words.slice(0, MAX_WORDS).join(' ');
  return words.length > MAX_WORDS || shown.length > MAX_WORDS_UNITS
    ? `${cut(shown, MAX_WORDS_UNITS)}…`
    : shown;
}

/** At most `most` code units, never half a surrogate pair. */
function cut(text: string, most: number): string {
  return text.length <= most ? text : text.slice(0, most).replace(/[\ud800-\udbff]$/, '');
}
