import {
  count,
  createFigureWriter,
  formatExact,
  joinNames,
  percent,
  points,
  usd,
} from '@touchstone/report/figures';
import {
  describeIncomplete,
  type IncompleteMeasurement,
  nameInSentence,
  ONLY_SMOKE_TESTS_REASON,
  scoreName,
} from '../../../decide/slo/slo.ts';
import { MIN_ITEMS_TO_DECIDE } from '../../../measure/statistics/statistics.ts';
import { comparesTargets, hasOnlySmokeTests, type Plan } from '../plan/plan.ts';
import { silentJudgeSentences } from '../plan/silent-judges.ts';
import type { Comparison, Results } from '../schemas/result-schemas.ts';

type Figures = Omit<Results, 'overall_summary'>;
type Verdict = NonNullable<Results['verdict']>[number];

const MAX_SENTENCES = 5;

/**
 * The answer in at most five sentences, whose figures are all in the results. No model writes it. With one scenario
 * it is the complete verdict, with several the answer of each; without a scenario, the best candidate on each
 * benchmark. Incomplete measurements follow the answers, or come first if there are none.
 */
export function summariseResults(
  plan: Plan,
  figures: Figures,
  incomplete: readonly IncompleteMeasurement[] = [],
): string {
  if (figures.no_worse && !figures.provisional)
    return summariseNoWorse(plan, figures.no_worse, figures, incomplete);
  const answers = figures.provisional
    ? ['Provisional: measurements are missing, so no winner is named.']
    : answersOf(figures.verdict ?? [], incomplete);
  // A single verdict already mentions smoke tests.
  const smoke = figures.provisional || figures.verdict?.length === 1 ? [] : smokeTestSentences(plan);
  const cost = [...silentJudgeSentences(figures), ...smoke, ...costSentences(figures)];
  // The answer of a verdict may contain a full stop and count as two sentences.
  const said = answers.length + (figures.verdict?.length === 1 ? 1 : 0);
  const room = Math.max(0, MAX_SENTENCES - said - cost.length);
  const benchmarks = plan.benchmarks
    .filter(comparesTargets)
    .map(({ key }) => benchmarkSentence(key, figures, plan.methodology.margin));
  const rest = [...withinRoom(benchmarks, room), ...cost].slice(0, Math.max(0, MAX_SENTENCES - said));
  return [...answers, ...rest].join(' ');
}

/** First the outcome of the question, then the answers of scenarios as far as there is room. */
function summariseNoWorse(
  plan: Plan,
  { candidates }: NonNullable<Figures['no_worse']>,
  figures: Figures,
  incomplete: readonly IncompleteMeasurement[],
): string {
  const cost = [...incompleteSentences(incomplete), ...smokeTestSentences(plan), ...costSentences(figures)];
  const verdicts = figures.verdict ?? [];
  // The outcome for each candidate precedes costs.
  const most = Math.max(2, MAX_SENTENCES - cost.length - Math.min(1, verdicts.length));
  const shown = candidates.length > most ? candidates.slice(0, most - 1) : candidates;
  const left = candidates.length - shown.length;
  const said = [
    ...shown.map(({ sentence }) => sentence),
    ...(left > 0 ? [`The results include ${count(left)} more candidates.`] : []),
  ];
  // The answer of a verdict may contain a full stop and count as two sentences.
  const room = MAX_SENTENCES - said.length - cost.length;
  const answers = verdicts.length > 0 && room >= verdicts.length ? verdicts.map(answerFor) : [];
  return [...said, ...answers, ...cost].join(' ');
}

/** The sentences that fit; if some do not, the last one says how many. */
function withinRoom(sentences: readonly string[], room: number): string[] {
  if (sentences.length <= room) return [...sentences];
  if (room < 1) return [];
  const left = sentences.length - (room - 1);
  return [...sentences.slice(0, room - 1), `The results include ${count(left)} more benchmarks.`];
}

const smokeTestSentences = (plan: Plan) => (hasOnlySmokeTests(plan) ? [ONLY_SMOKE_TESTS_REASON] : []);

