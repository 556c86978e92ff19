import {
  chunkSize,
  countWords,
  MAX_CHUNK_SIZE,
  skipSpace,
  TARGET_CHUNK_SIZE,
  trimEnd,
} from './chunk-size.ts';
import { splitRange } from './chunk-split.ts';
import type { Chunk } from './chunk-text.ts';

/** A chunk of a transcript. */
export interface TranscriptChunk extends Chunk {
  /** The time of its first words, from the beginning. */
  startSeconds: number;
}

/** The position at which a cue begins in the content, and its time. */
export interface CueStart {
  start: number;
  at: number;
}

interface Piece {
  start: number;
  end: number;
  seconds: number;
  words: number;
  /** Whether a pause comes before it. */
  paused: boolean;
}

/**
 * Splits a transcript between its cues: at a pause (a blank line) if a chunk is at least half full, at any cue if it is
 * full. A cue is split only if it alone is too large; its pieces have its time.
 */
export function chunkTranscript(content: string, cues: readonly CueStart[]): TranscriptChunk[] {
  const chunks: TranscriptChunk[] = [];
  let pieces: Piece[] = [];
  let words = 0;

  function emit(): void {
    const first = pieces[0];
    const last = pieces.at(-1);
    if (!first || !last) return;
    const { start, seconds: startSeconds } = first;
    const { end } = last;
    chunks.push({
      start,
      end,
      text: content.slice(start, end),
      heading: [],
      ordinal: chunks.length,
      startSeconds,
    });
    pieces = [];
    words = 0;
  }

  for (const piece of scanPieces(content, cues)) {
    const first = pieces[0];
    const last = pieces.at(-1);
    if (first && last) {
      const now = chunkSize(words, last.end - first.start);
      const joined = chunkSize(words + piece.words, piece.end - first.start);
      if (joined > TARGET_CHUNK_SIZE || (piece.paused && now >= TARGET_CHUNK_SIZE / 2)) emit();
    }
    pieces.push(piece);
    words += piece.words;
  }
  emit();
  return chunks;
}

function* scanPieces(content: string, cues: readonly CueStart[]): Generator<Piece> {
  let ended = 0;
  for (const [index, cue] of cues.entries()) {
    const from = index === 0 ? 0 : cue.start;
    const until = cues[index + 1]?.start ?? content.length;
    const start = skipSpace(content, from, until);
    const end = trimEnd(content, start, until);
    if (start >= end) continue;
    const paused = content.slice(ended, start).includes('\n\n');
    const words = countWords(content, start, end);
    if (chunkSize(words, end - start) <= MAX_CHUNK_SIZE) {
      yield { start, end, seconds: cue.at, words, paused };
    } else {
      for (const part of splitRange(content, { start, end }, 'sentences')) {
        yield { ...part, seconds: cue.at, words: countWords(content, part.start, part.end), paused: false };
      }
    }
    ended = end;
  }
}
