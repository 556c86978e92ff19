import {
  aboutPercent,
  count,
  createFigureWriter,
  formatTogether,
  joinNames,
  percent,
  plural,
  points,
  times,
  withoutFullStop,
} from '@touchstone/report/figures';
import { LIMITS, type LimitTopic } from '@touchstone/report/limits';
import type { EligibleCandidate } from './choose.ts';
import { nearestCandidate } from './nearest-misses.ts';
import { nounOfRequirement, scoreName } from './slo-limits.ts';
import { describeTradeOff, tradeOff } from './trade-offs.ts';
import type { Candidate, JudgedRequirement, ScenarioVerdict, VerdictWords } from './verdict-shape.ts';

type Findings = Omit<ScenarioVerdict, 'sentences' | keyof VerdictWords>;
type RequiredByCandidate = readonly JudgedRequirement[];

/** Maximum words of the answer. */
const MAX_WORDS = 25;
/** Maximum words and characters of a name in a sentence; fields contain the whole name. */
const MAX_NAME_WORDS = 6;
const MAX_NAME_CHARACTERS = 48;

/**
 * The verdict in words: what to choose, how certain that is, what would change it, and what is unknown. It contains
 * no field names, and only figures that the fields contain too.
 */
export function verdictWords(
  findings: Findings,
  required: RequiredByCandidate,
  measured: readonly EligibleCandidate[],
  candidates: readonly Candidate[],
  { proven, disputed }: ProvenDifferences,
): VerdictWords {
  const { eligible, needs_data, rejected, tied } = findings;
  if (eligible.length + needs_data.length + rejected.length === 0) return NOTHING_MEASURED;
  const silent = unansweredClause(eligible, candidates);
  const byReading = disputed.some(({ a, b }) => tied.includes(a) && tied.includes(b));
  const alike = silent.length === 0 && !byReading && isNothingShown(findings, measured, proven);
  return {
    incomplete: null,
    answer:
      tied.length > 0
        ? answerOfTied(findings, required, measured, candidates, { alike, byReading, silent })
        : answerSentences(findings, required, measured, candidates, silent),
    firmness: firmnessSentence(findings, required),
    change: byReading
      ? 'Read the responses that are scored differently, and choose a suitable grader.'
      : alike
        ? 'A measurement that shows a difference between them would decide.'
        : changeSentence(findings, required),
    not_known: missingSentence(findings, required),
  };
}

const NOTHING_MEASURED: VerdictWords = {
  answer: 'Nothing was measured.',
  incomplete: null,
  firmness: null,
  change: null,
  not_known: null,
};

/** The verdict as sentences, with the answer first. */
export function verdictSentences(words: VerdictWords): string[] {
  const { answer, incomplete, firmness, change, not_known } = words;
  return [answer, incomplete, firmness, change, not_known].filter((sentence) => sentence !== null);
}

/** The verdict with some of its words replaced. */
function withWords(verdict: ScenarioVerdict, said: Partial<VerdictWords>): ScenarioVerdict {
  const told = { ...verdict, ...said };
  return { ...told, sentences: verdictSentences(told) };
}

/** Results of score comparisons item by item, for pairs of candidates. */
export interface ProvenDifferences {
  readonly proven: readonly ProvenDifference[];
  /** Pairs of which one is better under only one reading of the responses. */
  readonly disputed: readonly { readonly a: string; readonly b: string }[];
}

export const NO_PROVEN_DIFFERENCES: ProvenDifferences = { proven: [], disputed: [] };

/** A candidate that was shown to score higher than another one. */
export interface ProvenDifference {
  readonly better: string;
  readonly worse: string;
  readonly benchmark: string;
  /** Difference of scores, above 0. */
  readonly by: number;
}

/**
 * Adds proven score differences to the verdict: candidates that lack data and answer worse than the first on each of
 * `benchmarks` (so that more data would hardly put them first), and candidates that answer better than the first; a
 * difference above `margin` comes before everything else.
 */
