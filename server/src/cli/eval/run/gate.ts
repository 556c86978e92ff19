import type { Schemas } from '@touchstone/client';
import { benchmarkName, requirementSentence } from '@touchstone/report';

type Evaluation = Schemas['Evaluation'];
type Comparison = Schemas['Results']['comparisons'][number];

/** What makes a run fail, the least strict first: see docs/eval-cli.md. */
export const FAIL_ON = ['never', 'worse', 'insufficient', 'undecided'] as const;
export type FailOn = (typeof FAIL_ON)[number];

export const EXIT = { pass: 0, worse: 1, open: 2, error: 3 } as const;

export interface GateResult {
  readonly exitCode: number;
  /** One line each, worst first. */
  readonly sentences: readonly string[];
}

/** Reasons of a comparison that had too little to compare, whatever the scores. */
const INSUFFICIENT = [
  'too_few_items',
  'too_few_clusters',
  'coverage_differs',
  'missing_answers',
  'no_interval',
  'not_measured',
  'nothing_solved',
  'no_cost',
];

/**
 * Whether a pipeline may go on: compares the candidates with the baseline, score by score, and the baseline with what
 * every scenario requires. A target without a score and a requirement whose facts are not known
 * are insufficient. Throws Error where the baseline is no target.
 */
export function judgeGate(
  { results, status, error_message, stop_reason }: Evaluation,
  baseline: string,
  failOn: FailOn,
): GateResult {
  if (status !== 'completed' || results === null || results.provisional) {
    const why = error_message ?? stop_reason ?? 'no reason was given';
    return { exitCode: EXIT.error, sentences: [`The evaluation ended as ${status}: ${why}`] };
  }
  if (!results.target_results.some(({ target_label }) => target_label === baseline)) {
    throw new Error(`The baseline "${baseline}" is not one of the targets.`);
  }
  if (results.no_worse !== undefined) return judgeNoWorse(results, results.no_worse, failOn);
  const compared = results.comparisons.filter((one) => isScore(one, results) && involves(one, baseline));
  const required = requirementsOf(results, baseline);
  const worse = [...compared.filter(({ winner }) => winner === baseline).map(sentence), ...required('fail')];
  const open = compared.filter(({ winner }) => winner === 'undecided');
  const lacking = open.filter(({ reason }) => INSUFFICIENT.includes(reason)).map(sentence);
  lacking.push(...withoutScore(results), ...required('unknown'));
  const undecided = open.filter(({ reason }) => !INSUFFICIENT.includes(reason)).map(sentence);
  undecided.push(...required('inconclusive'));
  return resultOf({ worse, lacking, undecided }, failOn);
}

/** The same of the question which candidates are no worse; what scenarios require of these decides too. */
function judgeNoWorse(
  results: Schemas['Results'],
  { measures, candidates }: NonNullable<Schemas['Results']['no_worse']>,
  failOn: FailOn,
): GateResult {
  const of = (outcome: string) => measures.filter((one) => one.outcome === outcome);
  const isLacking = ({ reason }: (typeof measures)[number]) => INSUFFICIENT.includes(reason);
  const said = ({ sentence: one }: { sentence: string }) => one;
  const required = (status: Parameters<ReturnType<typeof requirementsOf>>[0]) =>
    candidates.flatMap(({ target_label }) => requirementsOf(results, target_label)(status));
  return resultOf(
    {
      worse: [...of('worse').map(said), ...required('fail')],
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

function resultOf(
  { worse, lacking, undecided }: Record<'worse' | 'lacking' | 'undecided', readonly string[]>,
  failOn: FailOn,
): GateResult {
  const sentences = [...worse, ...lacking, ...undecided];
  const strictness = FAIL_ON.indexOf(failOn);
  if (worse.length > 0 && strictness >= FAIL_ON.indexOf('worse')) return { exitCode: EXIT.worse, sentences };
  const failsOpen =
    (lacking.length > 0 && strictness >= FAIL_ON.indexOf('insufficient')) ||
    (undecided.length > 0 && strictness >= FAIL_ON.indexOf('undecided'));
  return { exitCode: failsOpen ? EXIT.open : EXIT.pass, sentences };
}

const sentence = (one: Comparison) => `${benchmarkName(one.metric)}: ${one.sentence}`;
/** Neither a figure of the run nor a comparison with a scenario's limit, which `requirements` covers. */
const isScore = ({ metric }: Comparison, { intervals }: Schemas['Results']) =>
  intervals.some(({ benchmark }) => benchmark === metric);
const involves = ({ target_a, target_b }: Comparison, label: string) =>
  target_a === label || target_b === label;

function withoutScore({ intervals }: Schemas['Results']): string[] {
  return intervals
    .filter(({ score }) => score === null)
    .map(({ benchmark, target_label }) => `${benchmarkName(benchmark)}: ${target_label} has no score.`);
}

/** The requirements of one target that have a status, in sentences. */
function requirementsOf({ requirements = [] }: Schemas['Results'], label: string) {
  return (status: (typeof requirements)[number]['status']): string[] =>
    requirements
      .filter((one) => one.target_label === label && one.status === status)
      .map((one) => `${one.scenario_label}: ${label}, ${requirementSentence(one)}`);
}
