import type { Schemas } from '@touchstone/client';
import { plural, withoutStop } from '../figures/figures.ts';
import { benchmarkName } from './benchmark-name.ts';
import type { Section } from './section.ts';

type Results = Schemas['Results'];

/** Why calls brought no answer, in the words of who was asked; results of earlier versions know the cause alone. */
export function callReasonSections({ coverage, reasons }: Results): Section[] {
  const known = (reasons ?? []).map((one) => [
    `${one.target_label}, ${benchmarkName(one.benchmark)}`,
    one.count,
    causeSaid(one),
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
      title: 'Calls without a response',
      head: ['Candidate, benchmark', 'Calls', 'Outcome', 'First message', 'Request id'],
      rows,
      sentences: [
        'Calls with the same reason are one row. A call without a response counts as missing, never as a wrong answer; under load it is a miss of every limit.',
      ],
    },
  ];
}

type Cause = Pick<NonNullable<Results['reasons']>[number], 'outcome' | 'cause' | 'scope'>;

/** `refused, unauthorized, scope: account` */
const causeSaid = ({ outcome, cause, scope }: Cause) =>
  [outcome, cause, ...(scope ? [`scope: ${scope}`] : [])].map(spaced).join(', ');

/** The calls of a candidate without a response on a benchmark, a sentence for each reason. */
export const unansweredSentences = (
  { reasons = [] }: Pick<Results, 'reasons'>,
  label: string,
  benchmark: string,
): string[] =>
  reasons
    .filter((one) => one.target_label === label && one.benchmark === benchmark)
    .map(
      (one) =>
        `${plural(one.count, 'call')} without a response (${causeSaid(one)}): ${withoutStop(one.message)}.`,
    );

const spaced = (name: string) => name.replaceAll('_', ' ');

/** Why none of a candidate's calls was answered, by its label. */
export function notMeasuredReasons({ not_measured = [] }: Results): ReadonlyMap<string, string> {
  return new Map(not_measured.map(({ target_label, reason }) => [target_label, reason]));
}