export function withProvenDifferences(
  verdict: ScenarioVerdict,
  proven: readonly ProvenDifference[],
  benchmarks: readonly string[],
  margin: number,
): ScenarioVerdict {
  return withBetter(withShownWorse(verdict, proven, benchmarks), proven, margin);
}

function withShownWorse(
  verdict: ScenarioVerdict,
  proven: readonly ProvenDifference[],
  benchmarks: readonly string[],
): ScenarioVerdict {
  const first = verdict.order[0]?.label;
  if (first === undefined || benchmarks.length === 0) return verdict;
  const [only = ''] = benchmarks;
  const on = benchmarks.length === 1 ? nameInSentence(scoreName(only)) : 'every benchmark';
  const isWorse = (label: string, key: string) =>
    proven.some(({ better, worse, benchmark }) => better === first && worse === label && benchmark === key);
  const needs_data = verdict.needs_data.map((one) =>
    benchmarks.every((key) => isWorse(one.label, key))
      ? { ...one, shown_worse: `was shown to answer worse than ${nameInSentence(first)} on ${on}` }
      : one,
  );
  return { ...verdict, needs_data };
}

/** The result of question `no_worse`, which is separate from scenarios. */
export interface NoWorseAnswers {
  readonly baseline: string;
  readonly candidates: readonly {
    readonly label: string;
    readonly outcome: 'no_worse' | 'worse' | 'undecided';
  }[];
}

/** Adds to the verdict, at the front, that its first choice is worse than the baseline, or may be. */
export function withNoWorse(
  verdict: ScenarioVerdict,
  { baseline, candidates }: NoWorseAnswers,
): ScenarioVerdict {
  const { order, firmness } = verdict;
  const outcome = candidates.find(({ label }) => label === order[0]?.label)?.outcome;
  if (outcome === undefined || outcome === 'no_worse') return verdict;
  const by = `than ${nameInSentence(baseline)} by the stated margins`;
  const it = nameInSentence(order[0]?.label ?? '');
  const said =
    outcome === 'worse' ? `But ${it} is worse ${by}.` : `But whether ${it} is no worse ${by} is undecided.`;
  return withWords(verdict, { firmness: firmness === null ? said : `${said} ${firmness}` });
}

/** A sentence on why the measurement of a candidate is incomplete or from another model. */
export interface IncompleteMeasurement {
  readonly target_label: string;
  readonly sentence: string;
}

/** Adds, directly after the answer, the candidates with incomplete measurements, without rejected ones. */
export function withIncomplete(
  verdict: ScenarioVerdict,
  all: readonly IncompleteMeasurement[],
): ScenarioVerdict {
  const rejected = verdict.rejected.map(({ label }) => label);
  const own = all.filter(({ target_label }) => !rejected.includes(target_label));
  return own.length === 0 ? verdict : withWords(verdict, { incomplete: describeIncomplete(own) });
}

/** What is unknown if all scores come from smoke tests. */
export const ONLY_SMOKE_TESTS_REASON =
  'The quality on your own questions is unknown: every score here is from a smoke test, which a short program can pass.';

/** Adds, at the end, that every score comes from a smoke test. */
export function withOnlySmokeTests(verdict: ScenarioVerdict): ScenarioVerdict {
  const { eligible, needs_data, rejected, not_known } = verdict;
  if (eligible.length + needs_data.length + rejected.length === 0) return verdict;
  const said =
    not_known === null
      ? ONLY_SMOKE_TESTS_REASON
      : `${withoutFullStop(not_known)}; ${lowerFirstLetter(ONLY_SMOKE_TESTS_REASON)}`;
  return withWords(verdict, { not_known: said });
}

const lowerFirstLetter = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);

/** Maximum number of candidates listed one by one; the warnings have all. */
const MAX_INCOMPLETE = 3;

/** The first few sentences, and the number of further candidates. */
export function describeIncomplete(all: readonly IncompleteMeasurement[]): string {
  const shown = all.length > MAX_INCOMPLETE ? all.slice(0, MAX_INCOMPLETE - 1) : all;
  const left = all.length - shown.length;
  const rest = left === 0 ? [] : [`${left} more candidates are listed in the warnings.`];
  return [...shown.map(({ sentence }) => sentence), ...rest].join(' ');
}

