import { choose, DEFAULT_WEIGHTS, type Weights } from './choose.ts';
import { criteriaOf, toEligibleCandidate } from './eligible-candidates.ts';
import { type Finding, judgeRequirement } from './judge-requirement.ts';
import { nearestMisses } from './nearest-misses.ts';
import { verdictSentences } from './sentences.ts';
import { type Requirement, requirementsOf } from './slo-limits.ts';
import type {
  Candidate,
  Excluded,
  JudgedRequirement,
  ScenarioLimits,
  ScenarioVerdict,
} from './verdict-shape.ts';

export interface Verdict {
  readonly requirements: readonly JudgedRequirement[];
  readonly scenarios: readonly ScenarioVerdict[];
}

export interface VerdictInput {
  readonly candidates: readonly Candidate[];
  readonly scenarios: readonly ScenarioLimits[];
  readonly weights?: Weights;
  /** For the weightings that are drawn. */
  readonly seed: number;
}

/**
 * Every candidate held against every scenario: hard requirements first, then the Pareto front among those that pass
 * them all, then an order by weights that are anchored in the scenario, and how far that order can be trusted.
 */
export function decideVerdict({
  candidates,
  scenarios,
  weights = DEFAULT_WEIGHTS,
  seed,
}: VerdictInput): Verdict {
  const verdicts = scenarios.map((bar) => decideScenario(bar, candidates, weights, seed));
  return {
    requirements: verdicts.flatMap(({ judged }) => judged.flatMap(({ requirements }) => requirements)),
    scenarios: verdicts.map(({ verdict }) => verdict),
  };
}

interface Judged {
  candidate: Candidate;
  label: string;
  requirements: JudgedRequirement[];
}

function decideScenario(
  bar: ScenarioLimits,
  candidates: readonly Candidate[],
  weights: Weights,
  seed: number,
) {
  const requirements = requirementsOf(bar.scenario, bar.label);
  const judged = candidates.map((candidate) => judgeCandidate(candidate, bar, requirements));
  const isRejected = ({ requirements: all }: Judged) => all.some(({ status }) => status === 'fail');
  const isEligible = ({ requirements: all }: Judged) => all.every(({ status }) => status === 'pass');
  const eligible = judged.filter(isEligible);
  const criteria = criteriaOf(
    requirements,
    candidates.some(({ quality }) => quality !== null),
  );
  // Where nothing that is weighed here has a weight, the usual ones order, and the verdict shows them.
  const isWeighed = criteria.some((criterion) => weights[criterion] > 0);
  const ordered = eligible.map(({ candidate, label, requirements: all }) =>
    toEligibleCandidate(label, all, candidate.observed[bar.label] ?? {}, candidate.quality),
  );
  const facts = {
    scenario_label: bar.label,
    eligible: eligible.map(({ label }) => label),
    needs_data: judged.filter((one) => !isEligible(one) && !isRejected(one)).map(excluded),
    rejected: judged.filter(isRejected).map(excluded),
    nearest_misses: eligible.length === 0 ? nearestMisses(judged) : [],
    ...choose(ordered, criteria, isWeighed ? weights : DEFAULT_WEIGHTS, seed),
  };
  return { judged, verdict: { ...facts, sentences: verdictSentences(facts) } };
}

function judgeCandidate(
  candidate: Candidate,
  bar: ScenarioLimits,
  requirements: readonly Requirement[],
): Judged {
  const observed = candidate.observed[bar.label] ?? {};
  const judged = requirements.map((requirement) => {
    const finding = judgeRequirement(requirement, bar.scenario, observed);
    const labels = { target_label: candidate.label, scenario_label: bar.label };
    // Results name a certificate in `requirement` alone.
    const { certificate: _, ...stated } = requirement;
    return { ...labels, ...stated, ...finding, margin: marginOf(requirement, finding) };
  });
  return { candidate, label: candidate.label, requirements: judged };
}

function marginOf({ limit, direction }: Requirement, { observed }: Finding): number | null {
  if (limit === null || limit === 0 || observed === null) return null;
  return direction === 'lower' ? (limit - observed) / limit : (observed - limit) / limit;
}

/** A rejected candidate by what it fails, any other by what is open. */
function excluded({ label, requirements }: Judged): Excluded {
  const failed = requirements.filter(({ status }) => status === 'fail');
  const open = failed.length > 0 ? failed : requirements.filter(({ status }) => status !== 'pass');
  return {
    label,
    reasons: open.map(({ requirement, status, reason }) => `${requirement} ${status}: ${reason}`),
  };
}
