import type { Schemas } from '@touchstone/client';
import { type Reason, reasonsOf } from './decision.ts';
import { figure } from './format.ts';
import { lettersOf } from './letters.ts';
import { isShare, type RequirementMatrix, requirementMatrix } from './matrix.ts';
import type { OpenQuestion } from './open-questions.ts';
import { type Scatter, scatterOf } from './scatter.ts';
import { type Cell, cellTexts, type Section } from './section.ts';

type Results = Schemas['Results'];
type Requirement = NonNullable<Results['requirements']>[number];
type Verdict = NonNullable<Results['verdict']>[number];

/** Every requirement of one scenario, and its verdict. */
export interface ScenarioSection {
  readonly label: string;
  readonly requirements: readonly Requirement[];
  /** The same as a table. */
  readonly requirementTable: Section;
  /** The same with a row for each candidate. */
  readonly matrix: RequirementMatrix;
  readonly scatter: Scatter;
  /** Null until everything is measured. */
  readonly verdict: ScenarioVerdict | null;
  /** Why the answer is what it is: the three reasons that weigh most. */
  readonly reasons: readonly Reason[];
  /** What is undecided of it, and of the scores of those who are not ruled out. */
  readonly open: readonly OpenQuestion[];
}

interface ScenarioVerdict {
  readonly sentences: readonly string[];
  /** What each criterion counts, by the scenario or the evaluation. */
  readonly weights: Verdict['weights'];
  /** The nearest weight of one criterion that puts another first; null where none does. */
  readonly flip: Verdict['flip'];
  /** The eligible candidates, best first. */
  readonly order: readonly OrderRow[];
  /** Absent in evaluations of earlier versions, whose sentences are all there is. */
  readonly answer: string | null;
  /** How firm the answer is and what would change it, in a sentence each. */
  readonly firm: readonly string[];
}

export interface OrderRow extends Readonly<Verdict['order'][number]> {
  /** The share of weightings in which it comes first, from 0 to 1. */
  readonly firstShare: number;
  /** `on the Pareto front`, or who dominates it. */
  readonly front: string;
}

export function scenarioSections(results: Results, open: readonly OpenQuestion[]): ScenarioSection[] {
  const { requirements = [], verdict = [] } = results;
  const letters = lettersOf(results);
  const labels = new Set([...requirements, ...verdict].map(({ scenario_label }) => scenario_label));
  return [...labels].map((label) => {
    const own = verdict.find(({ scenario_label }) => scenario_label === label);
    const demanded = requirements.filter(({ scenario_label }) => scenario_label === label);
    const matrix = requirementMatrix(demanded, own, letters);
    return {
      label,
      requirements: demanded,
      requirementTable: requirementTable(label, demanded),
      matrix,
      scatter: scatterOf(results, label, own, letters),
      verdict: own ? scenarioVerdict(own) : null,
      reasons: reasonsOf(results, label),
      open: byRelevance(
        results,
        own,
        open.filter((one) => isOpenUnder(label, own, one)),
      ),
    };
  });
}

/** Whether a candidate that is ruled out is better changes nothing. */
function isOpenUnder(
  label: string,
  verdict: Verdict | undefined,
  { scenario, labels }: OpenQuestion,
): boolean {
  if (scenario !== null) return scenario === label;
  return !labels.some((name) => verdict?.rejected.some((one) => one.label === name));
}

/**
 * What could change the answer first: what is open of the candidate that comes first and of those tied with it, then of
 * others, and last of candidates that were shown to answer worse than the first on every benchmark, which is said.
 */
function byRelevance(
  { comparisons, intervals }: Results,
  verdict: Verdict | undefined,
  open: readonly OpenQuestion[],
): OpenQuestion[] {
  const first = verdict?.order[0]?.label;
  if (verdict === undefined || first === undefined) return [...open];
  const near = new Set([first, ...verdict.tied]);
  const isScore = new Set(intervals.map(({ benchmark }) => benchmark));
  const isWorse = (label: string) => {
    const own = comparisons.filter(
      ({ metric, target_a, target_b }) =>
        isScore.has(metric) && [target_a, target_b].includes(label) && [target_a, target_b].includes(first),
    );
    return label !== first && own.length > 0 && own.every(({ winner }) => winner === first);
  };
  const rank = ({ labels }: OpenQuestion) =>
    labels.some((label) => near.has(label)) ? 0 : labels.every(isWorse) ? 2 : 1;
  return open
    .map((one) => ({ one, at: rank(one) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one, at }) =>
      at === 2 ? { ...one, decide: `${one.decide}; it answers worse than ${first} on every benchmark` } : one,
    );
}

const HEAD = [
  'Target',
  'Requirement',
  'Status',
  'Observed',
  'Limit',
  'Interval',
  'Requests or items',
  'More needed',
  'Why',
];

function requirementTable(scenario: string, requirements: readonly Requirement[]): Section {
  return {
    about: 'verdict',
    title: `Requirements of ${scenario}`,
    head: HEAD,
    rows: requirements.map((one) => [
      one.target_label,
      one.says,
      { status: one.status },
      inUnit(one, one.observed),
      inUnit(one, one.limit),
      requirementRange(one),
      one.n,
      one.samples_needed,
      one.reason,
    ]),
    sentences: [],
  };
}

/** A figure of a requirement: a share in percent, anything else in the unit of its limit. */
export function inUnit(
  { kind }: Pick<Requirement, 'kind'>,
  value: number | null,
): Extract<Cell, string | number | null> {
  return isShare(kind) && value !== null ? `${figure(100 * value)} %` : value;
}

/** The interval of what was observed, of a latency also with one end; null where there is none. */
export function requirementRange(
  { kind, ci_low, ci_high }: Requirement,
  says: (end: number) => string = (end) => cellTexts(inUnit({ kind }, end), '–').join(''),
): string | null {
  if (ci_low !== null && ci_high !== null)
    return ci_low === ci_high ? null : `${says(ci_low)} to ${says(ci_high)}`;
  if (!kind.endsWith('_ms')) return null;
  if (ci_low !== null) return `from ${says(ci_low)}`;
  return ci_high === null ? null : `up to ${says(ci_high)}`;
}

/** How a requirement came out, as the end of a sentence: `p95 of at most 9 ms: fail, 12 ms were observed.` */
export function requirementSentence({ says, status, reason, missing }: Requirement): string {
  const where = [...new Set(missing.map(whereToAdd))];
  return `${says}: ${status}, ${reason}${where.length > 0 ? ` (add it: ${where.join('; ')})` : ''}.`;
}

/** Where what is missing belongs: a pointer is one into the operator's own catalogue. */
export function whereToAdd({ add }: Requirement['missing'][number]): string {
  return add.startsWith('/') ? `${add} in the file that CATALOG_FILE names` : add;
}

function scenarioVerdict(verdict: Verdict): ScenarioVerdict {
  const { sentences, order, share_of_weightings, weights, flip, answer = null, firmness, change } = verdict;
  return {
    sentences,
    weights,
    flip,
    answer,
    firm: (answer === null ? sentences.slice(1, 2) : [firmness, change]).filter((one) => one != null),
    order: order.map((row) => ({
      ...row,
      firstShare: share_of_weightings[row.label] ?? 0,
      front: row.on_front ? 'on the Pareto front' : `dominated by ${row.dominated_by.join(', ')}`,
    })),
  };
}