/**
 * Adds candidates that are not rejected and were shown to be better than the first on a criterion, because a reader
 * must not miss them.
 */
function withBetter(
  verdict: ScenarioVerdict,
  proven: readonly ProvenDifference[],
  margin: number,
): ScenarioVerdict {
  const { order, needs_data, firmness } = verdict;
  const [first, ...others] = order;
  if (first === undefined || firmness === null) return verdict;
  const better = [...others, ...needs_data]
    .map(({ label }) => ({
      label,
      at: proven.filter((one) => one.better === label && one.worse === first.label),
      lacks: needs_data.some((one) => one.label === label) ? ', which lacks data,' : '',
    }))
    .filter(({ at }) => at.length > 0)
    .toSorted((a, b) => most(b.at) - most(a.at));
  const [best, ...more] = better;
  if (best === undefined) return verdict;
  const sorted = best.at.toSorted((a, b) => b.by - a.by);
  const by = createFigureWriter(
    points,
    sorted.map((one) => one.by),
  );
  const on = sorted.map((one) => `on ${nameInSentence(scoreName(one.benchmark))} by ${by(one.by)} points`);
  const rest = more.length === 0 ? '' : `, and ${more.length} more are better too`;
  const who = `${nameInSentence(best.label)}${best.lacks} is better`;
  const it = nameInSentence(first.label);
  const said =
    most(best.at) > margin
      ? `But ${who} than ${it} ${joinNames(on, 2)}${rest}; ${asClause(firmness, it)}`
      : `${firmness.slice(0, -1)}, although ${who} ${joinNames(on, 2)}${rest}.`;
  return withWords(verdict, { firmness: said });
}

const most = (at: readonly ProvenDifference[]) => Math.max(...at.map(({ by }) => by));

/** The certainty of the choice of `it`, as the end of a sentence. */
const asClause = (firmness: string, it: string) => firmness.replace(/^It /, `${it} `).replace(/^By /, 'by ');

/** They would change the reading direction of the rest of the sentence. */
const DIRECTION_MARKS = /[\u202A-\u202E\u2066-\u2069]/g;

/** A name for use in a sentence: shortened if long, and without direction marks. */
export function nameInSentence(label: string): string {
  const words = label.replace(DIRECTION_MARKS, '\uFFFD').trim().split(/\s+/);
  const few = words.slice(0, MAX_NAME_WORDS).join(' ');
  const short = [...few].slice(0, MAX_NAME_CHARACTERS).join('');
  return short.length < words.join(' ').length ? `${short.trimEnd()}…` : short;
}

const joinLabels = (labels: readonly string[], most = 2) => joinNames(labels.map(nameInSentence), most);
const wordsIn = (text: string) => text.split(/\s+/).length;

/** Appends clauses in order as long as the answer stays within its maximum of words. */
function withClauses(lead: string, clauses: readonly string[]): string {
  const said: string[] = [];
  for (const clause of clauses) {
    if (wordsIn([lead, ...said, clause].join(' ')) <= MAX_WORDS) said.push(clause);
  }
  return said.length === 0 ? lead : `${lead} ${said.join('; ')}.`;
}

/** Whether several candidates meet every requirement and no weighed criterion was shown to differ between any two. */
function isNothingShown(
  { order, weights }: Findings,
  measured: readonly EligibleCandidate[],
  proven: readonly ProvenDifference[],
): boolean {
  const isOrdered = (name: string) => order.some(({ label }) => label === name);
  if (proven.some(({ better, worse }) => isOrdered(better) && isOrdered(worse))) return false;
  const all = order.flatMap(({ label }) => measured.find((one) => one.label === label) ?? []);
  const differ = (a: EligibleCandidate, b: EligibleCandidate) => tradeOff(a, b, weights).better !== null;
  return all.length > 1 && !all.some((a) => all.some((b) => differ(a, b)));
}

