import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { countWords } from './chunk-size.ts';
import { type Chunk, chunkText } from './chunk-text.ts';

/** What holds for every content: exact slices, in order, nothing lost but white space, bounded size. */
function assertSound(content: string): Chunk[] {
  const chunks = chunkText(content);
  let at = 0;
  for (const [index, piece] of chunks.entries()) {
    assert.equal(piece.ordinal, index);
    assert.equal(content.slice(piece.start, piece.end), piece.text);
    assert.notEqual(piece.text.trim(), '');
    assert.ok(piece.start >= at, 'chunks do not overlap');
    assert.equal(content.slice(at, piece.start).trim(), '', 'only white space is left out');
    assert.ok(countWords(content, piece.start, piece.end) <= 400);
    assert.ok(piece.text.length <= 2400);
    for (const edge of [piece.start, piece.end])
      assert.ok(!cutsPair(content, edge), 'no surrogate pair is cut');
    at = piece.end;
  }
  assert.equal(content.slice(at).trim(), '');
  return chunks;
}

function cutsPair(content: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(content.slice(at - 1, at + 1)) && at > 0;
}

const words = (count: number, word = 'word') =>
  Array.from({ length: count }, (_, n) => `${word}${n}`).join(' ');

const markdownPiece = fc.oneof(
  fc.constantFrom(
    '\n',
    '\n\n',
    '\r\n',
    '\r',
    '   ',
    '\t',
    '# Title\n',
    '### Sub ###\n',
    'Under\n===\n',
    'U\n---\n',
  ),
  fc.constantFrom(
    '```js\nlet a;\n```\n',
    '~~~\n',
    '````\n```\n````\n',
    '- item\n',
    '12. item\n',
    '  * nested\n',
  ),
  fc.constantFrom(
    '> quote\n',
    '>>>> deep\n',
    '| a | b |\n| - | - |\n| 1 | 2 |\n',
    '---\n',
    '<div>\n',
    '    code\n',
  ),
  fc.constantFrom(
    '日本語の文章です。',
    '这是一个很长的句子，',
    'ประโยคภาษาไทย',
    'שלום עולם. ',
    'مرحبا بالعالم؟ ',
    '👩‍👩‍👧‍👦',
    '𝒳',
    'e\u0301',
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.nat({ max: 300 }).map((count) => words(count, 'Sentence. w')),
  fc.nat({ max: 3000 }).map((count) => 'x'.repeat(count)),
  fc.nat({ max: 700 }).map((count) => '漢字'.repeat(count)),
  fc.nat({ max: 1500 }).map((count) => '😀'.repeat(count)),
  fc.nat({ max: 2600 }).map((count) => ' '.repeat(count)),
);

describe('chunk', () => {
  it('loses nothing, overlaps nowhere and stays bounded on any mix of Markdown, scripts and noise', () => {
    fc.assert(
      fc.property(fc.array(markdownPiece, { maxLength: 40 }), (pieces) => {
        assertSound(pieces.join(''));
      }),
      { numRuns: 300 },
    );
  });

  it('never cuts a fence, a table or a list item that fits in a chunk', () => {
    const block = fc.oneof(
      fc.nat({ max: 60 }).map((n) => `\`\`\`ts\n${'const a = 1;\n\n'.repeat(n)}\`\`\``),
      fc.nat({ max: 60 }).map((n) => `| a | b |\n| - | - |\n${'| cell | other |\n'.repeat(n)}`.trim()),
      fc
        .nat({ max: 200 })
        .map((n) => `- item ${words(n)}\n\n  more of the item\n\n  \`\`\`\n  code\n\n  end\n  \`\`\``),
      fc.nat({ max: 300 }).map((n) => `Paragraph ${words(n)}.`),
      fc.constantFrom('# One', '## Two', 'Three\n-----'),
    );
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 15 }), (blocks) => {
        const chunks = assertSound(blocks.join('\n\n'));
        let from = 0;
        for (const text of blocks) {
          const home = chunks.slice(from).find((piece) => piece.text.includes(text));
          assert.ok(home, `this block is cut: ${text.slice(0, 60)}`);
          from = home.ordinal;
        }
      }),
      { numRuns: 200 },
    );
  });

  for (const content of ['', ' ', '\n\n\r\n\t', '\u3000\ufeff']) {
    it(`has no chunks for ${JSON.stringify(content)}`, () => assert.deepEqual(chunkText(content), []));
  }

  it('gives each chunk the path of the headings it stands under, ATX and setext', () => {
    const content = `Guide\n=====\n\n${words(60)}\n\nInstall\n-------\n\n${words(60)}\n\n### On Linux ###\n\n${words(60)}\n\n## Use\n\n${words(60)}`;
    assert.deepEqual(
      assertSound(content).map((piece) => piece.heading),
      [['Guide'], ['Guide', 'Install'], ['Guide', 'Install', 'On Linux'], ['Guide', 'Use']],
    );
  });

  it('keeps a heading with the text below it', () => {
    const content = `${words(210)}\n\n## Next\n\n${words(210)}`;
    const [, second] = assertSound(content);
    assert.equal(second?.text.startsWith('## Next\n\nword0'), true);
  });

  it('puts small sections together and names the path they share', () => {
    const content = '# Glossary\n\n## Chunk\n\nA passage.\n\n## Source\n\nA document.';
    const chunks = assertSound(content);
    assert.deepEqual(
      chunks.map((piece) => piece.heading),
      [['Glossary']],
    );
  });

  it('does not take a comment inside a fence for a heading', () => {
    const [only] = assertSound(`# Real\n\n\`\`\`sh\n# not a heading\n\`\`\`\n\ntext`);
    assert.deepEqual(only?.heading, ['Real']);
  });

  it('does not take front matter for a heading', () => {
    const [only] = assertSound('---\ntitle: x\n---\n\n# Real\n\ntext');
    assert.deepEqual(only?.heading, []);
    assert.deepEqual(assertSound(`---\ntitle: ${words(50)}\n---\n\n# Real\n\ntext`).at(-1)?.heading, [
      'Real',
    ]);
  });

  it('cuts a table that is too large between its rows', () => {
    const row = `| ${words(12)} |`;
    const content = `| a |\n| - |\n${`${row}\n`.repeat(100)}`;
    for (const piece of assertSound(content))
      assert.ok(piece.text.endsWith('|') && piece.text.startsWith('|'));
  });

  it('cuts code that is too large at blank lines and keeps indentation', () => {
    const method = `  method() {\n${'    call(argument);\n'.repeat(8)}  }\n\n`;
    const chunks = assertSound(`\`\`\`ts\nclass A {\n${method.repeat(20)}}\n\`\`\``);
    assert.ok(chunks.length > 1);
    for (const piece of chunks.slice(1))
      assert.ok(piece.text.startsWith('  method() {'), piece.text.slice(0, 30));
  });

  it('cuts a long paragraph between sentences, in English and in Chinese', () => {
    const english = `${words(19)} end. `.repeat(60);
    for (const piece of assertSound(english)) assert.ok(piece.text.endsWith('end.'));
    const chinese = '向量检索把文本映射为向量，然后比较它们的距离。'.repeat(200);
    for (const piece of assertSound(chinese)) assert.ok(piece.text.endsWith('。'));
  });

  it('aims at about 220 words for ordinary prose', () => {
    const content = Array.from({ length: 200 }, () => `${words(45)}.`).join('\n\n');
    const sizes = assertSound(content).map((piece) => countWords(piece.text, 0, piece.text.length));
    const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
    assert.ok(mean >= 160 && mean <= 260, `mean ${mean}`);
  });

  const hostile: Record<string, string> = {
    'one line of 5 MB': 'a'.repeat(5_000_000),
    'one line of 5 MB with spaces': 'ab '.repeat(1_700_000),
    '5 MB of spaces before a word': `${' '.repeat(5_000_000)}x`,
    '100,000 nested quotes on one line': '>'.repeat(100_000),
    '100,000 lines of nested quotes': '> > > >\n'.repeat(100_000),
    '100,000 headings': '# h\n'.repeat(100_000),
    '100,000 fence openers': '```\n````\n'.repeat(50_000),
    '100,000 unclosed backticks': '``` `\n'.repeat(100_000),
    '1,000 list items, each deeper than the last': Array.from(
      { length: 1_000 },
      (_, n) => `${' '.repeat(n)}- x`,
    ).join('\n'),
    '500,000 paragraphs of one letter': 'a\n\n'.repeat(500_000),
    '100,000 table headers': '| a |\n| - |\n\n'.repeat(100_000),
    '100,000 pipes without a table': '| a |\n'.repeat(100_000),
    '100,000 blank lines between two words': `a${'\n'.repeat(100_000)}b`,
    '1 MB of hashes and spaces': '# '.repeat(500_000),
    '1 MB of emoji': '👩‍👧'.repeat(200_000),
  };
  for (const [name, content] of Object.entries(hostile)) {
    it(`handles ${name}`, { timeout: 20_000 }, () => {
      assertSound(content);
    });
  }
});
