import assert from 'node:assert/strict';
import test from 'node:test';
import { type DecisionInput, decideComparison } from './decide.ts';

const around = (low: number, high: number) => ({ low, high });

/** A clear winner; each case says what differs. */
const WINNER: DecisionInput = {
  delta: 0.2,
  ci: around(0.1, 0.3),
  tie_ci: around(0.12, 0.28),
  p_value: 0.001,
  p_adjusted: 0.001,
  alpha: 0.05,
  margin: 0.05,
  n: 100,
};
const WIDE = {
  delta: 0.02,
  ci: around(-0.1, 0.14),
  tie_ci: around(-0.08, 0.12),
  p_value: 0.7,
  p_adjusted: 0.7,
};
const LOSING = { delta: -0.2, ci: around(-0.3, -0.1), tie_ci: around(-0.28, -0.12) };
const EQUAL = { delta: 0, ci: around(-0.04, 0.04), tie_ci: around(-0.03, 0.03), p_value: 1, p_adjusted: 1 };
const SMALL_LEAD = { delta: 0.02, ci: around(0.005, 0.035), tie_ci: around(0.01, 0.03) };

test('the four outcomes and their reasons', () => {
  const rows: [string, Partial<DecisionInput>, string][] = [
    ['p and interval agree', {}, 'better significant'],
    ['p and interval agree the other way', LOSING, 'worse significant'],
    ['less is better', { direction: 'lower' }, 'worse significant'],
    ['less is better, and it is less', { ...LOSING, direction: 'lower' }, 'better significant'],
    ['better comes before tie', SMALL_LEAD, 'better significant'],
    [
      'a lead lost to the correction is still no more than the margin',
      { ...SMALL_LEAD, p_adjusted: 0.2 },
      'tie inside_margin',
    ],
    [
      'p says yes, the interval no',
      { ...WIDE, p_value: 0.04, p_adjusted: 0.04 },
      'undecided test_and_interval_disagree',
    ],
    [
      'the interval says yes, p no',
      { p_value: 0.06, p_adjusted: 0.06 },
      'undecided test_and_interval_disagree',
    ],
    [
      'p equal to α is not below it',
      { p_value: 0.05, p_adjusted: 0.05 },
      'undecided test_and_interval_disagree',
    ],
    [
      'p and interval say yes, the corrected p no',
      { p_value: 0.01, p_adjusted: 0.06 },
      'undecided not_significant_after_correction',
    ],
    [
      'p says yes, the interval and the corrected p no',
      { ...WIDE, p_value: 0.04, p_adjusted: 0.2 },
      'undecided test_and_interval_disagree',
    ],
    [
      'an interval that touches 0 does not exclude it',
      { ci: around(0, 0.3) },
      'undecided test_and_interval_disagree',
    ],
    ['neither', WIDE, 'undecided interval_too_wide'],
    ['equal within the margin', EQUAL, 'tie inside_margin'],
    [
      'a tie interval that touches the margin is not inside',
      { ...EQUAL, margin: 0.03 },
      'undecided interval_too_wide',
    ],
    ['no margin, no tie', { ...EQUAL, tie_ci: around(0, 0), margin: 0 }, 'undecided interval_too_wide'],
    ['14 items', { n: 14 }, 'undecided too_few_items'],
    ['14 equal items', { ...EQUAL, n: 14 }, 'undecided too_few_items'],
    ['14 clusters of a hundred items', { clusters: 14 }, 'undecided too_few_clusters'],
    ['15 items', { n: 15 }, 'better significant'],
    ['14 items in 10 clusters', { n: 14, clusters: 10 }, 'undecided too_few_items'],
    ['no items', { n: 0, delta: null, ci: null, tie_ci: null, p_adjusted: null }, 'undecided too_few_items'],
    ['no interval', { ci: null, tie_ci: null }, 'undecided no_interval'],
    ['no p', { p_adjusted: null }, 'undecided no_interval'],
  ];
  for (const [sentence, change, expected] of rows) {
    const { outcome, reason } = decideComparison({ ...WINNER, ...change });
    assert.equal(`${outcome} ${reason}`, expected, sentence);
  }
});

test('15 to 29 items or clusters are exploratory', () => {
  const rows: [Partial<DecisionInput>, boolean][] = [
    [{ n: 14 }, false],
    [{ n: 15 }, true],
    [{ n: 29 }, true],
    [{ n: 30 }, false],
    [{ n: 100, clusters: 20 }, true],
    [{ n: 100, clusters: null }, false],
  ];
  for (const [change, expected] of rows) {
    assert.equal(decideComparison({ ...WINNER, ...change }).exploratory, expected, JSON.stringify(change));
  }
});

test('impossible thresholds are refused', () => {
  for (const change of [{ alpha: 0 }, { alpha: 5 }, { margin: -0.1 }, { n: 1.5 }, { clusters: -1 }]) {
    assert.throws(() => decideComparison({ ...WINNER, ...change }), RangeError, JSON.stringify(change));
  }
});
