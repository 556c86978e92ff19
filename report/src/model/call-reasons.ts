import type { Schemas } from '@touchstone/client';
import { plural, withoutFullStop } from '../figures/figures.ts';
import { benchmarkName } from './benchmark-name.ts';
import type { Section } from './section.ts';

type Results = Schemas['Results'];

/** Why calls got no response, in the provider's words; results of earlier versions contain only the cause. */
export function callReasonSections({ coverage, reasons }: Results): Section[] {
  const known = (reasons ?? []).map((one) => [
    `${one.target_label}, ${benchmarkName(one.benchmark)}`,
    one.count,
    describeCause(one),
    one.message,
    one.request_id ?? '',
  ]);
  const earlier = coverage.flatMap(({ target_label, benchmark, failures }) =>
    Object.entries(failures).map(([cause, calls]) => [
      `${target_label}, ${benchmarkName(benchmark)}`,
      calls,
      withSpaces(cause),
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
      head: ['Candidate, benchmark', 'Calls', 'Outcome', 'First message', 'Request ID'],
      rows,
      sentences: [
        'Each row groups calls that failed for the same reason. They count as missing, not as wrong. Under load, they miss every limit.',
      ],
    },
  ];
}

type Cause = Pick<NonNullable<Results['reasons']>[number], 'outcome' | 'cause' | 'scope'>;

/** Such as `refused, unauthorized, scope: account`. */
const describeCause = ({ outcome, cause, scope }: Cause) =>
  [outcome, cause, ...(scope ? [`scope: ${scope}`] : [])].map(withSpaces).join(', ');

/** A sentence for each reason why calls of a candidate on a benchmark got no response. */
export const unansweredSentences = (
  { reasons = [] }: Pick<Results, 'reasons'>,
  label: string,
  benchmark: string,
): string[] =>
  reasons
    .filter((one) => one.target_label === label && one.benchmark === benchmark)
    .map(
      (one) =>
        `${plural(one.count, 'call')} without a response (${describeCause(one)}): ${withoutFullStop(one.message)}.`,
    );

const withSpaces = (name: string) => name.replaceAll('_', ' ');

/** Why no call of a candidate was answered, by its label. */
export function notMeasuredReasons({ not_measured = [] }: Results): ReadonlyMap<string, string> {
  return new Map(not_measured.map(({ target_label, reason }) => [target_label, reason]));
}
