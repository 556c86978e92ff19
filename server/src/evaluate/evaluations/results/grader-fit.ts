import { count, joinNames, percent, plural } from '@touchstone/report/figures';
import { nameInSentence, scoreName } from '../../../decide/slo/slo.ts';
import type { PlannedBenchmark } from '../kinds/shapes.ts';
import { hasScores, isPartScore, type Plan } from '../plan/plan.ts';
import type { Comparison, GraderFit, Results } from '../schemas/result-schemas.ts';
import {
  type Aggregate,
  type Cell,
  countLenientDifferences,
  lenientReadings,
  withLenientScores,
} from './aggregate.ts';

/**
 * Whether the form of a response is part of what a benchmark measures, so that a lenient reading decides nothing:
 * published rules are kept, because their scores are compared with published ones.
 */
export function isFormMeasured({ data = [] }: PlannedBenchmark): boolean {
  return data.some(({ address }) => address !== null);
}

/** Maximum number of example responses for each benchmark. */
const MAX_EXAMPLES = 3;

/**
 * The units of the example responses of each benchmark: most from the target with the most such responses, and one
 * from another.
 */
export function exampleUnits(plan: Plan, { cells }: Pick<Aggregate, 'cells'>): number[] {
  return plan.benchmarks.flatMap((benchmark, at) => {
    if (isPartScore(benchmark)) return [];
    const [most, next] = (cells[at] ?? [])
      .map(lenientReadings)
      .filter((readings) => readings.length > 0)
      .map((readings) => ({
        responses: readings.reduce((sum, { responses }) => sum + responses, 0),
        units: readings.toSorted((a, b) => b.responses - a.responses).flatMap(({ units }) => units),
      }))
      .toSorted((a, b) => b.responses - a.responses);
    const others = next?.units.slice(0, 1) ?? [];
    return [...(most?.units.slice(0, MAX_EXAMPLES - others.length) ?? []), ...others];
  });
}

/** How well graders fit the responses, for each benchmark where a lenient reading scores some differently. */
export function graderFit(
  plan: Plan,
  { cells, examples }: Pick<Aggregate, 'cells' | 'examples'>,
  comparisons: readonly Comparison[],
): GraderFit[] {
  const { targets, benchmarks } = plan;
  return benchmarks.flatMap((benchmark, at) => {
    const own = targets.map(({ label }, i) => ({ label, cell: cells[at]?.[i] as Cell }));
    const isReadAlike = own.every(({ cell }) => lenientReadings(cell).length === 0);
    if (!hasScores(benchmark) || isReadAlike) return [];
    const { key } = benchmark;
    const shown = examples.filter((one) => one.benchmark === key).map(({ benchmark: _, ...one }) => one);
    const figures = {
      benchmark: key,
      graders: [...gradersOf(own, shown)].toSorted(),
      targets: own.map(({ label, cell }) => ({
        target_label: label,
        scored: cell.counts.scored,
        responses: countLenientDifferences(cell),
        ...unreadOf(cell),
        score: meanOf(cell),
        lenient_score: meanOf(withLenientScores(cell)),
      })),
      undecided: comparisons.some(({ metric, reason }) => metric === key && reason === 'depends_on_grader'),
      ...(isFormMeasured(benchmark) && { decides_by_form: true as const }),
      examples: shown,
    };
    return [{ ...figures, sentence: sentenceOf(figures) }];
  });
}

/**
 * The graders of all responses that a lenient reading scores differently, or of the examples if their versions are
 * unknown.
 */
const gradersOf = (targets: readonly { cell: Cell }[], shown: readonly { grader: string }[]): Set<string> =>
  new Set([
    ...targets.flatMap(({ cell }) => lenientReadings(cell).flatMap((one) => [...one.graders])),
    ...shown.map(({ grader }) => grader),
  ]);

/** The score under a lenient reading; empty if it is equal or may not decide. */
export function lenientScoreOf(
  benchmark: PlannedBenchmark,
  cell: Cell,
): Pick<Results['intervals'][number], 'lenient_score'> {
  const read = withLenientScores(cell);
  const score = isFormMeasured(benchmark) || read === cell ? null : meanOf(read);
  return score === null ? {} : { lenient_score: score };
}

/** Responses scored differently by a lenient reading in which an automatically chosen grader found no answer. */
function unreadOf({ unread }: Cell): Pick<GraderFit['targets'][number], 'unread'> {
  return unread === undefined ? {} : { unread: unread.responses };
}

function meanOf({ scores }: Cell): number | null {
  const known = scores.filter((score) => !Number.isNaN(score));
  return known.length === 0 ? null : known.reduce((sum, score) => sum + score, 0) / known.length;
}

function sentenceOf({
  benchmark,
  targets,
  undecided,
  graders,
  decides_by_form,
}: Omit<GraderFit, 'sentence'>): string {
  const own = targets.filter(({ responses }) => responses > 0).toSorted((a, b) => b.responses - a.responses);
  const who = own.map(
    ({ target_label, responses, scored, score, lenient_score, unread = 0 }) =>
      `${count(responses)} of ${plural(scored, 'response')} of ${nameInSentence(target_label)} (${percent(score ?? 0)} would be ${unread === 0 ? '' : 'at most '}${percent(lenient_score ?? 0)})`,
  );
  const by = graders.length === 0 ? 'the grader' : joinNames(graders);
  const unread = targets.reduce((sum, one) => sum + (one.unread ?? 0), 0);
  const found = `On ${nameInSentence(scoreName(benchmark))}, a lenient reading (${unread === 0 ? CONTAINS_QUESTION : `${CONTAINS_QUESTION} Or was no answer found in it?`}) scores ${joinNames(who, 4)} differently from ${by}.`;
  if (decides_by_form === true) return `${found} The published reading rule decides.`;
  const outcome = undecided ? ' The outcome differs under that reading, so none is named.' : '';
  const all = own.reduce((sum, { responses }) => sum + responses, 0);
  const advice = [
    ...(unread === 0 ? [] : [describeUnread(unread, by)]),
    ...(unread === all ? [] : [WHAT_TO_DO]),
  ];
  return `${found}${outcome} ${advice.join(' ')}`;
}

const CONTAINS_QUESTION = 'does it contain the expected answer in any form?';

/** The question that a person should answer about such responses. */
const describeUnread = (unread: number, by: string) =>
  `In ${plural(unread, 'response')} ${by}, the default grader, found neither the expected answer nor another one. They may be wrong, or right in other words, which a judge can decide (custom_eval). To count them as wrong, name the grader in the dataset.`;

const WHAT_TO_DO =
  'Read the examples. If they are right, list other right wordings in expected (a list of texts), choose a suitable grader (contains with whole_words finds a phrase in a sentence, label one of few labels), use a judge (custom_eval), or request a last line "Answer: …" in each question, and evaluate again. If the form of the answer matters, set format_counts: true in the options of the grader.';

/** The findings as warnings. */
export const graderFitWarnings = ({ grader_fit = [] }: Pick<Results, 'grader_fit'>): string[] =>
  grader_fit.map(({ sentence }) => sentence);