/** Maximum number of tied candidates listed by name. */
const MAX_TIED = 3;

/** The answer if the order of the first candidates is uncertain, so that each may be chosen. */
function answerOfTied(
  findings: Findings,
  required: RequiredByCandidate,
  measured: readonly EligibleCandidate[],
  candidates: readonly Candidate[],
  { alike, byReading, silent }: { alike: boolean; byReading: boolean; silent: readonly string[] },
): string {
  const { tied, eligible, needs_data, rejected } = findings;
  const said = tied.map(nameInSentence);
  const [first = ''] = said;
  const isShort = said.length <= MAX_TIED && wordsIn(said.join(' ')) <= 2 * MAX_NAME_WORDS;
  const each = isShort
    ? `${said.slice(0, -1).join(', ')} or ${said.at(-1)}`
    : `${first} or any of ${said.length - 1} others`;
  const { graded, lacking, open } = openClauses(needs_data, required);
  const others = eligible.filter((label) => label !== tied[0]);
  const how =
    graded.length > 0 || byReading
      ? GRADER_DOUBT
      : alike
        ? ': no difference was shown'
        : ' by the weighted criteria';
  return withClauses(`Take ${each}, which are tied${how}.`, [
    ...graded,
    ...silent,
    ...chanceClause(tied, candidates),
    ...(alike ? [] : besideClauses(others, findings, measured)),
    ...rejectedClauses(rejected, required),
    ...lacking,
    ...open,
  ]);
}

/** A clause that names candidates with many unanswered questions. */
function unansweredClause(labels: readonly string[], candidates: readonly Candidate[]): string[] {
  const own = candidates.filter(({ label, unanswered_share: share }) => share && labels.includes(label));
  const [only] = own;
  if (only === undefined) return [];
  if (own.length > 1)
    return [`${labelsOrCount(own.map(({ label }) => label))} left many of their questions unanswered`];
  return [
    `${nameInSentence(only.label)} leaves ${percent(only.unanswered_share ?? 0)} of its questions unanswered`,
  ];
}

/** Follows a candidate if another one may be good enough under a lenient reading. */
const GRADER_DOUBT = ', but this depends on the grader';

const NONE_RIGHT = 'answers none of the questions right';
const AT_CHANCE = 'was not shown to score above chance';

/** A warning that a candidate's quality does not exceed guessing; null if it does, or was not measured. */
function shortfallSentence(label: string, candidates: readonly Candidate[]): string | null {
  const quality = candidates.find((one) => one.label === label)?.quality;
  if (!quality || quality.score.low > quality.floor) return null;
  return quality.score.value === 0 ? NONE_RIGHT : AT_CHANCE;
}

function chanceClause(labels: readonly string[], candidates: readonly Candidate[]): string[] {
  const short = labels.filter((label) => shortfallSentence(label, candidates) !== null);
  if (short.length === 0) return [];
  const isNone = short.every((label) => shortfallSentence(label, candidates) === NONE_RIGHT);
  if (short.length === labels.length)
    return [
      isNone ? 'None of them answers a question right' : 'None of them was shown to score above chance',
    ];
  return [`Of ${labelsOrCount(short)} no score above chance was shown`];
}

function answerSentences(
  findings: Findings,
  required: RequiredByCandidate,
  measured: readonly EligibleCandidate[],
  candidates: readonly Candidate[],
  silent: readonly string[],
): string {
  const { eligible, needs_data, rejected, order } = findings;
  const wrong = rejectedClauses(rejected, required);
  const { graded, lacking, open } = openClauses(needs_data, required);
  const [first] = order;
  if (first === undefined || eligible.length === 0) {
    return needs_data.length > 0
      ? withClauses('Take none yet.', [
          ...graded.map((clause) => `${clause}, which depends on the grader`),
          ...open,
          ...wrong,
          ...lacking,
        ])
      : withClauses('No candidate meets every requirement.', [
          ...nearestClause(findings, required),
          ...wrong,
        ]);
  }
  const others = eligible.filter((label) => label !== first.label);
  const clauses = [...besideClauses(others, findings, measured), ...wrong, ...lacking, ...open];
  const short = shortfallSentence(first.label, candidates);
  const isGraded = graded.length > 0;
  const alone = others.length > 0 ? null : `It alone meets every requirement${isGraded ? ' so far' : ''}`;
  const lead =
    alone !== null && short !== null ? `${alone}, but ${short}` : (alone ?? (short && `It ${short}`));
  return withClauses(`Take ${nameInSentence(first.label)}${isGraded ? GRADER_DOUBT : ''}.`, [
    ...(lead === null ? [] : [lead]),
    ...graded,
    ...silent,
    ...clauses,
  ]);
}

