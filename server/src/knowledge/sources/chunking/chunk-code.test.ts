import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type CodeChunk, chunkCode } from './chunk-code.ts';

/** What holds for every content: exact slices in order, nothing lost but white space, true line numbers. */
function assertSound(content: string): CodeChunk[] {
  const chunks = chunkCode(content);
  let at = 0;
  for (const [index, piece] of chunks.entries()) {
    assert.equal(piece.ordinal, index);
    assert.equal(content.slice(piece.start, piece.end), piece.text);
    assert.notEqual(piece.text.trim(), '');
    assert.ok(piece.text.length <= 2400, `${piece.text.length} units`);
    assert.ok(piece.start >= at);
    assert.equal(content.slice(at, piece.start).trim(), '', 'only white space is left out');
    assert.equal(piece.startLine, lineOf(content, piece.start));
    assert.equal(piece.endLine, lineOf(content, piece.end - 1));
    assert.ok(piece.text.isWellFormed() || !content.isWellFormed(), 'no surrogate pair is cut');
    at = piece.end;
  }
  assert.equal(content.slice(at).trim(), '');
  return chunks;
}

function lineOf(content: string, at: number): number {
  return content.slice(0, at).split('\n').length;
}

const statement = fc.constantFrom(
  '  call(argument);\n',
  'const a = 1;\n',
  '\n',
  '\n\n',
  '}\n',
  '\tindented\n',
  '   \n',
  'é𝒳漢 = "😀";\n',
);
const piece = fc.oneof(
  { weight: 8, arbitrary: statement },
  fc.nat({ max: 4_000 }).map((count) => `${'x'.repeat(count)}\n`),
  fc.nat({ max: 700 }).map((count) => `${'a b '.repeat(count)}\n`),
  fc.nat({ max: 80 }).map((count) => '  line of code that goes on;\n'.repeat(count)),
  fc.string({ unit: 'binary', maxLength: 30 }),
);

describe('chunkCode', () => {
  it('loses nothing, overlaps nowhere, stays bounded and knows its lines on any input', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40, size: 'max' }), (pieces) => {
        assertSound(pieces.join(''));
      }),
      { numRuns: 300 },
    );
  });

  it('cuts only between lines as long as every line fits', () => {
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 400, size: 'max' }), (lines) => {
        const content = lines.join('');
        for (const { start, end } of assertSound(content)) {
          assert.ok(start === 0 || content[start - 1] === '\n');
          assert.match(content.slice(end), /^[ \t]*(?:\n|$)/);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('begins chunks with functions and keeps each that fits whole', () => {
    const method = (n: number) => `function number${n}() {\n${'  call(argument);\n\n'.repeat(6)}}\n`;
    const content = Array.from({ length: 40 }, (_, n) => method(n)).join('\n');
    const chunks = assertSound(content);
    assert.ok(chunks.length > 4);
    for (const { text } of chunks) {
      assert.ok(text.startsWith('function number'), text.slice(0, 40));
      assert.ok(text.endsWith('}'));
    }
  });

  it('keeps indentation', () => {
    assert.equal(chunkCode('\n  indented\n')[0]?.text, '  indented');
    assert.equal(chunkCode('\n  indented\n')[0]?.startLine, 2);
  });

  const hostile: Record<string, string> = {
    nothing: '',
    'white space': ' \n\t\n',
    '5 MB on one line': 'a'.repeat(5_000_000),
    '1,000,000 blank lines': `a${'\n'.repeat(1_000_000)}b`,
    '500,000 lines of one letter': 'a\n'.repeat(500_000),
  };
  for (const [name, content] of Object.entries(hostile)) {
    it(`handles ${name}`, { timeout: 20_000 }, () => {
      const chunks = chunkCode(content);
      assert.equal(
        chunks
          .map(({ text }) => text)
          .join('')
          .replace(/\s/g, ''),
        content.replace(/\s/g, ''),
      );
    });
  }
});
