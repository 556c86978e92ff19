import assert from 'node:assert/strict';
import { test } from 'node:test';
import { said, verdict } from '../../../test/support/grade-expectation.ts';
import type { GraderSpec } from './graders.ts';

/**
 * Replies for which the published scorers give known results, and what ours gives. Where the two differ, `why` says what
 * we decided; where `why` is missing, we agree.
 */
interface Vector {
  spec: GraderSpec;
  reply: string;
  expected: string | string[];
  /** What the reference extracts or scores. */
  reference: string;
  ours: string;
  why?: string;
}

const gsm8k: GraderSpec = { type: 'numeric', options: { asked_form: 'answer_is' } };
const choice: GraderSpec = { type: 'choice', options: { choices: ['red', 'green', 'blue', 'white'] } };
const choiceInText: GraderSpec = { type: 'choice', options: { ...choice.options, asked_form: 'answer_is' } };
const exact: GraderSpec = { type: 'exact', options: {} };
const squad: GraderSpec = { type: 'f1', options: { form: 'squad' } };
const drop: GraderSpec = { type: 'f1', options: { form: 'drop' } };

const VECTORS: readonly Vector[] = [
  {
    spec: gsm8k,
    reply: 'The answer is $1,234.',
    expected: '1234',
    reference: 'strict invalid; flexible 1234',
    ours: '1 strict 1234',
    why: 'The sentence is the form our prompt asks for, so it is strict.',
  },
  {
    spec: gsm8k,
    reply: 'So the total is 18. Hope that helps...',
    expected: '18',
    reference: 'flexible reads the dots of the ellipsis and marks 18 wrong',
    ours: '1 flexible 18',
    why: 'A number has a digit.',
  },
  {
    spec: gsm8k,
    reply: '#### 12 and later #### 13',
    expected: '13',
    reference: 'strict 12, flexible 13',
    ours: '1 flexible 13',
    why: 'The last answer counts, and #### is not the form a chat prompt asks for.',
  },
  {
    spec: gsm8k,
    reply: '1/2 cup',
    expected: '2',
    reference: 'flexible 2',
    ours: '0 flexible 0.5',
    why: 'A fraction is one number.',
  },
  {
    spec: choice,
    reply: "The format is 'Answer: A'.\nLet me think.\nAnswer: C",
    expected: 'C',
    reference: 'simple-evals A (first), Inspect C (last)',
    ours: '1 strict C',
    why: 'The last answer counts.',
  },
  {
    spec: choice,
    reply: '**Answer:** D',
    expected: 'D',
    reference: 'none',
    ours: '1 strict D',
    why: 'Emphasis is no other answer.',
  },
  {
    spec: choice,
    reply: 'Answer: (B)',
    expected: 'B',
    reference: 'none',
    ours: '1 strict B',
    why: 'So are parentheses.',
  },
  {
    spec: choice,
    reply: 'answer is B',
    expected: 'B',
    reference: 'none',
    ours: '1 flexible B',
    why: 'Found, and recorded as found elsewhere.',
  },
  {
    spec: choice,
    reply: 'Answer: $B$',
    expected: 'B',
    reference: 'simple-evals B, Inspect none',
    ours: '1 strict B',
  },
  {
    spec: choice,
    reply: 'Answer:\nB',
    expected: 'B',
    reference: 'simple-evals none, Inspect B',
    ours: '1 strict B',
  },
  {
    spec: choiceInText,
    reply: 'the answer is **C**',
    expected: 'C',
    reference: 'invalid',
    ours: '1 strict C',
    why: 'Emphasis is no other answer.',
  },
  {
    spec: choiceInText,
    reply: 'the answer is (C) ... wait, the answer is (D)',
    expected: 'D',
    reference: 'C (first)',
    ours: '1 strict D',
    why: 'A model that corrects itself means its last answer.',
  },
  {
    spec: exact,
    reply: 'so the answer is True',
    expected: 'True',
    reference: 'Tru: the last character is lost without a full stop',
    ours: '1 flexible True',
    why: 'Nothing of an answer is cut off.',
  },
  {
    spec: exact,
    reply: 'so the answer is True.',
    expected: 'True',
    reference: 'True',
    ours: '1 flexible True',
  },
  {
    spec: squad,
    reply: 'the the cat cat sat',
    expected: 'cat sat',
    reference: 'official 0.8; set form 1.0',
    ours: '0.8 strict the the cat cat sat',
    why: 'The official form, which counts repeated words.',
  },
  {
    spec: squad,
    reply: 'New York City',
    expected: 'New York',
    reference: '0.8',
    ours: '0.8 strict New York City',
  },
  { spec: squad, reply: '25%', expected: '25', reference: 'exact match', ours: '1 strict 25%' },
  { spec: drop, reply: '24', expected: '24.0', reference: '1', ours: '1 strict 24' },
  { spec: drop, reply: '1,000', expected: '1000', reference: '1', ours: '1 strict 1,000' },
  { spec: drop, reply: '3-yard', expected: '3 yard', reference: '1', ours: '1 strict 3-yard' },
  { spec: drop, reply: '24 yards', expected: '24', reference: '0.67', ours: '0.67 strict 24 yards' },
  { spec: drop, reply: '25 yards', expected: '24 yards', reference: '0', ours: '0 strict 25 yards' },
  {
    spec: drop,
    reply: 'Bears and Lions',
    expected: '["Bears", "Lions"]',
    reference: '0.25',
    ours: '0.25 strict Bears and Lions',
  },
  { spec: drop, reply: '$5.50', expected: '5.5', reference: '0', ours: '0 strict $5.50' },
];

test('each reply gets the score of the published scorer, or the one we decided on for a stated reason', () => {
  for (const { spec, reply, expected, reference, ours } of VECTORS)
    assert.equal(verdict(spec, expected, said(reply)), ours, `${reply} (reference: ${reference})`);
});