/**
 * Clauses about the other eligible candidates. Shown differences to the first are stated: the first is first because
 * its advantages weigh more, or about as much. For candidates tied with it, only the tie is stated.
 */
function besideClauses(
  others: readonly string[],
  { order, tied, weights }: Findings,
  measured: readonly EligibleCandidate[],
): string[] {
  const of = (label: string | undefined) => measured.find((one) => one.label === label);
  const first = of(order[0]?.label);
  const them = tied.length > 0 ? 'them' : 'it';
  const groups = Map.groupBy(others, (label) => {
    const one = of(label);
    const { better, worse } = one && first ? tradeOff(one, first, weights) : NO_TRADE_OFF;
    return better === null && !tied.includes(label) ? 'behind' : `${better} ${worse}`;
  });
  return [...groups].flatMap(([group, labels]) => {
    if (group === 'behind')
      return [`${labelsOrCount(labels)} ${labels.length === 1 ? 'comes' : 'come'} after ${them}`];
    const one = of(labels[0]);
    if (!one || !first) return [];
    const than = tied.length > 0 ? nameInSentence(first.label) : null;
    const said = describeTradeOff(tradeOff(one, first, weights), labels, than);
    return said === null ? [] : [`${labelsOrCount(labels)} ${said}`];
  });
}

const NO_TRADE_OFF = { better: null, worse: null };

/** Names if they are short, else their number, because the answer has little room. */
function labelsOrCount(labels: readonly string[]): string {
  const said = joinLabels(labels);
  return labels.length === 1 || wordsIn(said) <= MAX_NAME_WORDS ? said : `${labels.length} others`;
}

type ExcludedCandidates = Findings['rejected'];

/** Words for a missed limit, in singular and plural. */
const WRONG_WORDS: Record<LimitTopic, readonly [one: string, many: string]> = {
  latency: ['is too slow', 'are too slow'],
  ttft: ['begins its answers too late', 'begin their answers too late'],
  tpot: ['writes its answers too slowly', 'write their answers too slowly'],
  throughput: ['cannot hold the rate', 'cannot hold the rate'],
  availability: ['fails too often', 'fail too often'],
  session: ['takes too long for a session', 'take too long for a session'],
  'completed sessions': ['completes too few sessions', 'complete too few sessions'],
  cost: ['is over budget', 'are over budget'],
  regions: ['is outside the regions', 'are outside the regions'],
  certification: ['lacks a certificate', 'lack a certificate'],
  'lock-in': ['locks in too much', 'lock in too much'],
  quality: ['is not good enough', 'are not good enough'],
};

/** Words for a budget that only synthetic requests exceed. */
const OVER_BY_SYNTHETIC = [
  'is over budget by synthetic requests',
  'are over budget by synthetic requests',
] as const;

/**
 * Words for a missed limit. If all answered requests meet the latency limit, the missing responses are the reason.
 */
function describeWrong({ kind, is_synthetic, unanswered_share: share }: JudgedRequirement) {
  if (is_synthetic) return OVER_BY_SYNTHETIC;
  const { topic } = LIMITS[kind];
  if (share === undefined) return WRONG_WORDS[topic];
  return topic === 'session'
    ? WRONG_WORDS['completed sessions']
    : ([
        `leaves ${percent(share)} of its requests unanswered`,
        'leave many of their requests unanswered',
      ] as const);
}

