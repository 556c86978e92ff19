import type { Schemas } from '@touchstone/client';
import { benchmarkName, requirementSentence } from '@touchstone/report';
import {
  COVERAGE_GAP,
  count,
  notMeasuredSentence,
  percent,
  plural,
  stoppedSentence,
} from '@touchstone/report/figures';

type Evaluation = Schemas['Evaluation'];
type Comparison = Schemas['Results']['comparisons'][number];

/** Conditions that fail a run, least strict first; see docs/how-to/ci.md. */
export const FAIL_ON_LEVELS = ['never', 'worse', 'insufficient', 'undecided'] as const;
export type FailOn = (typeof FAIL_ON_LEVELS)[number];

export const EXIT_CODES = { pass: 0, worse: 1, open: 2, error: 3 } as const;

export interface GateResult {
  readonly exitCode: number;
  /** The result in words: which targets are worse or miss a requirement. */
  readonly outcome: string;
  /** One line each, worst first. */
  readonly sentences: readonly string[];
}

/** Reasons of comparisons with too little data, whatever the scores. */
const INSUFFICIENT_DATA_REASONS = [
  'too_few_items',
  'too_few_clusters',
  'coverage_differs',
  'missing_answers',
  'no_interval',
  'not_measured',
  'other_model',
  'nothing_solved',
  'no_cost',
];

/**
 * Whether a pipeline may continue: compares the candidates with the baseline, score by score, and the baseline with
 * the requirements of every scenario. Insufficient are a target without a score, a single target with many unanswered
 * questions, and a requirement with unknown facts. Throws Error if the baseline is no target.
 */
export function judgeGate(
  { results, status, error_message, stop_reason }: Evaluation,
  baseline: string,
  failOn: FailOn,
): GateResult {
  if (status !== 'completed' || results === null || results.provisional) {
    const why = error_message ?? stop_reason ?? 'no reason was given';
    return {
      exitCode: EXIT_CODES.error,
      outcome: 'error',
      sentences: [`The evaluation ended as ${status}: ${why}`],
    };
  }
  if (!results.target_results.some(({ target_label }) => target_label === baseline)) {
    throw new Error(`The baseline "${baseline}" is not one of the targets.`);
  }
  if (results.no_worse !== undefined) return judgeNoWorse(results, results.no_worse, failOn);
  const compared = results.comparisons.filter((one) => isScore(one, results) && involves(one, baseline));
  const required = requirementsOf(results, baseline);
  const worse = compared.filter(({ winner }) => winner === baseline).map(sentence);
  const open = compared.filter(({ winner }) => winner === 'undecided');
  const lacking = open.filter(({ reason }) => INSUFFICIENT_DATA_REASONS.includes(reason)).map(sentence);
  lacking.push(...withoutScore(results), ...required('unknown'));
  // If two targets are compared, the comparison itself considers missing responses.
  if (compared.length === 0) lacking.push(...unansweredScores(results, baseline));
  const undecided = open.filter(({ reason }) => !INSUFFICIENT_DATA_REASONS.includes(reason)).map(sentence);
  undecided.push(...required('inconclusive'));
  const missing = { who: 'the baseline', sentences: required('fail') };
  return toGateResult(
    { notMeasured: incompletelyMeasured(results), worse, missing, lacking, undecided },
    failOn,
  );
}

/** Judges question `no_worse`, for which requirements of scenarios decide too. */
function judgeNoWorse(
  results: Schemas['Results'],
  { measures, candidates }: NonNullable<Schemas['Results']['no_worse']>,
  failOn: FailOn,
): GateResult {
  const of = (outcome: string) => measures.filter((one) => one.outcome === outcome);
  const isLacking = ({ reason }: (typeof measures)[number]) => INSUFFICIENT_DATA_REASONS.includes(reason);
  const said = ({ sentence: one }: { sentence: string }) => one;
  const required = (status: Parameters<ReturnType<typeof requirementsOf>>[0]) =>
    candidates.flatMap(({ target_label }) => requirementsOf(results, target_label)(status));
  return toGateResult(
    {
      notMeasured: incompletelyMeasured(results),
      worse: of('worse').map(said),
      missing: { who: 'a candidate', sentences: required('fail') },
      lacking: [
        ...of('undecided').filter(isLacking).map(said),
        ...withoutScore(results),
        ...required('unknown'),
      ],
      undecided: [
        ...of('undecided')
          .filter((one) => !isLacking(one))
          .map(said),
        ...required('inconclusive'),
      ],
    },
    failOn,
  );
}

