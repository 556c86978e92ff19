import type { Schemas } from '@touchstone/client';
import { percent, usd } from './format.ts';
import { lettersOf } from './letters.ts';
import { nounOf, withUnit } from './matrix.ts';

type Results = Schemas['Results'];
type Requirement = NonNullable<Results['requirements']>[number];
type Verdict = NonNullable<Results['verdict']>[number];

/** Why the answer is what it is, in a sentence, and the cell of the matrix that shows it. */
export interface Reason {
  readonly says: string;
  /** A candidate's letter and a requirement; null where no single requirement is the reason. */
  readonly cell: string | null;
}

const MOST = 3;

/** The three reasons that weigh most: how near the first is to a limit, what the next would cost, and who is ruled out. */
export function reasonsOf(results: Results, scenario: string): Reason[] {
  const verdict = results.verdict?.find(({ scenario_label }) => scenario_label === scenario);
  if (verdict === undefined) return [];
  const required = (results.requirements ?? []).filter(({ scenario_label }) => scenario_label === scenario);
  const letters = lettersOf(results);
  const cell = ({ target_label, requirement }: Requirement) =>
    `${letters.get(target_label) ?? '?'}.${requirement}`;
  const of = (label: string) => required.filter(({ target_label }) => target_label === label);
  const ruledOut = verdict.rejected.flatMap(({ label }): Reason[] => {
    const failed = of(label).filter(({ status }) => status === 'fail');
    const [first] = failed;
    if (first === undefined) return [];
    const more = failed.length === 1 ? '' : `, and ${failed.length - 1} more`;
    return [{ says: `${label} is rejected: ${first.reason}${more}.`, cell: cell(first) }];
  });
  const open = verdict.needs_data.flatMap(({ label }): Reason[] => {
    const [first, ...more] = of(label).filter(({ status }) => status !== 'pass');
    if (first === undefined) return [];
    const others = more.length === 0 ? '' : `, and ${more.length} more`;
    return [{ says: `${label} is undecided: ${nounOf(first)}${others}.`, cell: cell(first) }];
  });
  const [first, second] = verdict.order;
  if (first === undefined) return [...open, ...ruledOut].slice(0, MOST);
  const nearest = of(first.label)
    .filter(({ margin, kind }) => margin !== null && kind !== 'throughput_rps')
    .toSorted((a, b) => (a.margin ?? 0) - (b.margin ?? 0))[0];
  return [
    ...(nearest ? [{ says: nearestLimit(nearest), cell: cell(nearest) }] : []),
    ...(second ? [{ says: beside(results, verdict, first.label, second.label), cell: null }] : []),
    ...ruledOut,
    ...open,
  ].slice(0, MOST);
}

function nearestLimit(one: Requirement): string {
  const { target_label, observed, limit, margin } = one;
  if (observed === null || limit === null) return `${target_label} meets every requirement.`;
  return `${target_label} meets every requirement; nearest to its limit is the ${nounOf(one)}, ${withUnit(one, observed)} of ${withUnit(one, limit)}, with ${percent(margin)} left.`;
}

/** The first and the next by what they are good at and what they cost a month. */
function beside(
  { intervals, evidence = [] }: Results,
  { scenario_label }: Verdict,
  a: string,
  b: string,
): string {
  const monthly = (label: string) =>
    evidence.find((one) => one.target_label === label && one.scenario_label === scenario_label)?.cost
      .monthly_usd ?? null;
  const mean = (label: string) => {
    const scores = intervals.flatMap(({ target_label, score }) =>
      target_label === label && score !== null ? [score] : [],
    );
    return scores.length === 0 ? null : scores.reduce((sum, score) => sum + score, 0) / scores.length;
  };
  const [scoreA, scoreB, costA, costB] = [mean(a), mean(b), monthly(a), monthly(b)];
  const parts = [
    ...(scoreA !== null && scoreB !== null
      ? [`scores ${percent(scoreA)} on average and ${b} ${percent(scoreB)}`]
      : []),
    ...(costA !== null && costB !== null ? [`costs ${usd(costA)} a month against ${usd(costB)}`] : []),
  ];
  return parts.length === 0 ? `${b} comes after ${a} by the weights.` : `${a} ${parts.join(', and ')}.`;
}