function rejectedClauses(rejected: ExcludedCandidates, required: RequiredByCandidate): string[] {
  const groups = Map.groupBy(rejected, ({ label }) => {
    const failed = required.find((one) => one.target_label === label && one.status === 'fail');
    return failed === undefined ? null : describeWrong(failed);
  });
  const byWords = new Map<string, { one: string; labels: string[] }>();
  for (const [wrong, all] of groups) {
    const [one, many] = wrong ?? ['misses a requirement', 'miss a requirement'];
    const group = byWords.get(many) ?? { one, labels: [] };
    group.labels.push(...all.map(({ label }) => label));
    byWords.set(many, group);
  }
  return [...byWords].map(([many, { one, labels }]) =>
    labels.length === 1 ? `${joinLabels(labels)} ${one}` : `${joinLabels(labels)} ${many}`,
  );
}

/**
 * Groups candidates that are not rejected: good enough under one reading only, lacking facts or measurements, or
 * measured without a decision.
 */
function openClauses(needs_data: ExcludedCandidates, required: RequiredByCandidate) {
  const graded = byGrader(needs_data, required);
  const labels = needs_data.map(({ label }) => label).filter((label) => !graded.includes(label));
  const unknown = labels.filter((label) => statusesOf(required, label).includes('unknown'));
  const open = labels.filter((label) => !unknown.includes(label));
  const clause = (of: readonly string[], one: string, many: string) =>
    of.length === 0 ? [] : [`${joinLabels(of)} ${of.length === 1 ? one : many}`];
  return {
    graded: graded.length === 0 ? [] : [`${labelsOrCount(graded)} may be good enough`],
    lacking: clause(unknown, 'lacks data', 'lack data'),
    open: clause(open, 'misses nothing so far', 'miss nothing so far'),
  };
}

/** Candidates whose minimum score is undecided because it depends on the reading of responses. */
const byGrader = (needs_data: ExcludedCandidates, required: RequiredByCandidate) =>
  needs_data
    .map(({ label }) => label)
    .filter((label) => undecidedRequirements(required, label).some((one) => one.depends_on_grader));

const statusesOf = (required: RequiredByCandidate, label: string) =>
  required.filter(({ target_label }) => target_label === label).map(({ status }) => status);

function nearestClause(findings: Findings, required: RequiredByCandidate): string[] {
  const nearest = nearestCandidate(findings, required);
  if (nearest === null) return [];
  return [`The nearest is ${nameInSentence(nearest.label)}, ${describeViolation(nearest)}`];
}

/** The violation of a limit as a share of the limit, or as a factor from twice the limit on. */
const describeViolation = ({
  by,
  direction,
}: Pick<NonNullable<ReturnType<typeof nearestCandidate>>, 'by' | 'direction'>) =>
  direction === 'lower' && by >= 1 ? `at ${times(1 + by)} a limit` : `${percent(by)} beyond a limit`;

function firmnessSentence(findings: Findings, required: RequiredByCandidate): string | null {
  const { eligible, needs_data, order, winner, share_of_weightings, weights } = findings;
  const [first] = order;
  if (first && eligible.length > 1) {
    const criteria = joinNames(Object.keys(weights).map(criterion));
    const share = aboutPercent(share_of_weightings[first.label] ?? 0);
    // Every weighting uses the measured values without their ranges, so another measurement may change the order.
    const often = `${nameInSentence(first.label)} is first in ${share} of all weightings of ${criteria}`;
    return winner === null
      ? `By the measured values, whose intervals overlap, ${often}.`
      : `By the measured values, ${often}.`;
  }
  if (first) {
    const all = plural(statusesOf(required, first.label).length, 'requirement');
    const met = `It meets ${all === '1 requirement' ? 'the one requirement' : `all ${all}`}`;
    const graded = byGrader(needs_data, required);
    return graded.length === 0
      ? `${met}, so no weighting of criteria changes that.`
      : `${met}; whether ${labelsOrCount(graded)} ${graded.length === 1 ? 'does' : 'do'} too, depends on the grader: a lenient reading of the responses decides differently.`;
  }
  const [open] = byDecided(needs_data, required);
  if (open === undefined) return 'Each candidate fails at least one requirement, by measurement or by facts.';
  const nouns = undecidedRequirements(required, open).map(nounOfRequirement);
  return `Of ${nameInSentence(open)} ${nouns.length === 1 ? 'one requirement is' : `${nouns.length} requirements are`} undecided: ${joinNames(nouns, 3)}.`;
}