const incompleteSentences = (incomplete: readonly IncompleteMeasurement[]) =>
  incomplete.length === 0 ? [] : [describeIncomplete(incomplete)];

function answersOf(verdicts: readonly Verdict[], incomplete: readonly IncompleteMeasurement[]): string[] {
  const [only, ...others] = verdicts;
  if (only === undefined) return incompleteSentences(incomplete);
  if (others.length === 0) return only.sentences;
  const most = MAX_SENTENCES - 1 - incompleteSentences(incomplete).length;
  const shown = verdicts.length > most ? verdicts.slice(0, most - 1) : verdicts;
  const left = verdicts.length - shown.length;
  return [
    ...shown.map(answerFor),
    ...(left > 0 ? [`The results include ${count(left)} more scenarios.`] : []),
    ...incompleteSentences(incomplete),
  ];
}

/** The answer for one of several scenarios, as one sentence. */
function answerFor(verdict: Verdict): string {
  const { scenario_label, answer = '' } = verdict;
  const lead = leadOf(verdict);
  const rest = answer
    .slice(lead.length)
    .trim()
    .replace(/^(?:It|None of|Of|The nearest)(?= )/, lowerFirstLetter);
  return `For ${nameInSentence(scenario_label)}, ${lead.slice(0, -1).replace(/^\p{Lu}/u, lowerFirstLetter)}${rest === '' ? '.' : `; ${rest}`}`;
}

/** The first sentence of an answer, which names the first or tied candidates; names may contain full stops. */
function leadOf({ answer = '', order: [first] }: Verdict): string {
  const take = `Take ${nameInSentence(first?.label ?? '')}.`;
  if (first !== undefined && answer.startsWith(take)) return take;
  const afterNames = Math.max(0, answer.search(/, which are tied|, but this depends on the grader/));
  return answer.slice(0, answer.indexOf('.', afterNames) + 1);
}

const lowerFirstLetter = (words: string) => words.toLowerCase();

/** The best candidates of a benchmark: those that no other was shown to beat. */
function benchmarkSentence(
  key: string,
  { intervals, comparisons, provisional, not_measured = [] }: Figures,
  margin: number,
): string {
  const isSilent = (label: string) => not_measured.some(({ target_label }) => target_label === label);
  const scores = intervals
    .filter(({ benchmark }) => benchmark === key)
    // Scores of responses from another model do not count for this target.
    .map((one) => (isSilent(one.target_label) ? { ...one, score: null } : one))
    .sort((a, b) => certainScore(b) - certainScore(a));
  const on = nameInSentence(scoreName(key));
  const compared = comparisons.filter(({ metric }) => metric === key);
  // A candidate that was measured alone is not compared.
  const isAlone = scores.filter(({ score }) => score !== null).length === 1;
  if (provisional || compared.length === 0 || isAlone) {
    return `On ${on}, ${scoresListed(scores, 3)}${provisional ? ' so far' : ''}.`;
  }
  const best = scores.filter(
    ({ score, target_label }) => score !== null && !isBeaten(target_label, compared),
  );
  const silent = scores.filter(({ score }) => score === null);
  const unscored = silent.length === 0 ? '' : `; ${scoresListed(silent, 2)}`;
  const [first, second] = best;
  if (first === undefined) return `On ${on}, no candidate is best.`;
  if (second === undefined) {
    const hint = compared.some(({ exploratory, winner }) => exploratory && winner === first.target_label);
    const [{ name, score, bounds }] = scoresSentence([first]) as [SaidScore];
    const withBounds = bounds === '' ? '' : ` (${bounds})`;
    return `On ${on}, ${name} is best with ${score}${withBounds}${hint ? ', as a hint from few items' : ''}${unscored}.`;
  }
  const between = compared.filter(
    ({ target_a, target_b }) => hasOneScore(best, target_a) && hasOneScore(best, target_b),
  );
  const alike = between.every(({ winner }) => winner === 'tie')
    ? `are tied within ±${formatExact(points, margin)} points`
    : between.some(({ reason }) => reason === 'depends_on_grader')
      ? 'cannot be distinguished, because the better one depends on the grader'
      : between.every(isTooFew)
        ? `cannot be distinguished with fewer than ${MIN_ITEMS_TO_DECIDE} questions`
        : 'cannot be distinguished';
  const texts = scoresSentence(best).map(
    ({ name, score, bounds }) => `${name} (${score}${bounds === '' ? '' : `; ${bounds}`})`,
  );
  return `On ${on}, ${joinNames(texts, 3)} ${alike}${wouldDecide(between)}${unscored}.`;
}

