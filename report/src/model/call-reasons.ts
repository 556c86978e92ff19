import type { Schemas } from '@touchstone/client';
import { benchmarkName } from './benchmark-name.ts';
import type { Section } from './section.ts';

type Results = Schemas['Results'];

/** Why calls brought no answer, in the words of who was asked; results of earlier versions know the cause alone. */
export function callReasonSections({ coverage, reasons }: Results): Section[] {
  const known = (reasons ?? []).map((one) => [
    `${one.target_label}, ${benchmarkName(one.benchmark)}`,
    one.count,
    [one.outcome, one.cause, ...(one.scope ? [`scope: ${one.scope}`] : [])].map(spaced).join(', '),
    one.message,
    one.request_id ?? '',
  ]);
  const earlier = coverage.flatMap(({ target_label, benchmark, failures }) =>
    Object.entries(failures).map(([cause, calls]) => [
      `${target_label}, ${benchmarkName(benchmark)}`,
      calls,
      spaced(cause),
      '',
      '',
    ]),
  );
  const rows = reasons === undefined ? earlier : known;
  if (rows.length === 0) return [];
  return [
    {
      about: 'run',
      title: 'Calls without an answer',
      head: ['Candidate, benchmark', 'Calls', 'Outcome', 'First message', 'Request id'],
      rows,
      sentences: [
        'Calls with the same reason are one row. A call without an answer counts as missing, never as a wrong answer; under load it is a miss of every limit.',
      ],
    },
  ];
}

const spaced = (name: string) => name.replaceAll('_', ' ');

/** Why none of a candidate's calls was answered, by its label. */
export function notMeasuredReasons({ not_measured = [] }: Results): ReadonlyMap<string, string> {
  return new Map(not_measured.map(({ target_label, reason }) => [target_label, reason]));
}
