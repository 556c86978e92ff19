import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grade } from './graders.ts';
import { referenceGrade } from './published-rules.ts';

const CASES: [rule: string, reply: string, expected: string, grade: number][] = [
  ['mmlu_pro', 'The answer is (B).', 'B', 1],
  ['mmlu_pro', 'Answer: C, or is it Answer: D\nAnswer: E', 'D', 1],
  ['mmlu_pro', 'none of these letters fit', 'A', 0],
  ['mmlu_pro', 'All of them.', 'A', 0],
  ['mmlu_pro', 'It is B or, better, C. So say all.', 'C', 1],
  ['mmlu_pro', 'C, says I', 'I', 1],
  ['mmlu_pro', 'C1 and É_A, not Aé', 'A', 0],
  ['mmlu_pro', 'Answer: Answer: B', 'B', 1],
  ['mmlu_pro', '', 'A', 0],
  ['simple_evals', '**Answer:** $\\boxed{C}$', 'C', 1],
  ['simple_evals', 'Answer: c', 'C', 0],
  ['simple_evals', 'answer: C', 'C', 1],
  ['simple_evals', 'Answer：C', 'C', 0],
  ['simple_evals', '答案： Ｃ', 'C', 1],
  ['simple_evals', 'الإجابة: ب', 'B', 1],
  ['simple_evals', 'الإجابة : ب', 'B', 0],
  ['simple_evals', 'A\u0300nu\u0301go\u0323: D', 'D', 1],
  ['simple_evals', 'Antwort: B\nAnswer: A', 'A', 1],
  ['simple_evals', 'The answer is C', 'C', 0],
  ['gsm8k_strict', 'So 3.\n#### 1,234.', '1234', 1],
  ['gsm8k_strict', 'The final answer is 7', '7', 0],
  ['gsm8k_flexible', 'It is $1,234.', '1,234', 1],
  ['gsm8k_flexible', 'It is 7, I think; see page 12', '7', 0],
  ['gsm8k_flexible', 'The final answer is 7', '7', 1],
];
for (const [rule, reply, expected, given] of CASES) {
  test(`${rule} gives ${given} for ${JSON.stringify(reply)} where ${expected} is right`, () => {
    assert.equal(referenceGrade(rule, reply, [expected]), given);
  });
}

test('without a rule there is no reference, and a rule changes no grade', () => {
  assert.equal(referenceGrade(undefined, 'Answer: A', ['A']), null);
  const answer = { text: 'I think the answer is B', reasoning: null, finishReason: 'stop' as const };
  const plain = grade({ type: 'choice', options: {} }, 'B', answer);
  const both = grade({ type: 'choice', options: { published_rule: 'simple_evals' } }, 'B', answer);
  assert.deepEqual(both, { ...plain, referenceGrade: 0 });
});

test('a reply that was cut off has no score and still has its reference', () => {
  const cut = { text: 'Answer: B, because', reasoning: null, finishReason: 'length' as const };
  const empty = { ...cut, text: '' };
  const spec = { type: 'choice', options: { published_rule: 'simple_evals' } };
  assert.equal(grade(spec, 'B', cut).referenceGrade, 1);
  assert.deepEqual(grade(spec, 'B', empty), { state: 'unscored', reason: 'truncated', referenceGrade: 0 });
});

test('hostile replies are read in linear time', () => {
  const hostile = ['nswer:', 'Answer: ', 'answer is (', '#### ', 'A ', '1,', '$.,', ' ', 'Antwort :'].map(
    (part) => part.repeat(128_000 / part.length),
  );
  for (const rule of ['mmlu_pro', 'simple_evals', 'gsm8k_strict', 'gsm8k_flexible']) {
    for (const reply of hostile) {
      const before = process.cpuUsage();
      referenceGrade(rule, reply, ['A']);
      const { user } = process.cpuUsage(before);
      // Quadratic time takes minutes here; processor time, so that a busy machine is no reason to fail.
      assert.ok(user < 2e6, `${rule} took ${user} µs for ${reply.slice(0, 20)}…`);
    }
  }
});
