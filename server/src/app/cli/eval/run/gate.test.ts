import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Schemas } from '@touchstone/client';
import { STATUS_WORDS } from '@touchstone/report';
import { type FailOn, judgeGate } from './gate.ts';

type Comparison = Schemas['Results']['comparisons'][number];

/** What an outcome of `new` against `old` looks like; `reason` tells how it came about. */
function evaluationOf(
  outcomes: readonly (readonly [winner: string, reason: string])[],
  more: Partial<Schemas['Evaluation']> = {},
): Schemas['Evaluation'] {
  const comparisons = outcomes.map(([winner, reason], i) => ({
    target_a: 'old',
    target_b: i === 3 ? 'other' : 'new',
    metric: `b${i}`,
    winner,
    reason,
    sentence: `${winner} because ${reason}.`,
  }));
  const results = {
    provisional: false,
    target_results: [{ target_label: 'old' }, { target_label: 'new' }],
    intervals: outcomes
      .map((_, i) => ({ target_label: 'new', benchmark: `b${i}`, score: 0.5 }))
      .filter((_, i) => outcomes[i]?.[1] !== 'describes_the_run'),
    coverage: [],
    comparisons: comparisons as Comparison[],
  };
  return { status: 'completed', results, ...more } as unknown as Schemas['Evaluation'];
}

const BETTER = ['new', 'significant'] as const;
const WORSE = ['old', 'significant'] as const;
const TIE = ['tie', 'inside_margin'] as const;
const OPEN = ['undecided', 'interval_too_wide'] as const;
const FEW = ['undecided', 'too_few_items'] as const;
const MISSING = ['undecided', 'missing_answers'] as const;
const RUN = ['undecided', 'describes_the_run'] as const;

test('the exit code follows the worst outcome and what the run may fail for', () => {
  const rows: [string, (readonly [string, string])[], FailOn, number][] = [
    ['better passes', [BETTER, TIE, RUN], 'undecided', 0],
    ['worse is 1', [BETTER, WORSE, OPEN], 'undecided', 1],
    ['worse is 1 also when only that fails', [WORSE, OPEN], 'worse', 1],
    ['never fails for nothing', [WORSE, OPEN, FEW], 'never', 0],
    ['undecided is 2', [BETTER, OPEN], 'undecided', 2],
    ['undecided passes where only worse fails', [BETTER, OPEN], 'worse', 0],
    ['too few is 2 where insufficient fails', [FEW], 'insufficient', 2],
    ['answers that are missing are too few', [MISSING], 'insufficient', 2],
    ['undecided with enough items passes there', [OPEN], 'insufficient', 0],
    ['too few passes where only worse fails', [FEW], 'worse', 0],
    ['nothing compared passes', [], 'undecided', 0],
  ];
  for (const [sentence, outcomes, failOn, exitCode] of rows) {
    assert.equal(judgeGate(evaluationOf(outcomes), 'old', failOn).exitCode, exitCode, sentence);
  }
});

test('a target that was not measured or not to the end fails all but never', () => {
  const reason = 'The model server answered 401: Key revoked';
  const rows: [string, object][] = [
    ['new was not measured', { not_measured: [{ target_label: 'new', reason }] }],
    [
      'new was stopped after 20 of 60 responses',
      { stopped: [{ target_label: 'new', answered: 20, units: 60, reason }] },
    ],
    [
      'new was stopped after 7 successful calls',
      { stopped: [{ target_label: 'new', answered: 7, units: 0, reason }] },
    ],
  ];
  for (const [sentence, more] of rows) {
    const evaluation = evaluationOf([FEW]);
    Object.assign(evaluation.results as object, more);
    const codes = (['never', 'worse', 'insufficient', 'undecided'] as const).map(
      (failOn) => judgeGate(evaluation, 'old', failOn).exitCode,
    );
    assert.deepEqual(codes, [0, 2, 2, 2], sentence);
    assert.equal(judgeGate(evaluation, 'old', 'worse').sentences[0], `${sentence}: ${reason}.`);
  }
});

test('a single target that left more than 2 % of its questions without an answer is insufficient', () => {
  const sentence =
    'B0: old left 8 of 60 questions (13.3 %) without an answer; the token limit (max_tokens) cut off 7 of them.';
  const rows: [says: string, missing: object, FailOn, exitCode: number, sentences: string[]][] = [
    ['many', { failed: 1, cut_off: 7 }, 'undecided', 2, [sentence]],
    ['many, where only worse fails', { failed: 1, cut_off: 7 }, 'worse', 0, [sentence]],
    ['one', { failed: 1 }, 'undecided', 0, []],
  ];
  for (const [says, missing, failOn, exitCode, sentences] of rows) {
    const evaluation = evaluationOf([]);
    Object.assign(evaluation.results as object, {
      target_results: [{ target_label: 'old' }],
      intervals: [{ target_label: 'old', benchmark: 'b0', score: 0.9 }],
      coverage: [{ target_label: 'old', benchmark: 'b0', units: 60, failed: 0, pending: 0, ...missing }],
    });
    const result = judgeGate(evaluation, 'old', failOn);
    assert.deepEqual([result.exitCode, result.sentences], [exitCode, sentences], says);
  }
});

