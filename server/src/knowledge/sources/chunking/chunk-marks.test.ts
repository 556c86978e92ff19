import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { chunkPages } from './chunk-pages.ts';
import type { Chunk } from './chunk-text.ts';
import { chunkTranscript } from './chunk-transcript.ts';

/** Exact slices in order, nothing lost but white space, bounded. */
function assertSound<C extends Chunk>(content: string, chunks: C[]): C[] {
  let at = 0;
  for (const [index, piece] of chunks.entries()) {
    assert.equal(piece.ordinal, index);
    assert.equal(content.slice(piece.start, piece.end), piece.text);
    assert.notEqual(piece.text.trim(), '');
    assert.ok(piece.text.length <= 2400);
    assert.ok(piece.start >= at);
    assert.equal(content.slice(at, piece.start).trim(), '');
    at = piece.end;
  }
  assert.equal(content.slice(at).trim(), '');
  return chunks;
}

/** Texts one after another, and where each begins. */
function joined(texts: readonly string[], times: readonly number[], joint: (index: number) => string) {
  let content = '';
  const marks = texts.map((text, index) => {
    if (index > 0) content += joint(index);
    const start = content.length;
    content += text;
    return { start, at: times[index] ?? 0 };
  });
  return { content, marks };
}

const text = fc.oneof(
  fc.nat({ max: 60 }).map((count) => 'some words. '.repeat(count)),
  fc.nat({ max: 3_000 }).map((count) => 'x'.repeat(count)),
  fc.constantFrom('', ' ', '# Heading\n\ntext', '日本語の文章です。', '😀'),
);

/** The mark a position belongs to. */
function markAt(marks: readonly { start: number; at: number }[], position: number) {
  return marks.filter(({ start }) => start <= position).at(-1) ?? marks[0];
}

describe('chunkPages', () => {
  it('cuts no chunk across pages and knows the page of each', () => {
    fc.assert(
      fc.property(fc.array(text, { minLength: 1, maxLength: 20, size: 'max' }), (texts) => {
        const numbers = texts.map((_, index) => index * 2 + 1);
        const { content, marks } = joined(texts, numbers, () => '\n\n');
        for (const { start, end, page } of assertSound(content, chunkPages(content, marks))) {
          assert.equal(page, markAt(marks, start)?.at);
          assert.equal(page, markAt(marks, end - 1)?.at);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('has no chunks without pages', () => assert.deepEqual(chunkPages('', []), []));
});

describe('chunkTranscript', () => {
  it('loses nothing and begins each chunk with a cue, whose time it has', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(text, fc.boolean()), { minLength: 1, maxLength: 60, size: 'max' }),
        (cues) => {
          const times = cues.map((_, index) => index * 1.5);
          const joint = (index: number) => (cues[index]?.[1] ? '\n\n' : ' ');
          const { content, marks } = joined(
            cues.map(([said]) => said),
            times,
            joint,
          );
          for (const { start, startSeconds } of assertSound(content, chunkTranscript(content, marks))) {
            assert.equal(startSeconds, markAt(marks, start)?.at);
          }
        },
      ),
      { numRuns: 200 },
    );
  });

  it('cuts at a pause when a chunk is half full', () => {
    const said = Array.from({ length: 30 }, (_, n) => `sentence ${n} has eight words in it, counted.`);
    const joint = (index: number) => (index === 17 ? '\n\n' : ' ');
    const { content, marks } = joined(
      said,
      said.map((_, n) => n),
      joint,
    );
    const [, second] = assertSound(content, chunkTranscript(content, marks));
    assert.equal(second?.startSeconds, 17);
  });

  it('handles 100,000 cues', { timeout: 20_000 }, () => {
    const said = Array.from({ length: 100_000 }, () => 'word');
    const { content, marks } = joined(
      said,
      said.map((_, n) => n),
      () => ' ',
    );
    assertSound(content, chunkTranscript(content, marks));
  });
});