interface GateFindings {
  /** Targets that were not measured, or were stopped. */
  readonly notMeasured: readonly string[];
  /** Candidates that are worse than the baseline. */
  readonly worse: readonly string[];
  /** Missed requirements by candidate. */
  readonly missing: { readonly who: string; readonly sentences: readonly string[] };
  readonly lacking: readonly string[];
  readonly undecided: readonly string[];
}

function toGateResult(
  { notMeasured, worse, missing, lacking, undecided }: GateFindings,
  failOn: FailOn,
): GateResult {
  const sentences = [...notMeasured, ...worse, ...missing.sentences, ...lacking, ...undecided];
  const strictness = FAIL_ON_LEVELS.indexOf(failOn);
  const failed = [
    ...(worse.length > 0 ? ['a candidate is worse'] : []),
    ...(missing.sentences.length > 0 ? [`${missing.who} misses a requirement`] : []),
  ];
  if (failed.length > 0 && strictness >= FAIL_ON_LEVELS.indexOf('worse'))
    return { exitCode: EXIT_CODES.worse, outcome: failed.join(', and '), sentences };
  const failsOpen =
    (notMeasured.length > 0 && strictness >= FAIL_ON_LEVELS.indexOf('worse')) ||
    (lacking.length > 0 && strictness >= FAIL_ON_LEVELS.indexOf('insufficient')) ||
    (undecided.length > 0 && strictness >= FAIL_ON_LEVELS.indexOf('undecided'));
  return failsOpen
    ? {
        exitCode: EXIT_CODES.open,
        outcome:
          notMeasured.length > 0 ? 'a target was not measured completely' : 'undecided or insufficient',
        sentences,
      }
    : { exitCode: EXIT_CODES.pass, outcome: 'pass', sentences };
}

const sentence = (one: Comparison) => `${benchmarkName(one.metric)}: ${one.sentence}`;
/** Excludes figures of the run, and comparisons with a scenario's limit, which `requirements` covers. */
const isScore = ({ metric }: Comparison, { intervals }: Schemas['Results']) =>
  intervals.some(({ benchmark }) => benchmark === metric);
const involves = ({ target_a, target_b }: Comparison, label: string) =>
  target_a === label || target_b === label;

/**
 * Targets that were not measured as requested (no call was answered, or most by another model), and those that were
 * stopped: a comparison with them would be incomplete.
 */
const incompletelyMeasured = ({ not_measured = [], stopped = [] }: Schemas['Results']) => [
  ...not_measured.map((one) => notMeasuredSentence(one.target_label, one)),
  ...stopped.map((one) => stoppedSentence(one.target_label, one)),
];

/** Targets without a score, and those that score 0 because the default grader could read none of their responses. */
function withoutScore({ intervals, not_measured = [], grader_fit = [] }: Schemas['Results']): string[] {
  const isSilent = (label: string) => not_measured.some(({ target_label }) => target_label === label);
  const missing = intervals
    .filter(({ score, target_label }) => score === null && !isSilent(target_label))
    .map(({ benchmark, target_label }) => `${benchmarkName(benchmark)}: ${target_label} has no score.`);
  const unread = grader_fit
    .filter(({ targets }) => targets.some((one) => one.scored > 0 && one.unread === one.scored))
    .map((one) => one.sentence);
  return [...missing, ...unread];
}

/** Scores of a target with many unanswered questions: failed, pending, or truncated before an answer. */
function unansweredScores({ coverage, intervals }: Schemas['Results'], label: string): string[] {
  return coverage
    .filter(({ target_label }) => target_label === label)
    .filter(({ benchmark }) => intervals.some((one) => one.benchmark === benchmark && one.score !== null))
    .flatMap(({ benchmark, units, failed, pending, cut_off = 0 }) => {
      const missing = failed + pending + cut_off;
      if (missing <= COVERAGE_GAP * units) return [];
      const why = cut_off === 0 ? '' : `; the token limit (max_tokens) cut off ${count(cut_off)} of them`;
      const share = `${count(missing)} of ${plural(units, 'question')} (${percent(missing / units)})`;
      return [`${benchmarkName(benchmark)}: ${label} left ${share} without an answer${why}.`];
    });
}

/** The requirements of one target with the given status, in sentences. */
function requirementsOf({ requirements = [] }: Schemas['Results'], label: string) {
  return (status: (typeof requirements)[number]['status']): string[] =>
    requirements
      .filter((one) => one.target_label === label && one.status === status)
      .map((one) => `${one.scenario_label}: ${label}, ${requirementSentence(one)}`);
}
