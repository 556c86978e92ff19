import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createVisibleText, splitReasoning, visiblePieces } from './reasoning.ts';

const CASES: [string, string, string | null][] = [
  ['42', '42', null],
  ['  spaces stay when nothing was set aside ', '  spaces stay when nothing was set aside ', null],
  ['<think>six</think>42', '42', 'six'],
  ['\n<think>\nsix\n</think>\n\n42\n', '42', 'six'],
  ['<think></think>42', '42', null],
  ['opened by the template</think>42', '42', 'opened by the template'],
  ['<think>one</think>a<think>two</think>b', 'ab', 'one\n\ntwo'],
  ['<think>never closed because the limit was hit', '', 'never closed because the limit was hit'],
  ['<think>a</think> <think>never closed', '', 'a\n\nnever closed'],
  ['The tag <think> starts it.', 'The tag <think> starts it.', null],
];

test('reasoning and text are told apart', () => {
  for (const [content, text, reasoning] of CASES) {
    assert.deepEqual(splitReasoning(content), { text, reasoning }, content);
  }
});

test('the pieces of a stream are told apart by whether a letter of the visible text is in them', () => {
  const cases: [string[], boolean[]][] = [
    [
      ['The', ' answer'],
      [true, true],
    ],
    [
      ['<thi', 'nk>six', ' sevens</th', 'ink>', '\n\n', '42', '.'],
      [false, false, false, false, false, true, true],
    ],
    [
      ['six sevens</think>4', '2'],
      [true, true],
    ],
    [
      ['<think>never', ' closed'],
      [false, false],
    ],
  ];
  for (const [pieces, expected] of cases) {
    const lengths = pieces.map((piece) => piece.length);
    assert.deepEqual(visiblePieces(pieces.join(''), lengths), expected, pieces.join('|'));
  }
});

const FOLLOWED: [pieces: string[], seen: string][] = [
  [['Four', ' is', ' it.'], 'Four is it.'],
  [['<think>two and', ' two</th', 'ink>\n\nFour', '.'], 'Four.'],
  [['<th', 'ink>a</think><think>b</think>', ' Four'], ' Four'],
  [['  <', 'b>Four</b>'], '  <b>Four</b>'],
  [['<think>never closed'], ''],
  [['a <think>b</think> c'], 'a <think>b</think> c'],
];

for (const [pieces, seen] of FOLLOWED) {
  test(`who follows ${JSON.stringify(pieces)} sees ${JSON.stringify(seen)}`, () => {
    const said: string[] = [];
    const take = createVisibleText((text) => said.push(text));
    for (const piece of pieces) take(piece);
    assert.equal(said.join(''), seen);
  });
}
