import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LabelledReply, labelledReplies, readByGraders } from '../../../test/support/answer-styles.ts';

const replies = labelledReplies();
const PARTS: readonly [string, (one: LabelledReply) => boolean][] = [
  ['written without sight of the graders', ({ blind }) => blind],
  ['written with them', ({ blind }) => !blind],
  ['that are or hold the letter of a choice', ({ kind }) => kind === 'choice'],
  ['with a number', ({ kind }) => kind === 'numeric'],
  ['with a text', ({ kind }) => kind === 'text'],
  ['with a list', ({ kind }) => kind === 'list'],
  ['in English', ({ language }) => language === 'en'],
  ['in other languages', ({ language }) => language !== 'en'],
  ['in which a careful person reads no answer', ({ answer }) => answer === null || answer === false],
];

for (const [which, belongs] of PARTS) {
  const part = replies.filter(belongs);
  test(`of ${part.length} replies ${which}, 99 % are read as a careful person reads them, and none is credited wrongly`, () => {
    assert.ok(part.length >= 50, 'too few to say so');
    const others = part.flatMap((one) => {
      const { outcome, extracted } = readByGraders(one);
      return outcome === 'right' ? [] : [{ outcome, id: one.id, extracted }];
    });
    assert.deepEqual(
      others.filter(({ outcome }) => outcome === 'wrong credit'),
      [],
    );
    assert.ok(others.length <= part.length / 100, JSON.stringify(others));
  });
}

test('there are at least 600 replies in 12 languages or more, each once', () => {
  const seen = new Set(replies.map(({ id }) => id));
  assert.ok(seen.size === replies.length && replies.length >= 600);
  const counts = Map.groupBy(replies, ({ language }) => language);
  assert.ok([...counts.values()].filter((of) => of.length >= 20).length >= 12);
});
