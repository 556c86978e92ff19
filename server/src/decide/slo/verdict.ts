import type { FieldError } from '../../kernel/errors.ts';
import { chooseCandidate, DEFAULT_WEIGHTS, type Weights } from './choose.ts';
import { anchoredCriteria, toEligibleCandidate } from './eligible-candidates.ts';
import { judgeRequirement, type RequirementFinding } from './judge-requirement.ts';
import { nearestMisses } from './nearest-misses.ts';
import {
  NO_PROVEN_DIFFERENCES,
  type ProvenDifference,
  type ProvenDifferences,
  verdictSentences,
  verdictWords,
} from './sentences.ts';
import { nounOfRequirement, type Requirement, requirementsOf } from './slo-limits.ts';
import type {
  Candidate,
  ExcludedCandidate,
  JudgedRequirement,
  ScenarioLimits,
  ScenarioVerdict,
} from './verdict-shape.ts';

export interface Verdict {
  readonly requirements: readonly JudgedRequirement[];
  readonly scenarios: readonly ScenarioVerdict[];
}

interface VerdictInput {
  readonly candidates: readonly Candidate[];
  readonly scenarios: readonly ScenarioLimits[];
  readonly weights?: Weights;
  /** Proven score differences, item by item. */
  readonly shown?: ProvenDifferences;
  /** Seed of the drawn weightings. */
  readonly seed: number;
}

/**
 * Compares every candidate with every scenario: first the requirements, then the Pareto front among the candidates
 * that pass them all, then an order by weights anchored in the scenario, and how certain that order is.
 */
export function decideVerdict({
  candidates,
  scenarios,
  weights = DEFAULT_WEIGHTS,
  shown = NO_PROVEN_DIFFERENCES,
  seed,
}: VerdictInput): Verdict {
  const verdicts = scenarios.map((limits) => decideScenario(limits, { candidates, weights, shown, seed }));
  return {
    requirements: verdicts.flatMap(({ judged }) => judged.flatMap(({ requirements }) => requirements)),
    scenarios: verdicts.map(({ verdict }) => verdict),
  };
}

interface JudgedCandidate {
  candidate: Candidate;
  label: string;
  requirements: JudgedRequirement[];
}

function decideScenario(
  limits: ScenarioLimits,
  { candidates, weights, shown, seed }: Required<Omit<VerdictInput, 'scenarios'>>,
) {
  const requirements = requirementsOf(limits.scenario, limits.label);
  const all = candidates.map((candidate) => judgeCandidate(candidate, limits, requirements));
  const judged = all.filter(({ candidate }) => candidate.not_measured === undefined);
  const measured = judged.map(({ candidate }) => candidate);
  const notMeasured = candidates.flatMap(({ label, not_measured: reason }) =>
    reason === undefined ? [] : [{ label, reason }],
  );
  const isRejected = ({ requirements: own }: JudgedCandidate) => own.some(({ status }) => status === 'fail');
  const isEligible = ({ requirements: own }: JudgedCandidate) => own.every(({ status }) => status === 'pass');
  const eligible = judged.filter(isEligible);
  const criteria = anchoredCriteria(
    requirements,
    measured.some(({ quality }) => quality !== null),
  );
  // If no weighed criterion has a weight, the default weights order, and the verdict shows them.
  const isWeighed = criteria.some((criterion) => weights[criterion] > 0);
  const ordered = eligible.map(({ candidate, label, requirements: own }) => ({
    ...toEligibleCandidate(label, own, candidate.observed[limits.label] ?? {}, candidate.quality),
    answers_worse_than: betterThan(label, shown.proven),
  }));
  const findings = {
    scenario_label: limits.label,
    eligible: eligible.map(({ label }) => label),
    needs_data: judged.filter((one) => !isEligible(one) && !isRejected(one)).map(describeExcluded),
    rejected: judged.filter(isRejected).map(describeExcluded),
    not_measured: notMeasured,
    nearest_misses: eligible.length === 0 ? nearestMisses(judged) : [],
    ...chooseCandidate(ordered, criteria, isWeighed ? weights : DEFAULT_WEIGHTS, seed),
  };
  const words = verdictWords(
    findings,
    judged.flatMap(({ requirements: own }) => own),
    ordered,
    measured,
    shown,
  );
  return { judged: all, verdict: { ...findings, ...words, sentences: verdictSentences(words) } };
}

