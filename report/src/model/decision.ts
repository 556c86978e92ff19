import type { Schemas } from '@touchstone/client';
import { formatTogether, percent, plural, type Unit, usd } from '../figures/figures.ts';
import { lettersOfTargets } from './letters.ts';
import { formatBesideLimit, isShare, requirementNoun } from './matrix.ts';

type Results = Schemas['Results'];
type Requirement = NonNullable<Results['requirements']>[number];
type Verdict = NonNullable<Results['verdict']>[number];

/** A reason for the answer in one sentence, and the matrix cell that shows it. */
export interface Reason {
  readonly says: string;
  /** A candidate's letter and a requirement; null if no single requirement is the reason. */
  readonly cell: string | null;
}

const MAX_REASONS = 3;

/**
 * Up to three reasons for the answer: how near the first candidate is to its limits, how the second compares, which
 * candidates are rejected by which figure, and whose data is missing.
 */
export function decisionReasons(results: Results, scenario: string): Reason[] {
  const verdict = results.verdict?.find(({ scenario_label }) => scenario_label === scenario);
  if (verdict === undefined) return [];
  const required = (results.requirements ?? []).filter(({ scenario_label }) => scenario_label === scenario);
  const letters = lettersOfTargets(results);
  const cell = ({ target_label, requirement }: Requirement) =>
    `${letters.get(target_label) ?? '?'}.${requirement}`;
  const of = (label: string) => required.filter(({ target_label }) => target_label === label);
  const ruledOut = verdict.rejected.flatMap(({ label }): Reason[] => {
    const failed = of(label).filter(({ status }) => status === 'fail');
    const [first] = failed;
    if (first === undefined) return [];
    const left = failed.length - 1;
    const more = left === 0 ? '' : `; ${plural(left, 'more requirement is', 'more requirements are')} missed`;
    return [
      { says: `${label} is rejected: ${figureAgainst(first)}${first.reason}${more}.`, cell: cell(first) },
    ];
  });
  const open = verdict.needs_data.flatMap(({ label }): Reason[] => {
    const [first, ...more] = of(label).filter(({ status }) => status !== 'pass');
    if (first === undefined) return [];
    const others = more.length === 0 ? '' : `, and ${more.length} more`;
    return [{ says: `${label} is undecided: ${requirementNoun(first)}${others}.`, cell: cell(first) }];
  });
  const [first, second] = verdict.order;
  if (first === undefined) return withOpen(ruledOut, open);
  const [nearest, next] = of(first.label)
    .filter(({ margin }) => margin !== null)
    .toSorted((a, b) => (a.margin ?? 0) - (b.margin ?? 0));
  const reasons = [
    ...(nearest ? [{ says: nearestLimit(nearest, next), cell: cell(nearest) }] : []),
    ...(second ? [{ says: compareFirstTwo(results, verdict, first.label, second.label), cell: null }] : []),
    ...ruledOut,
  ];
  return withOpen(reasons, open);
}

const withOpen = (reasons: readonly Reason[], open: readonly Reason[]) => [
  ...reasons,
  ...open.slice(0, Math.max(0, MAX_REASONS - reasons.length)),
];

/** If the rate that counts equals the required rate, no higher rate was tried. */
const EXACT_TOLERANCE = 0.001;

function nearestLimit(one: Requirement, next: Requirement | undefined): string {
  const { target_label, observed, limit, margin } = one;
  if (observed === null || limit === null) return `${target_label} meets every requirement.`;
  const meets = `${target_label} meets every requirement`;
  if (one.kind !== 'throughput_rps' || (margin ?? 0) >= EXACT_TOLERANCE)
    return `${meets}; nearest to its limit is the ${requirementNoun(one)}, ${describeDistanceToLimit(one, observed, limit)}.`;
  const [found, asked] = formatBesideLimit(one, observed, limit);
  const rate = `${found.replace(' requests a second', '')} of ${asked}`;
  const further =
    next === undefined || next.observed === null || next.limit === null
      ? ''
      : `, then the ${requirementNoun(next)}, ${describeDistanceToLimit(next, next.observed, next.limit)}`;
  return `${meets}; nearest to its limit is the throughput, ${rate}, the highest rate tested${further}.`;
}

/** The distance of a figure from its limit: in points for a share, otherwise relative to the limit. */
function describeDistanceToLimit(one: Requirement, observed: number, limit: number): string {
  const [found, asked] = formatBesideLimit(one, observed, limit);
  if (isShare(one.kind)) return `${found}, ${pointsOf(observed - limit)} above the minimum of ${asked}`;
  if (one.kind === 'throughput_rps') return `${found}, ${percent(one.margin)} above the required ${asked}`;
  return `${found}, ${percent(one.margin)} below the limit of ${asked}`;
}

/** A difference of shares, such as `20 points`. */
function pointsOf(difference: number): string {
  return plural(Number((100 * difference).toPrecision(3)), 'point');
}

/** The figure that missed its limit, if the reason does not contain it: for latencies the reason counts requests. */
function figureAgainst(one: Requirement): string {
  const { observed, limit, reason } = one;
  if (observed === null || limit === null) return '';
  const [found, asked] = formatBesideLimit(one, observed, limit);
  return reason.includes(found) ? '' : `${requirementNoun(one)} ${found} against a limit of ${asked}; `;
}

/** Compares the first two candidates by their strengths and monthly costs. */
function compareFirstTwo(
  { intervals, evidence = [] }: Results,
  { scenario_label, tied }: Verdict,
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
      ? [
          describePair(
            percent,
            [scoreA, scoreB],
            (own, other) => `scores ${own} on average and ${b} ${other}`,
          ),
        ]
      : []),
    ...(costA !== null && costB !== null
      ? [describePair(usd, [costA, costB], (own, other) => `costs ${own} a month against ${other}`)]
      : []),
  ];
  const stands = tied.includes(b)
    ? `has the same weighted score as ${a}`
    : `has a lower weighted score than ${a}`;
  return parts.length === 0 ? `${b} ${stands}.` : `${a} ${parts.join(', and ')}.`;
}

function describePair(
  unit: Unit,
  pair: readonly [number, number],
  say: (a: string, b: string) => string,
): string {
  const [a, b] = formatTogether(unit, pair);
  return say(a, b);
}