const isTooFew = ({ reason }: Comparison) => reason === 'too_few_items' || reason === 'too_few_clusters';

const isBeaten = (label: string, compared: readonly Comparison[]) =>
  compared.some(
    ({ target_a, target_b, winner }) =>
      (target_a === label && winner === target_b) || (target_b === label && winner === target_a),
  );
const hasOneScore = (scores: readonly ScoreInterval[], label: string) =>
  scores.some(({ target_label }) => target_label === label);

type ScoreInterval = Results['intervals'][number];

/** The lowest possible score: a target with missing responses is not listed above one without. */
const certainScore = ({ score, score_if_missing_wrong }: ScoreInterval) =>
  score === null ? -1 : (score_if_missing_wrong ?? score);

interface SaidScore {
  name: string;
  score: string;
  /** The score with missing responses all wrong to all right; empty if none are missing. */
  bounds: string;
}

/** All scores in a sentence have the same number of digits. */
function scoresSentence(intervals: readonly ScoreInterval[]): SaidScore[] {
  const figuresOf = ({ score, score_if_missing_wrong: low, score_if_missing_right: high }: ScoreInterval) =>
    [score, low, high].filter((one) => one != null);
  const said = createFigureWriter(percent, intervals.flatMap(figuresOf));
  return intervals.map((one) => {
    const { score, score_if_missing_wrong: low, score_if_missing_right: high } = one;
    const isBounded = score !== null && low !== undefined && high !== undefined;
    return {
      name: nameInSentence(one.target_label),
      score: score === null ? '' : said(score),
      bounds: isBounded ? `${said(low)} to ${said(high)} with missing scores` : '',
    };
  });
}

/** Such as `A scores 90.0 % (85.0 % to 91.0 % with missing scores)`. */
const scoresListed = (intervals: readonly ScoreInterval[], most: number) =>
  joinNames(
    scoresSentence(intervals).map(({ name, score, bounds }) =>
      score === '' ? `${name} has no score` : `${name} scores ${score}${bounds === '' ? '' : ` (${bounds})`}`,
    ),
    most,
  );

/** The fewest items that would decide an undecided pair; other pairs may need more, or no number may decide them. */
function wouldDecide(between: readonly Comparison[]): string {
  const open = between.filter((one) => one.winner === 'undecided' && !isTooFew(one));
  const needed = open.flatMap(({ n_needed }) => n_needed ?? []);
  if (needed.length === 0) return '';
  const what = between.length === 1 ? '' : ' a pair of them';
  return `, and about ${count(Math.min(...needed))} items would decide${what}`;
}

function costSentences({ cost }: Figures): string[] {
  const costs = [
    ['the candidates', cost.usd],
    ['judges', cost.judge_usd],
    ['embedding models of graders', cost.grading_usd],
  ] as const;
  const paid = costs.flatMap(([who, amount]) => (amount == null ? [] : [{ who, amount }]));
  const said = createFigureWriter(
    usd,
    paid.map(({ amount }) => amount),
  );
  const known = paid.map(({ who, amount }) => `${said(amount)} for ${who}`);
  if (known.length === 0) return [];
  const open = [
    ...(cost.judge_usd === null ? ['; the cost of judges is unknown'] : []),
    ...(cost.unknown_calls > 0 ? [`; the cost of ${count(cost.unknown_calls)} calls is unknown`] : []),
  ];
  return [`The run cost ${joinNames(known)}${open.join('')}.`];
}
