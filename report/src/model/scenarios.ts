import type { Schemas } from '@touchstone/client';
import { formatRange } from '../figures/figures.ts';
import { decisionReasons, type Reason } from './decision.ts';
import { lettersOfTargets } from './letters.ts';
import { type RequirementMatrix, requirementMatrix, requirementUnit } from './matrix.ts';
import type { OpenQuestion } from './open-questions.ts';
import { createScatter, type Scatter } from './scatter.ts';
import { STATUS_WORDS } from './section.ts';

type Results = Schemas['Results'];
type Requirement = NonNullable<Results['requirements']>[number];
type Verdict = NonNullable<Results['verdict']>[number];

/** All requirements of one scenario, and its verdict. */
export interface ScenarioSection {
  readonly label: string;
  readonly requirements: readonly Requirement[];
  /** The requirements as a matrix with a row for each candidate. */
  readonly matrix: RequirementMatrix;
  readonly scatter: Scatter;
  /** Null until everything is measured. */
  readonly verdict: ScenarioVerdict | null;
  /** The three main reasons for the answer. */
  readonly reasons: readonly Reason[];
  /** Undecided questions of this scenario, and about scores of candidates that are not rejected. */
  readonly open: readonly OpenQuestion[];
}

interface ScenarioVerdict {
  readonly sentences: readonly string[];
  /** Weight of each criterion, from the scenario or the evaluation. */
  readonly weights: Verdict['weights'];
  /** The smallest change of one weight that puts another candidate first; null if there is none. */
  readonly flip: Verdict['flip'];
  /** The eligible candidates, best first. */
  readonly order: readonly OrderRow[];
  /** Absent in evaluations of earlier versions, which have only sentences. */
  readonly answer: string | null;
  /** Candidates whose measurement is incomplete or from another model; null if there are none. */
  readonly incomplete: string | null;
  /** Sentences on incomplete measurements, on the certainty of the answer, and on what would change it. */
  readonly firm: readonly string[];
  /** How certain the answer is; the next field is what would change it. */
  readonly howFirm: string | null;
  readonly doubt: string | null;
  /**
   * The main doubt about a decided answer, without missing data; null if the answer is undecided, because the open
   * questions say why.
   */
  readonly shortDoubt: string | null;
}

export interface OrderRow extends Readonly<Verdict['order'][number]> {
  /** The share of weightings in which it is first, from 0 to 1. */
  readonly firstShare: number;
  /** `on the Pareto front`, or the candidates that dominate it. */
  readonly front: string;
}

export function scenarioSections(results: Results, open: readonly OpenQuestion[]): ScenarioSection[] {
  const { requirements = [], verdict = [] } = results;
  const letters = lettersOfTargets(results);
  const labels = new Set([...requirements, ...verdict].map(({ scenario_label }) => scenario_label));
  return [...labels].map((label) => {
    const own = verdict.find(({ scenario_label }) => scenario_label === label);
    const demanded = requirements.filter(({ scenario_label }) => scenario_label === label);
    const matrix = requirementMatrix(demanded, own, letters);
    const undecided = byRelevance(
      own,
      open.filter((one) => isOpenUnder(label, own, one)),
    );
    return {
      label,
      requirements: demanded,
      matrix,
      scatter: createScatter(results, label, own, letters),
      verdict: own ? scenarioVerdict(own, undecided) : null,
      reasons: decisionReasons(results, label),
      open: undecided,
    };
  });
}

/** Differences to a rejected candidate change nothing. */
function isOpenUnder(
  label: string,
  verdict: Verdict | undefined,
  { scenario, labels }: OpenQuestion,
): boolean {
  if (scenario !== null) return scenario === label;
  return !labels.some((name) => verdict?.rejected.some((one) => one.label === name));
}

/**
 * Orders open questions by what could change the answer: first those of the first candidate and of those tied with
 * it, then of others, and last of candidates shown to answer worse than the first.
 */
