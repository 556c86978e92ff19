import assert from 'node:assert/strict';
import { test } from 'node:test';
import { minimumSentence } from './minimums.ts';

const minimum = {
  benchmark: 'dataset/Support questions',
  items: 1200,
  scenario_label: 'Busy hour',
  min: 0.85,
  passes_from: 0.867,
  fails_up_to: 0.832,
  found_from: 0.875,
  found_up_to: 0.82,
};

test('a minimum says which scores are met and which are missed, by names that people use', () => {
  assert.equal(
    minimumSentence(minimum),
    'Support questions, at least 85 % (Busy hour): with 1,200 questions, 86.7 % or more correct shows that it is met, 83.2 % or less shows that it is missed; anything between is undecided.',
  );
  assert.match(
    minimumSentence({ ...minimum, passes_from: null }),
    /no result can show that it is met, 83.2 %/,
  );
  assert.match(
    minimumSentence({ ...minimum, items: 2, passes_from: null, fails_up_to: null }),
    /2 questions are too few to show that it is met or missed\.$/,
  );
});
