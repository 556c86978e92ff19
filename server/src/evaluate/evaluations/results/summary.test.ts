import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { PROPERTY_RUN } from '../../../../test/support/assert-close.ts';
import { planOf } from '../../../../test/support/evaluation-plan.ts';
import type { Results } from '../schemas/result-schemas.ts';
import { summariseResults } from './summary.ts';

type Verdict = NonNullable<Results['verdict']>[number];

const verdictOf = (scenario_label: string, more: Partial<Verdict>): Verdict =>
  ({
    scenario_label,
    eligible: [],
    needs_data: [],
    order: [],
    tied: [],
    sentences: [],
    ...more,
  }) as unknown as Verdict;

const figuresOf = (more: Partial<Results>): Results =>
  ({
    intervals: [],
    comparisons: [],
    provisional: false,
    cost: { usd: null, unknown_calls: 0 },
    ...more,
  }) as Results;

test('under one scenario the summary is its verdict', () => {
  const first = { order: [{ label: 'Small v1. b' }] } as unknown as Partial<Verdict>;
  const rows: [verdicts: Verdict[], said: string][] = [
    [
      [verdictOf('Busy', { ...first, sentences: ['Take Small.', 'It is first.', 'With more, no.'] })],
      'Take Small. It is first. With more, no. The run cost $1.53 for the candidates.',
    ],
  ];
  for (const [verdict, said] of rows) {
    const figures = figuresOf({ verdict, cost: { usd: 1.53, unknown_calls: 0 } });
    assert.equal(summariseResults({ ...planOf([1], 2, 1), benchmarks: [] }, figures), said);
  }
});

test('of several scenarios each is answered in the words of its verdict', () => {
  const rows: [answer: string, said: string][] = [
    [
      'Take Small v1. b. Medium answers better but costs more; Large is over budget.',
      'take Small v1. b; Medium answers better but costs more; Large is over budget.',
    ],
    [
      'Take Small v1. b. Medium comes after it; Baseline lacks data.',
      'take Small v1. b; Medium comes after it; Baseline lacks data.',
    ],
    [
      'Take Small v1. b. It alone meets every requirement; Large is over budget.',
      'take Small v1. b; it alone meets every requirement; Large is over budget.',
    ],
    ['Take Small v1. b.', 'take Small v1. b.'],
    [
      'Take Small v1. b, but this depends on the grader. It alone meets every requirement so far; Large may be good enough.',
      'take Small v1. b, but this depends on the grader; it alone meets every requirement so far; Large may be good enough.',
    ],
    [
      'Take Small v1. b or Medium, which are tied: no difference was shown. None of them answers a question right.',
      'take Small v1. b or Medium, which are tied: no difference was shown; none of them answers a question right.',
    ],
    [
      'Take Small v1. b or any of 3 others, which are tied by the weighted criteria. Other v2. x answers better but costs more than Small v1. b.',
      'take Small v1. b or any of 3 others, which are tied by the weighted criteria; Other v2. x answers better but costs more than Small v1. b.',
    ],
    [
      'Take none yet. Small misses nothing so far; Large is over budget.',
      'take none yet; Small misses nothing so far; Large is over budget.',
    ],
    [
      'No candidate meets every requirement. The nearest is Small, 10 % beyond a limit; Large is over budget.',
      'no candidate meets every requirement; the nearest is Small, 10 % beyond a limit; Large is over budget.',
    ],
  ];
  for (const [answer, said] of rows) {
    const order = answer.includes('ake Small') ? [{ label: 'Small v1. b' }] : [];
    const busy = verdictOf('Busy', { answer, order } as unknown as Partial<Verdict>);
    const quiet = verdictOf('Quiet', { answer: 'Take none yet.' });
    const figures = figuresOf({ verdict: [busy, quiet], cost: { usd: 1.53, unknown_calls: 0 } });
    const summary = summariseResults({ ...planOf([1], 2, 1), benchmarks: [] }, figures);
    assert.equal(
      summary,
      `For Busy, ${said} For Quiet, take none yet. The run cost $1.53 for the candidates.`,
    );
  }
});

test('a tie is said with its margin', () => {
  const said = (margin: number) => {
    const plan = planOf([100], 2, 1);
    const comparisons = [{ target_a: 'a', target_b: 'b', metric: 'b0', winner: 'tie' }];
    const intervals = ['a', 'b'].map((target_label) => ({ target_label, benchmark: 'b0', score: 0.9 }));
    const figures = figuresOf({ intervals, comparisons } as Partial<Results>);
    return summariseResults({ ...plan, methodology: { ...plan.methodology, margin } }, figures);
  };
  assert.equal(said(0.05), 'On b0, a (90 %) and b (90 %) are tied within ±5 points.');
  assert.match(said(0.025), / tied within ±2\.5 points\.$/);
});