const criterion = (name: string) => name.replaceAll('_', '-');

const undecidedRequirements = (required: RequiredByCandidate, label: string) =>
  required.filter(
    ({ target_label, status }) => target_label === label && status !== 'pass' && status !== 'fail',
  );

/** Candidates that lack data, those that lack least first; a missing fact counts more than any number of requests. */
function byDecided(needs_data: ExcludedCandidates, required: RequiredByCandidate): string[] {
  const weight = (label: string) =>
    undecidedRequirements(required, label).reduce(
      (sum, { status }) => sum + (status === 'unknown' ? 100 : 1),
      0,
    );
  return needs_data.map(({ label }) => label).toSorted((a, b) => weight(a) - weight(b));
}

function changeSentence(findings: Findings, required: RequiredByCandidate): string | null {
  const { eligible, flip, needs_data } = findings;
  if (eligible.length > 1) {
    if (flip === null) return 'No change of a single weight would put another candidate first.';
    const [to, from] = formatTogether(percent, [flip.to, flip.from]);
    return `With ${to} of the weight on ${criterion(flip.criterion)} instead of ${from}, ${nameInSentence(flip.winner)} would be first.`;
  }
  const graded = byGrader(needs_data, required);
  const byReading =
    graded.length === 0
      ? null
      : `Read the responses of ${labelsOrCount(graded)} that are scored differently, and choose a suitable grader.`;
  if (eligible.length === 1) return byReading;
  const [open] = byDecided(needs_data, required);
  if (open !== undefined) return decideBy(open, undecidedRequirements(required, open)) ?? byReading;
  const nearest = nearestCandidate(findings, required);
  if (nearest === null) return null;
  const says = nearest.failed.map((one) => one.says);
  return `${nameInSentence(nearest.label)} would meet the limits it misses with ${joinNames(says, 2)}.`;
}

const COUNTED = ['requests', 'sessions', 'items'] as const;

/** The number of further requests, sessions or items that would decide a candidate; null if no number alone would. */
function decideBy(label: string, open: RequiredByCandidate): string | null {
  const most = (unit: (typeof COUNTED)[number]) =>
    Math.max(
      0,
      ...open
        .filter(({ kind }) => LIMITS[kind].counts === unit)
        .map(({ samples_needed }) => samples_needed ?? 0),
    );
  const needed = COUNTED.flatMap((unit) => (most(unit) === 0 ? [] : [`${count(most(unit))} more ${unit}`]));
  if (needed.length === 0) return null;
  const alone = open.every(({ samples_needed }) => samples_needed !== null);
  const would = alone
    ? `would decide ${nameInSentence(label)}`
    : `would decide some of the open requirements of ${nameInSentence(label)}`;
  return `About ${joinNames(needed)} ${would}.`;
}

function missingSentence({ needs_data }: Findings, required: RequiredByCandidate): string | null {
  const lacking = byDecided(needs_data, required).flatMap((label) => {
    const facts = undecidedRequirements(required, label).flatMap(({ missing }) =>
      missing.map(({ fact }) => fact),
    );
    return facts.length === 0 ? [] : [{ label, facts: [...new Set(facts)] }];
  });
  const [first, ...others] = lacking;
  if (first === undefined) return null;
  const lack = others.length === 1 ? 'one more candidate lacks' : `${others.length} more candidates lack`;
  const more = others.length === 0 ? '' : `; ${lack} facts too`;
  return `Unknown for ${nameInSentence(first.label)}: ${joinNames(first.facts, 2)}${more}.`;
}
