import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { detectableSentence, questionsFor } from './detectable.ts';

/** As independent questions have it: the difference falls with the root of their number. */
const points = [25, 100, 400, 1600].map((items) => ({ items, difference: 1.2 / Math.sqrt(items) }));

describe('what a number of questions can show', () => {
  const cases: [string, number, number | null][] = [
    ['a size of the curve', 0.12, 100],
    ['between two sizes', 0.05, 576],
    ['more than the smallest size shows', 0.5, 25],
    ['less than the largest size shows', 0.01, null],
  ];
  for (const [says, difference, expected] of cases)
    test(says, () => assert.equal(questionsFor(points, difference), expected));

  test('a benchmark that has no more questions', () => {
    const few = points.slice(0, 2);
    assert.equal(questionsFor(few, 0.05), null);
    assert.equal(
      detectableSentence({ benchmark: 'own', points: few, planned: { items: 100, difference: 0.12 } }, 0.05),
      '100 questions can show a difference of 12.0 points; its 100 questions are too few for 5 points.',
    );
  });

  const sentences: [string, object, string][] = [
    [
      'what is planned and what the margin needs',
      { planned: { items: 100, difference: 0.12 } },
      '100 questions can show a difference of 12.0 points; 5 points need about 576.',
    ],
    [
      'enough for the margin',
      { planned: { items: 1600, difference: 0.03 } },
      '1,600 questions can show a difference of 3.0 points.',
    ],
    [
      'what an earlier evaluation found',
      { planned: { items: 1600, difference: 0.03 }, foundBy: 'June' },
      'Based on “June”: 1,600 questions can show a difference of 3.0 points.',
    ],
    ['none at all', {}, 'These questions are too few to show any difference; 5 points need about 576.'],
  ];
  for (const [says, more, expected] of sentences)
    test(says, () =>
      assert.equal(detectableSentence({ benchmark: 'arithmetic', points, ...more }, 0.05), expected),
    );
});
