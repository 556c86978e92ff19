import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EvaluationReport } from '../../tools/tools.ts';
import { explain } from './explain.ts';

const [WEEK, FRIDAY] = ['Group support, normal week', 'Group support, Black Friday'];
const [SMALL, MEDIUM, LARGE] = [
  'Mock small (simulated)',
  'Mock medium (simulated)',
  'Mock large (simulated)',
];

const verdict = (scenario_label: string, more: object) => ({
  scenario_label,
  winner: null,
  eligible: [],
  order: [],
  tied: [],
  needs_data: [],
  rejected: [],
  nearest_misses: [],
  firmness: null,
  change: null,
  flip: null,
  not_known: null,
  ...more,
});
const tooDear = { label: LARGE, reasons: ['cost of 1,000 requests: $3.57 is above $2'] };
const tooSlow = { label: SMALL, reasons: ['p50 latency: 158 of 158 requests missed the limit'] };

const reportOf = (more: object = {}) =>
  ({
    name: 'Demo',
    status: 'completed',
    completed_at: '2026-11-23T00:00:00Z',
    provisional: false,
    answer: 'For the week, take Mock small. For Black Friday, take none yet.',
    target_results: [SMALL, MEDIUM, LARGE].map((target_label) => ({ target_label, metrics: {} })),
    intervals: [
      { target_label: SMALL, benchmark: 'arithmetic', score: 0.5, n: 40, method: 'clustered_logit_t' },
    ],
    verdict: [
      verdict(WEEK, {
        answer: 'Take Mock small.',
        eligible: [SMALL],
        order: [{ label: SMALL }],
        rejected: [tooDear],
        needs_data: [{ label: MEDIUM, reasons: ['the price is not known'] }],
      }),
      verdict(FRIDAY, {
        answer: 'Take none yet. Medium misses nothing so far.',
        rejected: [tooDear, tooSlow],
        needs_data: [{ label: MEDIUM, reasons: ['p99 latency'] }],
        change: 'About 398 more requests would decide Mock medium.',
      }),
    ],
    ...more,
  }) as unknown as EvaluationReport;

const LONG = ['comparisons has the first 20 of 40; ask for less, or read the rest elsewhere.'];
const CUT = /not every detail was read/;

const ROWS: [asked: string, says: RegExp, not: RegExp, more?: object][] = [
  [
    'Why was Mock small rejected for Black Friday?',
    /^\*\*Rejected\.\*\* “Mock small \(simulated\)” was rejected\. p50 latency: 158 of 158 requests missed/,
    /large|normal week/i,
  ],
  ['Why was Mock small rejected?', /Black Friday”: “Mock small \(simulated\)” was rejected/, /large/i],
  ['Why was Large rejected?', /Mock large \(simulated\)” was rejected/, /Mock small \(simulated\)” was/],
  [
    'Which candidate should I take for Black Friday?',
    /^\*\*Answer\.\*\* Take none yet\..*Main doubt\.\*\* About 398 more requests/s,
    /week|the price is not known/i,
  ],
  ['Which candidate wins?', /^\*\*Answer\.\*\* For the week, take Mock small\./, /clustered|Intervals:/],
  ['Which candidate wins?', /Without a model configured/, CUT, { warnings: LONG }],
  ['What is undecided?', CUT, /never/, { warnings: LONG }],
];

for (const [asked, says, not, more] of ROWS)
  test(`without a model: ${asked}`, () => {
    const text = explain(asked, reportOf(more), '/page');
    assert.match(text, says);
    assert.doesNotMatch(text, not);
  });