test('a score of the summary says what it would be with the answers that are missing', () => {
  const score = (target_label: string, value: number, missing: object = {}) => ({
    target_label,
    benchmark: 'b0',
    score: value,
    ...missing,
  });
  const silent = { score_if_missing_wrong: 0.3, score_if_missing_right: 1 };
  const compared = (winner: string) => [
    { target_a: 'Honest', target_b: 'Silent', metric: 'b0', winner, n_needed: null },
  ];
  const rows: [provisional: boolean, winner: string | null, said: string][] = [
    [
      true,
      null,
      'Provisional: measurements are missing, so no winner is named. On b0, Honest scores 80 % and Silent scores 100 % (30 % to 100 % with missing scores) so far.',
    ],
    [
      false,
      'undecided',
      'On b0, Honest (80 %) and Silent (100 %; 30 % to 100 % with missing scores) cannot be distinguished.',
    ],
    [false, 'Silent', 'On b0, Silent is best with 100 % (30 % to 100 % with missing scores).'],
  ];
  for (const [provisional, winner, said] of rows) {
    const figures = figuresOf({
      provisional,
      intervals: [score('Silent', 1, silent), score('Honest', 0.8)] as Results['intervals'],
      comparisons: (winner === null ? [] : compared(winner)) as Results['comparisons'],
    });
    assert.equal(summariseResults(planOf([10], 2, 1), figures), said);
  }
});

test('a candidate that was measured alone is not called best', () => {
  const figures = figuresOf({
    not_measured: [{ target_label: 'Swapped', attempted: 10, reason: 'answered by another model' }],
    intervals: ['Base', 'Swapped'].map((target_label) => ({
      target_label,
      benchmark: 'b0',
      score: 0.8,
    })) as Results['intervals'],
    comparisons: [
      { target_a: 'Base', target_b: 'Swapped', metric: 'b0', winner: 'undecided', reason: 'other_model' },
    ] as Results['comparisons'],
  });
  assert.equal(
    summariseResults(planOf([10], 2, 1), figures),
    'On b0, Base scores 80 % and Swapped has no score.',
  );
});

test('what too few items leave open is said so, and no number of items to decide it', () => {
  const score = (target_label: string, value: number) => ({ target_label, benchmark: 'b0', score: value });
  const compared = { target_a: 'A', target_b: 'B', metric: 'b0', winner: 'undecided', n_needed: 23 };
  for (const [reason, said] of [
    ['too_few_items', 'On b0, A (90 %) and B (10 %) cannot be distinguished with fewer than 15 questions.'],
    [
      'interval_too_wide',
      'On b0, A (90 %) and B (10 %) cannot be distinguished, and about 23 items would decide.',
    ],
  ] as const) {
    const figures = figuresOf({
      intervals: [score('A', 0.9), score('B', 0.1)] as Results['intervals'],
      comparisons: [{ ...compared, reason }] as unknown as Results['comparisons'],
    });
    assert.equal(summariseResults(planOf([10], 2, 1), figures), said);
  }
});

const outcome = fc.constantFrom('a', 'b', 'tie', 'undecided');
const generated = fc.record({
  scores: fc.array(fc.tuple(fc.option(fc.double({ min: 0, max: 1, noNaN: true })), outcome), {
    minLength: 1,
    maxLength: 12,
  }),
  scenarios: fc.array(fc.tuple(fc.boolean(), fc.boolean()), { maxLength: 9 }),
  provisional: fc.boolean(),
  smoke: fc.boolean(),
  usd: fc.option(fc.double({ min: 0, max: 1e6, noNaN: true })),
});

test('any summary: one to five sentences, no name of a field and no pointer', () => {
  fc.assert(
    fc.property(generated, ({ scores, scenarios, provisional, smoke, usd }) => {
      const benchmarks = scores.map(([score, winner], i) => ({ key: `set_${i}/-/part`, score, winner }));
      const plan = planOf(
        scores.map(() => 10),
        2,
        1,
      );
      const named = plan.benchmarks.map((one, i) => ({
        ...one,
        key: benchmarks[i]?.key ?? one.key,
        ...(smoke && { smokeTest: true as const }),
      }));
      const verdict = scenarios.map(([isMet, isOpen], i) =>
        verdictOf(`Hour ${i}`, {
          ...(isMet && ({ order: [{ label: 'a' }] } as unknown as Partial<Verdict>)),
          answer: isMet ? `Take a.${isOpen ? ' b lacks data.' : ''}` : 'Take none yet. b lacks data.',
          sentences: ['Take a. More of it.', 'Firm.', 'Changed.', 'Not known.'],
        }),
      );
      const text = summariseResults(
        { ...plan, benchmarks: named },
        figuresOf({
          provisional,
          ...(verdict.length > 0 && !provisional && { verdict }),
          intervals: benchmarks.flatMap(({ key, score }) =>
            ['a', 'b'].map((target_label) => ({ target_label, benchmark: key, score })),
          ) as Results['intervals'],
          comparisons: benchmarks.map(({ key, winner }) => ({
            ...{
              target_a: 'a',
              target_b: 'b',
              metric: key,
              winner,
              n_needed: winner === 'undecided' ? 4321 : null,
            },
          })) as Results['comparisons'],
          cost: { usd, unknown_calls: 3 },
        }),
      );
      const sentences = text.split(/\.(?:\s|$)/).length - 1;
      assert.ok(sentences >= 1 && sentences <= 5, text);
      assert.doesNotMatch(text, /_|NaN|undefined|null| {2}/);
    }),
    { ...PROPERTY_RUN, numRuns: 300 },
  );
});
