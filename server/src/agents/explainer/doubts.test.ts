import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvaluationReport } from '../../tools/tools.ts';
import { doubtsAbout } from './doubts.ts';

type Report = Partial<EvaluationReport>;

const WEIGHTS = 'With 48.9 % of the weight on quality instead of 40 %, Medium would be first.';
const MORE = 'About 578 more requests would decide Small.';
const verdict = (more: object) => ({
  scenario_label: 'Busy',
  winner: 'Small',
  eligible: ['Small'],
  order: [{ label: 'Small' }],
  tied: [],
  needs_data: [],
  rejected: [],
  firmness: 'It meets all 7 requirements.',
  change: null,
  flip: null,
  not_known: null,
  ...more,
});
const lacking = { label: 'Baseline', reasons: ['the price is not known.'] };
const unpriced = { needs_data: [lacking] };
const behind = {
  needs_data: [{ ...lacking, shown_worse: 'was shown to answer worse than Small on every benchmark' }],
};
const compared = (target_a: string, target_b: string, winner: string) => ({
  target_a,
  target_b,
  winner,
  metric: 'b',
  p_value: 0.01,
  exploratory: false,
  sentence: `${target_a} and ${target_b}: ${winner}.`,
});
const reportOf = ({ verdict: one, ...more }: { verdict?: object } & Record<string, unknown>) =>
  ({ provisional: false, ...(one && { verdict: [one] }), ...more }) as Report as EvaluationReport;

test('the main doubt is what could change the answer', () => {
  const rows: [what: string, report: EvaluationReport, main: string | undefined][] = [
    ['nothing is open', reportOf({ verdict: verdict({}) }), undefined],
    [
      'two that are tied, before a price that is missing of one that answers worse',
      reportOf({
        verdict: verdict({
          ...behind,
          winner: null,
          eligible: ['Small', 'Medium'],
          flip: {},
          change: WEIGHTS,
        }),
      }),
      WEIGHTS,
    ],
    [
      'a price that is missing of one that answers worse, where nothing else is open',
      reportOf({ verdict: verdict(behind) }),
      '“Baseline” lacks data, and was shown to answer worse than Small on every benchmark: the price is not known.',
    ],
    [
      'an open pair beside the first, before that price',
      reportOf({
        verdict: verdict(behind),
        comparisons: [compared('Small', 'Medium', 'undecided')],
      }),
      'Small and Medium: undecided.',
    ],
    [
      'a price that is missing of one that may be as good, before an open pair',
      reportOf({
        verdict: verdict(unpriced),
        comparisons: [compared('Small', 'Baseline', 'tie'), compared('Small', 'Medium', 'undecided')],
      }),
      '“Baseline” lacks data, and could come before “Small” with them: the price is not known.',
    ],
    [
      'what decides, where none can be taken yet',
      reportOf({
        verdict: verdict({ ...unpriced, eligible: [], order: [], change: MORE, not_known: 'A price.' }),
      }),
      MORE,
    ],
    [
      'the facts, where no measurement decides',
      reportOf({ verdict: verdict({ ...unpriced, eligible: [], order: [], not_known: 'A price.' }) }),
      'A price.',
    ],
    [
      'all are rejected',
      reportOf({ verdict: verdict({ eligible: [], order: [], firmness: 'Each misses one.' }) }),
      undefined,
    ],
    [
      'not all was measured',
      reportOf({ provisional: true, verdict: verdict({ ...unpriced, flip: {}, change: WEIGHTS }) }),
      'Not everything was measured, so no winner is named.',
    ],
    [
      'no scenario, and a pair is open',
      reportOf({ comparisons: [compared('a', 'b', 'undecided')] }),
      'a and b: undecided.',
    ],
  ];
  for (const [what, report, main] of rows) assert.equal(doubtsAbout(report)[0], main, what);
});