test('a tie of targets of which the default grader could read no response is insufficient', () => {
  for (const [unread, exitCode] of [
    [60, 2],
    [6, 0],
  ] as const) {
    const evaluation = evaluationOf([TIE]);
    const targets = [{ target_label: 'old', scored: 60, responses: unread, unread }];
    Object.assign(evaluation.results as object, { grader_fit: [{ targets, sentence: 'Name a grader.' }] });
    const result = judgeGate(evaluation, 'old', 'insufficient');
    assert.deepEqual(
      [result.exitCode, result.sentences],
      [exitCode, exitCode === 2 ? ['Name a grader.'] : []],
    );
  }
});

test('what decided is said, worst first, and the figures of the run are not', () => {
  const { sentences } = judgeGate(evaluationOf([OPEN, FEW, WORSE, RUN]), 'old', 'undecided');
  assert.deepEqual(sentences, [
    'B2: old because significant.',
    'B1: undecided because too_few_items.',
    'B0: undecided because interval_too_wide.',
  ]);
});

test('seen from the other side, the baseline is the one that was better', () => {
  assert.equal(judgeGate(evaluationOf([BETTER]), 'new', 'worse').exitCode, 1);
  assert.equal(judgeGate(evaluationOf([WORSE]), 'new', 'worse').exitCode, 0);
  assert.equal(judgeGate(evaluationOf([WORSE]), 'old', 'worse').outcome, 'a candidate is worse');
});

test('a target without a score is insufficient, an evaluation that did not end an error', () => {
  const scoreless = evaluationOf([BETTER]);
  scoreless.results?.intervals.forEach((one) => {
    one.score = null;
  });
  assert.deepEqual(judgeGate(scoreless, 'old', 'undecided'), {
    exitCode: 2,
    outcome: 'undecided or insufficient',
    sentences: ['B0: new has no score.'],
  });
  const failed = evaluationOf([], { status: 'failed', error_message: 'the disk is full' });
  assert.deepEqual(judgeGate(failed, 'old', 'never'), {
    exitCode: 3,
    outcome: 'error',
    sentences: ['The evaluation ended as failed: the disk is full'],
  });
  assert.throws(() => judgeGate(evaluationOf([]), 'nobody', 'worse'), /baseline "nobody" is not one/);
});

test('where it is asked which are no worse, only the answers to that decide', () => {
  const rows: [string, (readonly [outcome: string, reason: string])[], FailOn, number][] = [
    ['no worse passes, whatever the comparison says', [['no_worse', 'above_margin']], 'undecided', 0],
    [
      'worse by the margin is 1',
      [
        ['no_worse', 'above_margin'],
        ['worse', 'below_margin'],
      ],
      'worse',
      1,
    ],
    ['undecided is 2', [['undecided', 'interval_too_wide']], 'undecided', 2],
    ['undecided passes where only worse fails', [['undecided', 'interval_too_wide']], 'worse', 0],
    ['missing answers are insufficient', [['undecided', 'missing_answers']], 'insufficient', 2],
    ['an unknown cost is insufficient', [['undecided', 'no_cost']], 'insufficient', 2],
  ];
  for (const [sentence, outcomes, failOn, exitCode] of rows) {
    const evaluation = evaluationOf([WORSE]);
    Object.assign(evaluation.results as object, {
      no_worse: {
        baseline: 'old',
        candidates: [{ target_label: 'new' }],
        measures: outcomes.map(([outcome, reason]) => ({
          outcome,
          reason,
          sentence: `${outcome}: ${reason}.`,
        })),
      },
    });
    const result = judgeGate(evaluation, 'old', failOn);
    assert.equal(result.exitCode, exitCode, sentence);
    assert.deepEqual(
      result.sentences,
      outcomes.filter(([one]) => one !== 'no_worse').map((one) => `${one.join(': ')}.`),
    );
  }
});

test('what a scenario requires of the baseline decides too, and what it requires of others does not', () => {
  const rows: [string, string, FailOn, number][] = [
    ['old', 'pass', 'undecided', 0],
    ['old', 'fail', 'worse', 1],
    ['old', 'fail', 'never', 0],
    ['old', 'unknown', 'insufficient', 2],
    ['old', 'unknown', 'worse', 0],
    ['old', 'inconclusive', 'undecided', 2],
    ['old', 'inconclusive', 'insufficient', 0],
    ['new', 'fail', 'undecided', 0],
  ];
  for (const [target_label, status, failOn, exitCode] of rows) {
    const evaluation = evaluationOf([BETTER]);
    Object.assign(evaluation.results as object, {
      requirements: [
        {
          target_label,
          scenario_label: 'Busy',
          says: 'p95 of at most 9 ms',
          status,
          reason: 'so',
          missing: [],
        },
      ],
    });
    const result = judgeGate(evaluation, 'old', failOn);
    assert.equal(result.exitCode, exitCode, `${target_label} ${status} with ${failOn}`);
    if (exitCode === 1) assert.equal(result.outcome, 'the baseline misses a requirement');
    const said = target_label === 'old' && status !== 'pass';
    assert.deepEqual(
      result.sentences,
      said
        ? [`Busy: old, p95 of at most 9 ms: ${STATUS_WORDS[status as keyof typeof STATUS_WORDS]}, so.`]
        : [],
    );
  }
});