function byRelevance(verdict: Verdict | undefined, open: readonly OpenQuestion[]): OpenQuestion[] {
  const first = verdict?.order[0]?.label;
  if (verdict === undefined || first === undefined) return [...open];
  const near = new Set([first, ...verdict.tied]);
  const worse = new Map(verdict.needs_data.map(({ label, shown_worse }) => [label, shown_worse]));
  const behind = ({ labels }: OpenQuestion) =>
    labels.every((label) => worse.get(label) !== undefined) ? worse.get(labels[0] ?? '') : undefined;
  const rank = (one: OpenQuestion) =>
    one.labels.some((label) => near.has(label)) ? 0 : behind(one) !== undefined ? 2 : 1;
  return open
    .map((one) => ({ one, at: rank(one) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one, at }) => (at === 2 ? { ...one, decide: `${one.decide}; it ${behind(one)}` } : one));
}

/** The interval of the observed value, for a latency even if only one end is known; null if there is none. */
export function requirementRange({ kind, ci_low, ci_high }: Requirement): string | null {
  const unit = requirementUnit({ kind });
  if (ci_low !== null && ci_high !== null)
    return ci_low === ci_high ? null : formatRange(unit, ci_low, ci_high);
  if (!kind.endsWith('_ms')) return null;
  if (ci_low !== null) return `from ${unit(ci_low)}`;
  return ci_high === null ? null : `up to ${unit(ci_high)}`;
}

/** The result of a requirement, as the end of a sentence: `p95 of at most 9 ms: missed, 12 ms were observed.` */
export function requirementSentence({ says, status, reason, missing }: Requirement): string {
  const where = [...new Set(missing.map(missingFactLocation))];
  const came = STATUS_WORDS[status];
  // Reasons of unknown requirements already begin with these words.
  const how = reason.startsWith(`${came}:`) ? reason : `${came}, ${reason}`;
  return `${says}: ${how}${where.length > 0 ? ` (add it: ${where.join('; ')})` : ''}.`;
}

/** Where to add a missing fact; a JSON Pointer refers to the operator's own catalogue. */
export function missingFactLocation({ add }: Requirement['missing'][number]): string {
  return add.startsWith('/') ? `${add} of the file in CATALOG_FILE` : add;
}

function scenarioVerdict(verdict: Verdict, open: readonly OpenQuestion[]): ScenarioVerdict {
  const { sentences, order, share_of_weightings, weights, flip, answer = null, firmness, change } = verdict;
  const { incomplete = null } = verdict;
  return {
    sentences,
    weights,
    flip,
    answer,
    incomplete,
    firm: (answer === null ? sentences.slice(1, 2) : [incomplete, firmness, change]).filter(
      (one) => one != null,
    ),
    ...firmAndDoubt(verdict, open),
    order: order.map((row) => ({
      ...row,
      firstShare: share_of_weightings[row.label] ?? 0,
      front: row.on_front ? 'on the Pareto front' : `dominated by ${row.dominated_by.join(', ')}`,
    })),
  };
}

/**
 * For a decided answer, the doubt is what could put another candidate first; for an undecided one, what is undecided.
 */
function firmAndDoubt(
  { sentences, answer, firmness = null, change = null, flip, eligible, needs_data, winner, order }: Verdict,
  open: readonly OpenQuestion[],
): Pick<ScenarioVerdict, 'howFirm' | 'doubt' | 'shortDoubt'> {
  if (answer === undefined)
    return { howFirm: sentences[1] ?? null, doubt: sentences[2] ?? null, shortDoubt: null };
  if (eligible.length === 0) {
    if (needs_data.length === 0) return { howFirm: firmness, doubt: change, shortDoubt: null };
    const doubt = [firmness, change].filter((one) => one !== null).join(' ');
    return {
      howFirm: 'Not decided: no candidate is shown to meet every requirement.',
      doubt,
      shortDoubt: null,
    };
  }
  const first = order[0]?.label ?? '';
  const rival = needs_data.find(({ shown_worse }) => shown_worse === undefined);
  const lacking = rival && open.find(({ labels }) => labels.includes(rival.label));
  const comes = rival === undefined ? null : `${rival.label} lacks data and could still rank above ${first}`;
  const mayBeFirst = comes && `${comes}${lacking ? `: ${lacking.about}. ${lacking.decide}.` : '.'}`;
  // If intervals overlap, the weights decide between measured candidates, which matters more than unmeasured ones.
  const byWeights = flip === null ? null : change;
  const doubt = winner === null ? (byWeights ?? mayBeFirst) : (mayBeFirst ?? byWeights);
  const short = doubt !== null && doubt === mayBeFirst ? `${comes}.` : (doubt ?? change);
  return { howFirm: firmness, doubt: doubt ?? change, shortDoubt: short };
}
