import type { Schemas } from '@touchstone/client';
import { benchmarkName } from './benchmark-name.ts';
import type { Section } from './section.ts';

const COVERAGE_HEAD = [
  'Candidate, benchmark',
  'Questions',
  'Scored',
  'Failed',
  'Unscored',
  'Pending',
  'Truncated',
  'Failures',
];

/** Numbers of scored, failed and pending units; a failure never counts as wrong. */
export function coverageSection({ coverage }: Schemas['Results']): Section {
  return {
    about: 'run',
    title: 'Coverage',
    head: COVERAGE_HEAD,
    rows: coverage.map(({ units, scored, failed, unscored, pending, truncated, ...one }) => [
      `${one.target_label}, ${benchmarkName(one.benchmark)}`,
      ...[units, scored, failed, unscored, pending, truncated],
      Object.entries(one.failures).map(([reason, times]) => `${reason} × ${times}`),
    ]),
    sentences: [],
  };
}
