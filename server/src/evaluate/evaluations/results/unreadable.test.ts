import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Coverage } from '../schemas/result-schemas.ts';
import { unreadableWarnings } from './unreadable.ts';

const cell = (target_label: string, none: number, unscored = 0, units = 100): Coverage => ({
  target_label,
  benchmark: 'arithmetic',
  units,
  scored: units - unscored,
  failed: 0,
  unscored,
  pending: 0,
  truncated: 0,
  extraction: { strict: units - unscored - none, flexible: 0, none },
  failures: {},
});

const CASES: [what: string, coverage: Coverage[], warned: RegExp[]][] = [
  ['the same share', [cell('A', 10), cell('B', 10)], []],
  ['a difference that chance makes', [cell('A', 4), cell('B', 9)], []],
  [
    'a difference that chance does not make',
    [cell('A', 30), cell('B', 2)],
    [
      /^On arithmetic, no answer could be read in 30 % of the responses of A, against 2 % of the responses of B\./,
    ],
  ],
  [
    'replies that could not be graded count as well',
    [cell('A', 0), cell('B', 0, 25)],
    [
      /25 % of the responses of B \(of 100, none was found in 0 and 25 were not graded\), against 0 % of the responses of A\. .* see the responses that were not graded, and why\.$/,
    ],
  ],
  [
    'both are said where there are both',
    [cell('A', 2), cell('B', 20, 1)],
    [
      /21 % of the responses of B \(of 100, none was found in 20 and 1 was not graded\), against 2 % of the responses of A\. .* see the responses without a recognised answer \(they count as wrong\) and that were not graded, and why\.$/,
    ],
  ],
  [
    'of three, one warning for all pairs',
    [cell('A', 40), cell('B', 0), cell('C', 1)],
    [/in 40 % of the responses of A, against 1 % of the responses of C and 0 % of the responses of B\./],
  ],
  [
    'those with the same share together',
    [cell('A', 40), cell('B', 0), cell('C', 0)],
    [/in 40 % of the responses of A, against 0 % of the responses of B and C\./],
  ],
  // 0.047 alone; with the three of one family it is no finding.
  ['of many pairs, adjusted together', [cell('A', 5, 0, 20), cell('B', 0, 0, 20), cell('C', 2, 0, 20)], []],
  ['nobody answered', [cell('A', 0, 0, 0), cell('B', 0, 0, 0)], []],
];

for (const [what, coverage, warned] of CASES) {
  test(`shares of unreadable replies: ${what}`, () => {
    const { warnings } = unreadableWarnings(coverage);
    assert.equal(warnings.length, warned.length, warnings.join());
    for (const [i, expected] of warned.entries()) assert.match(warnings[i] ?? '', expected);
  });
}