/** The candidates shown to answer better than this one on some benchmark and worse on none. */
function betterThan(label: string, proven: readonly ProvenDifference[]): string[] {
  const beaten = proven.filter(({ better }) => better === label).map(({ worse }) => worse);
  const better = proven.filter(({ worse }) => worse === label).map((one) => one.better);
  return better.filter((other) => !beaten.includes(other));
}

function judgeCandidate(
  candidate: Candidate,
  limits: ScenarioLimits,
  requirements: readonly Requirement[],
): JudgedCandidate {
  const observed = candidate.observed[limits.label] ?? {};
  const judged = requirements.map((requirement) => {
    const finding = judgeRequirement(requirement, limits.scenario, observed);
    const labels = { target_label: candidate.label, scenario_label: limits.label };
    // Results contain the name of a certificate only in `requirement`.
    const { certificate: _, ...stated } = requirement;
    return { ...labels, ...stated, ...finding, margin: relativeMargin(requirement, finding) };
  });
  return { candidate, label: candidate.label, requirements: judged };
}

function relativeMargin({ limit, direction }: Requirement, { observed }: RequirementFinding): number | null {
  if (limit === null || limit === 0 || observed === null) return null;
  return direction === 'lower' ? (limit - observed) / limit : (observed - limit) / limit;
}

/** Reasons of exclusion: failed requirements of a rejected candidate, undecided ones of any other. */
function describeExcluded({ label, requirements }: JudgedCandidate): ExcludedCandidate {
  const failed = requirements.filter(({ status }) => status === 'fail');
  const open = failed.length > 0 ? failed : requirements.filter(({ status }) => status !== 'pass');
  return {
    label,
    reasons: open.map((one) => `${nounOfRequirement(one)}: ${one.reason}`),
  };
}

/**
 * Why no verdict is possible for these targets; empty if one is. `at` returns the pointer of each scenario's target.
 */
export function definitionProblems(
  scenarios: readonly (ScenarioLimits & { readonly at: string })[],
  candidates: number,
): FieldError[] {
  const [first] = scenarios;
  const alone =
    first && candidates === 0
      ? [
          {
            pointer: '/targets',
            detail: 'contain only scenarios; add a stack or a model to check against their limits',
          },
        ]
      : [];
  const empty = scenarios.flatMap(({ at, label, scenario }) =>
    requirementsOf(scenario, label).length > 0
      ? []
      : [
          {
            pointer: `${at}/target_id`,
            detail: `is the scenario "${label}", which has no requirement; set a limit in slo_requirements, budget, compliance, vendor_lock_in_tolerance or quality`,
          },
        ],
  );
  return [...alone, ...empty];
}

/** A comparison of a candidate with the limit of a scenario on one metric. */
interface LimitComparison {
  readonly target_a: string;
  readonly target_b: string;
  readonly metric: string;
  /** The observed value minus the limit. */
  readonly delta: number;
  readonly ci_low: number | null;
  readonly ci_high: number | null;
  /** The candidate if it passes, the scenario if it fails, otherwise undecided. */
  readonly winner: string;
  readonly direction: 'lower' | 'higher';
  /** The status of the requirement, such as `requirement_pass`. */
  readonly reason: string;
  readonly n: number | null;
  readonly n_needed: number | null;
}

/** Every requirement with a number on both sides, as a comparison of candidate and scenario. */
export function limitComparisons(requirements: readonly JudgedRequirement[]): LimitComparison[] {
  return requirements.flatMap((one) => {
    const { target_label, scenario_label, metric, limit, observed, direction, n } = one;
    if (limit === null || observed === null) return [];
    const beyond = (value: number | null) => (value === null ? null : value - limit);
    const winner = {
      pass: target_label,
      fail: scenario_label,
      inconclusive: 'undecided',
      unknown: 'undecided',
    };
    return [
      {
        target_a: target_label,
        target_b: scenario_label,
        metric,
        delta: observed - limit,
        ci_low: beyond(one.ci_low),
        ci_high: beyond(one.ci_high),
        winner: winner[one.status],
        direction,
        reason: `requirement_${one.status}`,
        n,
        n_needed: one.samples_needed,
      },
    ];
  });
}
