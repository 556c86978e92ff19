import { type Block, scanBlocks } from './chunk-blocks.ts';
import { chunkSize, countWords, MAX_CHUNK_SIZE, TARGET_CHUNK_SIZE } from './chunk-size.ts';
import { type Range, splitRange } from './chunk-split.ts';

/** A passage of a source; `content.slice(start, end) === text`, offsets in UTF-16 code units. */
export interface Chunk {
  start: number;
  end: number;
  text: string;
  /** The headings above it, outermost first; for several small sections, their common headings. */
  heading: string[];
  /** The index of the chunk in its source, from 0. */
  ordinal: number;
}

/** A block, or a piece of one that was too large. */
interface Part extends Range {
  words: number;
  isHeading: boolean;
  path: readonly string[];
}

/** The parts of the chunk that is being filled. */
interface Group {
  parts: Part[];
  words: number;
}

function groupOf(parts: Part[]): Group {
  return { parts, words: parts.reduce((words, part) => words + part.words, 0) };
}

// A smaller section shares its chunk with the next one: alone it has too few words to be found.
const MIN_SECTION_SIZE = 40;

/**
 * Splits Markdown or plain text into chunks of about 220 words, at most 400 (2,400 code units). Headings, fences,
 * tables, list items, quotes and paragraphs stay whole unless one alone is too large. A heading stays with what follows
 * it. Between two chunks only white space is dropped. Content of white space has no chunks. The time is linear in the
 * length of the content.
 */
export function chunkText(content: string): Chunk[] {
  const chunks: Chunk[] = [];
  const emit = (parts: readonly Part[]) => {
    const first = parts[0];
    const last = parts.at(-1);
    if (!first || !last) return;
    const { start } = first;
    const { end } = last;
    const text = content.slice(start, end);
    chunks.push({ start, end, text, heading: sharedPath(parts), ordinal: chunks.length });
  };
  let current = groupOf([]);
  for (const part of scanParts(content)) {
    if (closes(current, part)) {
      const carried = trailingHeadings(current.parts);
      emit(current.parts.slice(0, current.parts.length - carried.length));
      current = groupOf(carried);
      if (joinedSize(current, part) > MAX_CHUNK_SIZE) {
        emit(current.parts);
        current = groupOf([]);
      }
    }
    current.parts.push(part);
    current.words += part.words;
  }
  emit(current.parts);
  return chunks;
}

function* scanParts(content: string): Generator<Part> {
  let headings: { level: number; title: string }[] = [];
  let path: string[] = [];
  for (const block of scanBlocks(content)) {
    if (block.kind === 'heading') {
      headings = [...headings.filter((above) => above.level < block.level), block];
      path = headings.map((heading) => heading.title).filter((title) => title !== '');
    }
    yield* partsOf(content, block, path);
  }
}

function* partsOf(content: string, block: Block, path: readonly string[]): Generator<Part> {
  const words = countWords(content, block.start, block.end);
  if (chunkSize(words, block.end - block.start) <= MAX_CHUNK_SIZE) {
    yield { start: block.start, end: block.end, words, isHeading: block.kind === 'heading', path };
    return;
  }
  const preference = block.kind === 'fence' || block.kind === 'table' ? 'lines' : 'sentences';
  for (const { start, end } of splitRange(content, block, preference)) {
    yield { start, end, words: countWords(content, start, end), isHeading: false, path };
  }
}

/** The size of the chunk that a group and the next part would make, including the space between them. */
function joinedSize(group: Group, next: Part): number {
  return chunkSize(group.words + next.words, next.end - (group.parts[0]?.start ?? next.start));
}

function closes(group: Group, next: Part): boolean {
  const last = group.parts.at(-1);
  if (!last) return false;
  const joined = joinedSize(group, next);
  if (joined > MAX_CHUNK_SIZE) return true;
  if (last.isHeading) return false;
  const now = chunkSize(group.words, last.end - (group.parts[0]?.start ?? last.start));
  return next.isHeading
    ? now >= MIN_SECTION_SIZE
    : joined > TARGET_CHUNK_SIZE && now >= TARGET_CHUNK_SIZE / 2;
}

/** The headings at the end of a chunk, which move to the next one. None if the chunk has nothing else. */
function trailingHeadings(parts: readonly Part[]): Part[] {
  let from = parts.length;
  while (from > 0 && parts[from - 1]?.isHeading) from--;
  return from === 0 ? [] : parts.slice(from);
}

function sharedPath(parts: readonly Part[]): string[] {
  const bodies = parts.filter((part) => !part.isHeading);
  const paths = (bodies.length > 0 ? bodies : parts).map((part) => part.path);
  const first = paths[0] ?? [];
  const differs = first.findIndex((title, depth) => paths.some((path) => path[depth] !== title));
  return first.slice(0, differs === -1 ? first.length : differs);
}
