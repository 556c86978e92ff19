import type { Schemas } from '@touchstone/client';
import { figure } from './format.ts';
import { lettersOf } from './letters.ts';
import type { Cell, Section } from './section.ts';

type Results = Schemas['Results'];
type Requirement = NonNullable<Results['requirements']>[number];
type Verdict = NonNullable<Results['verdict']>[number];

/** Every requirement of one scenario, and its verdict. */
export interface ScenarioSection {
  readonly label: string;
  readonly requirements: readonly Requirement[];
  /** The same as a table. */
  readonly requirementTable: Section;
  /** Null until everything is measured. */
  readonly verdict: ScenarioVerdict | null;
}

interface ScenarioVerdict {
  readonly sentences: readonly string[];
  /** What each criterion counts, by the scenario or the evaluation. */
  readonly weights: Verdict['weights'];
  /** The eligible candidates, best first. */
  readonly order: readonly OrderRow[];
  /** Empty where fewer than two candidates can be drawn. */
  readonly pareto: { readonly y: 'score' | 'latency'; readonly points: readonly ParetoPoint[] };
}

export interface OrderRow extends Readonly<Verdict['order'][number]> {
  /** The share of weightings in which it comes first, from 0 to 1. */
  readonly firstShare: number;
  /** `on the Pareto front`, or who dominates it. */
  readonly front: string;
}

/** A candidate whose cost and quality (or, where nothing is scored, latency) are known, eligible or not. */
export interface ParetoPoint {
  readonly label: string;
  readonly letter: string;
  /** USD for 1,000 good requests; for 1,000 requests where good ones are not known. */
  readonly cost: number;
  /** The mean score in percent, or the p95 latency in ms. */
  readonly y: number;
  readonly onFront: boolean;
}

export function scenarioSections(results: Results): ScenarioSection[] {
  const { requirements = [], verdict = [] } = results;
  const labels = new Set([...requirements, ...verdict].map(({ scenario_label }) => scenario_label));
  return [...labels].map((label) => {
    const own = verdict.find(({ scenario_label }) => scenario_label === label);
    const demanded = requirements.filter(({ scenario_label }) => scenario_label === label);
    return {
      label,
      requirements: demanded,
      requirementTable: requirementTable(label, demanded),
      verdict: own ? scenarioVerdict(results, own) : null,
    };
  });
}

const HEAD = [
  'Target',
  'Requirement',
  'Status',
  'Observed',
  'Limit',
  'Interval',
  'Requests',
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

/** A figure of a requirement: an availability in percent, anything else in the unit of its limit. */
export function inUnit(
  { kind }: Pick<Requirement, 'kind'>,
  value: number | null,
): Extract<Cell, string | number | null> {
  return kind === 'availability' && value !== null ? `${figure(100 * value)} %` : value;
}

/** The interval of what was observed; null where there is none. */
export function requirementRange({ kind, ci_low, ci_high }: Requirement): string | null {
  if (ci_low === null || ci_high === null || ci_low === ci_high) return null;
  const [low, high] = [ci_low, ci_high].map((end) => inUnit({ kind }, end));
  return [low, high].map((end) => (typeof end === 'number' ? figure(end) : end)).join(' to ');
}

/** How a requirement came out, as the end of a sentence: `p95 of at most 9 ms: fail, 12 ms were observed.` */
export function requirementSentence({ says, status, reason, missing }: Requirement): string {
  const where = [...new Set(missing.map(whereToAdd))];
  return `${says}: ${status}, ${reason}${where.length > 0 ? ` (add it: ${where.join('; ')})` : ''}.`;
}

/** Where what is missing belongs: a pointer is one into the operator's own catalogue. */
function whereToAdd({ add }: Requirement['missing'][number]): string {
  return add.startsWith('/') ? `${add} in the file that CATALOG_FILE names` : add;
}

function scenarioVerdict(results: Results, verdict: Verdict): ScenarioVerdict {
  const { sentences, order, share_of_weightings, weights } = verdict;
  return {
    sentences,
    weights,
    order: order.map((row) => ({
      ...row,
      firstShare: share_of_weightings[row.label] ?? 0,
      front: row.on_front ? 'on the Pareto front' : `dominated by ${row.dominated_by.join(', ')}`,
    })),
    pareto: paretoOf(results, verdict),
  };
}

function paretoOf(results: Results, verdict: Verdict): ScenarioVerdict['pareto'] {
  const y = results.intervals.length > 0 ? 'score' : 'latency';
  const labels = [...new Set((results.evidence ?? []).map(({ target_label }) => target_label))];
  const known = labels.flatMap((label) => {
    const cost = costOf(results, verdict, label);
    const value = y === 'score' ? meanScoreOf(results, label) : latencyOf(results, verdict, label);
    return cost === null || value === null ? [] : [{ label, cost, y: value }];
  });
  const letters = lettersOf(results);
  const points = known.map((point) => ({
    ...point,
    letter: letters.get(point.label) ?? '?',
    onFront: verdict.pareto_front.includes(point.label),
  }));
  return { y, points: points.length < 2 ? [] : points };
}

function costOf({ evidence = [] }: Results, { scenario_label }: Verdict, label: string): number | null {
  const own = evidence.find((one) => one.target_label === label && one.scenario_label === scenario_label);
  return own?.cost.per_1k_good_requests_usd ?? own?.cost.per_1k_requests_usd ?? null;
}

/** In percent, as the verdict weighs it: the criteria of a custom evaluation are in its overall score already. */
function meanScoreOf({ intervals }: Results, label: string): number | null {
  const isCriterion = (key: string) => key.startsWith('custom/') && key !== 'custom/overall';
  const scores = intervals.flatMap(({ target_label, benchmark, score }) =>
    target_label === label && score !== null && !isCriterion(benchmark) ? [score] : [],
  );
  return scores.length === 0 ? null : (100 * scores.reduce((sum, score) => sum + score, 0)) / scores.length;
}

function latencyOf({ load = [] }: Results, { scenario_label }: Verdict, label: string): number | null {
  const own = load.find(
    ({ target_label, benchmark }) => target_label === label && benchmark === `load/${scenario_label}`,
  );
  return own?.latency_ms.p95?.observed ?? null;
}
