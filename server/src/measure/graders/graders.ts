import type { Models } from '../../models/models.ts';
import { choice } from './choice.ts';
import { findPyodide, PYODIDE_MISSING } from './code/find-pyodide.ts';
import { code } from './code.ts';
import { programProblem } from './command/command-programs.ts';
import { command } from './command.ts';
import { type CombiningGrader, combine, composite, leafGraders } from './composite.ts';
import { contains } from './contains.ts';
import { characterCount, wordCount } from './counts.ts';
import { editDistance } from './edit-distance.ts';
import { editSimilarity } from './edit-similarity.ts';
import { embeddingSimilarity } from './embedding-similarity.ts';
import { exact } from './exact.ts';
import { f1 } from './f1.ts';
import { finishReason } from './finish-reason.ts';
import { functionCalls } from './function-calls.ts';
import type {
  AskingGrader,
  Details,
  GradedAnswer,
  GradeResult,
  Grader,
  GraderDescription,
  GraderServices,
  GraderSpec,
  Judgement,
  UnscoredGrade,
  UnscoredReason,
} from './grader.ts';
import { addressOf, http } from './http.ts';
import { instructions } from './instructions.ts';
import { json } from './json.ts';
import { jsonSchema } from './json-schema.ts';
import { judge } from './judge.ts';
import { label } from './label.ts';
import { formatCounts, isReadLeniently, lenientScore } from './lenient-reading.ts';
import { list } from './list.ts';
import { literal } from './literal.ts';
import { modelOf } from './model-option.ts';
import { numeric } from './numeric.ts';
import { type GraderOptions, type OptionSpecs, optionProblems, withDefaults } from './options.ts';
import { bleu, gleu, rougeN } from './overlap.ts';
import { referenceGrade, ruleVersion } from './published-rules.ts';
import { regex } from './regex.ts';
import { READER_VERSION } from './reply/reader-version.ts';
import { rougeL } from './rouge-l.ts';
import { set } from './set.ts';
import { cost, latency } from './spent.ts';
import { structuredOutput } from './structured-output.ts';
import { isUnrecognised } from './unrecognised.ts';

export { createGraderChooser, type GraderChooser } from './choose-grader.ts';
export { isPartDetail, partGrades } from './composite.ts';
export { toolName } from './function-calls.ts';
export type {
  AskJudge,
  Details,
  EmbedTexts,
  GradedAnswer,
  GradeResult,
  GraderServices,
  GraderSpec,
  UnscoredGrade,
  UnscoredReason,
} from './grader.ts';
export { GradingTimedOut } from './grading-timed-out.ts';
export { matchAll } from './match-all.ts';
export { createOwnGraders } from './own-graders.ts';
export { PUBLISHED_RULES, ruleOfVersions } from './published-rules.ts';
export { isDict, isList, type PythonValue, parsePython, toJson } from './python-json.ts';
export { givenAnswer } from './sample.ts';
export { schemaProblem } from './schema-check.ts';
export { type FieldRules, ruleProblems, unfitRules } from './structured/field-rules.ts';
export { schemaBounds } from './structured/schema-bounds.ts';
export {
  placeOfDetail,
  type Route,
  SCHEMA_ROUTES,
  STRUCTURED_OUTCOMES,
  type StructuredOutcome,
} from './structured-output.ts';

/** The name of the figure with the score of a lenient reading, if it differs. */
export const LENIENT_DETAIL = 'lenient';
/** The same for one of several graders of a response. */
export const lenientPart = (index: number) => `${LENIENT_DETAIL}/${index}`;
const LENIENT_BY = `${LENIENT_DETAIL}/by/`;
/** The name of the figure for which of several graders gave the score that a lenient reading changes. */
export const lenientBy = (grader: string) => `${LENIENT_BY}${grader}`;
/**
 * The name of the figure for an automatically chosen grader that found no answer in the response, which may therefore
 * be right.
 */
export const UNREAD_DETAIL = `${LENIENT_DETAIL}/unread`;
/** The name that the previous version used for `contains`, for samples that are read again. */
const UNRECOGNISED = `${LENIENT_DETAIL}/unrecognised`;
/** Whether an automatically chosen grader found no answer in a response. */
export const isUnread = (details: Details) => UNREAD_DETAIL in details || UNRECOGNISED in details;
/** The score of a lenient reading, from the figures stored beside the score; null if it does not differ. */
export function storedLenientScore(details: Details): number | null {
  const read = details[LENIENT_DETAIL] ?? (isUnread(details) ? 1 : undefined);
  return typeof read === 'number' ? read : null;
}
export const isLenient = (name: string) => name === LENIENT_DETAIL || name.startsWith(`${LENIENT_DETAIL}/`);

/**
 * Maximum characters of a response that are read. Of a longer one the beginning and the end are read, joined by a line
 * break: an answer is in one of them, and reading a megabyte of digits would block the process for a second.
 */
const READ_HEAD = 32 * 1024;
const READ_TAIL = 96 * 1024;

type AnyGrader = Grader | AskingGrader | CombiningGrader;

export const GRADERS: readonly AnyGrader[] = [
  exact,
  contains,
  regex,
  numeric,
  choice,
  label,
  list,
  set,
  f1,
  rougeL,
  rougeN,
  bleu,
  gleu,
  editSimilarity,
  embeddingSimilarity,
  json,
  jsonSchema,
  instructions,
  functionCalls,
  structuredOutput,
  literal,
  editDistance,
  wordCount,
  characterCount,
  finishReason,
  latency,
  cost,
  judge,
  code,
  http,
  command,
  composite,
];

/**
 * The versions by which a response was graded: of its grader and of the reader, such as `{ numeric: 1, reader: 2 }`.
 */
export type GradedBy = Readonly<Record<string, number>>;

const versionsOf = ({ type, version, readsReplies }: AnyGrader): GradedBy => ({
  [type]: version,
  ...(readsReplies && { reader: READER_VERSION }),
});

/**
 * The graders whose score a lenient reading changes: the recorded ones, otherwise all of these versions that have a
 * lenient reading.
 */
export function gradersReadLeniently(details: Details, versions: GradedBy): string[] {
  const named = Object.keys(details).filter((name) => name.startsWith(LENIENT_BY));
  return named.length > 0
    ? named.map((name) => name.slice(LENIENT_BY.length))
    : GRADERS.flatMap((grader) =>
        grader.type in versions && isReadLeniently(grader, {}) ? [grader.type] : [],
      );
}

/** The current versions for a grader and a rule; empty if it is unknown. */
export function gradedBy({ type, options }: Pick<GraderSpec, 'type'> & Partial<GraderSpec>): GradedBy {
  const grader = GRADERS.find((g) => g.type === type);
  if (grader === undefined) return {};
  const parts =
    'combines' in grader ? leafGraders(options ?? {}, '').map((leaf) => gradedBy(leaf.grader)) : [];
  const own = options !== undefined && 'ask' in grader ? grader.versions?.(options) : {};
  return Object.assign(versionsOf(grader), own, ruleVersion(options?.published_rule), ...parts);
}

/** The versions of all graders and of the reader of responses. */
export const GRADER_VERSIONS: GradedBy = Object.assign({}, ...GRADERS.map(versionsOf));

/** The problems of a grader and its expected answers, as sentences; [] if there are none. */
export function graderProblems(spec: GraderSpec, expected: string | readonly string[]): string[] {
  const { grader, problems } = knownGrader(spec);
  if (grader === undefined || problems.length > 0) return problems;
  const answers = toList(expected);
  if (answers.length === 0) return ['expected is an empty list'];
  if (answers.length > MOST_EXPECTED) return [`expected has more than ${MOST_EXPECTED} answers`];
  const options = withDefaults(grader.options, spec.options);
  if ('combines' in grader) return leafProblems(options, expected);
  const wrong = answers.flatMap((answer) => grader.expectedProblem(answer, options) ?? []);
  return wrong.length > 0 ? wrong : [grader.togetherProblem?.(answers, options) ?? []].flat();
}

/** The problems of a grader without its expected answers: whether it exists, and its options. */
export function graderSpecProblems(spec: GraderSpec): string[] {
  const { grader, problems } = knownGrader(spec);
  if (grader === undefined || problems.length > 0 || !('combines' in grader)) return problems;
  return leafGraders(spec.options, '').flatMap((leaf) =>
    graderSpecProblems(leaf.grader).map((problem) => `part ${leaf.place}: ${problem}`),
  );
}

function knownGrader(spec: GraderSpec) {
  const grader = GRADERS.find((g) => g.type === spec.type);
  if (grader === undefined) {
    const known = GRADERS.map((g) => g.type).join(', ');
    return { grader, problems: [`there is no grader "${spec.type}"; known: ${known}`] };
  }
  const problems = optionProblems(optionsOf(grader), spec.options).map((p) => `grader ${grader.type}: ${p}`);
  return { grader, problems };
}

function leafProblems(options: GraderOptions, expected: string | readonly string[]): string[] {
  return leafGraders(options, expected).flatMap((leaf) => {
    const isMissing = leaf.expected === '' && !expectsNothing(leaf.grader);
    const problems = isMissing ? ['expected is missing'] : graderProblems(leaf.grader, leaf.expected);
    return problems.map((problem) => `part ${leaf.place}: ${problem}`);
  });
}

/** All options of a grader, including those shared by graders with a lenient reading. */
const optionsOf = ({ lenient, options }: GraderDescription): OptionSpecs =>
  lenient === undefined ? options : { ...options, format_counts: formatCounts };

/** The descriptions of graders in the order of the registry, as shown by `GET /graders`. */
export const describedGraders = (): DescribedGrader[] =>
  GRADERS.map((grader) => ({
    ...grader,
    options: optionsOf(grader),
    asksModel: isAskedModel(grader),
    asksOutside: 'ask' in grader,
  }));

export type DescribedGrader = GraderDescription & { asksModel: boolean; asksOutside: boolean };

/** Each is compared with the response. */
const MOST_EXPECTED = 1_000;

/**
 * Grades one response with a program. Any one of several expected answers is right, unless the grader's options say
 * otherwise. Of a response above 128 Ki characters the first 32 Ki and the last 96 Ki are graded. A response truncated
 * before the answer was settled is `unscored`, which is not wrong; one without text that ended by itself is wrong. A
 * completely empty response is a failed call, and only occurs in data of earlier versions. Throws an Error for a spec
 * that `graderProblems` would have refused, and for a grader that needs services.
 */
export function grade(
  spec: GraderSpec,
  expected: string | readonly string[],
  answer: GradedAnswer,
): GradeResult {
  const grader = findGrader(spec);
  if ('combines' in grader) {
    const leaves = leafGraders(spec.options, expected);
    const results = leaves.map((leaf) => {
      try {
        return grade(leaf.grader, leaf.expected, answer);
      } catch (error) {
        return failedGrade(leaf.grader, error);
      }
    });
    return combine(withDefaults(grader.options, spec.options), expected, results);
  }
  if (!('judge' in grader))
    throw new Error(`The grader "${spec.type}" calls a model or runs code, which is not possible here.`);
  const reference = referenceGrade(spec.options.published_rule, readPart(answer.text), toList(expected));
  const result = withLenient(
    grader,
    spec,
    toList(expected),
    answer,
    gradeRead(grader, withDefaults(grader.options, spec.options), toList(expected), answer),
  );
  return reference === null ? result : { ...result, referenceGrade: reference };
}

function withLenient(
  grader: Grader,
  { type, options, chosen }: GraderSpec,
  expected: readonly string[],
  { text }: GradedAnswer,
  result: GradeResult,
): GradeResult {
  if (result.state === 'unscored') return result;
  const reply = { text: readPart(text), expected, options, judged: result };
  const lenient = lenientScore(grader, reply);
  const read = lenient === null ? result : { ...result, lenient };
  if (!chosen || !isReadLeniently(grader, options)) return read;
  const mayBeRight = lenient !== 1 && isUnrecognised(type, reply);
  return mayBeRight ? { ...result, details: { ...result.details, [UNREAD_DETAIL]: 1 } } : read;
}

function gradeRead(
  grader: Grader,
  options: GraderOptions,
  expected: readonly string[],
  answer: GradedAnswer,
): GradeResult {
  if (grader.judgeAnswer) return toResult(grader.judgeAnswer(answer, expected, options), answer);
  const reply = grader.readsCalls ? readableCalls(answer) : readable(answer);
  if (reply.state === 'unscored') return reply.reason === 'empty' ? silence(answer) : reply;
  const read = grader.readsCalls ? reply.text : readPart(reply.text);
  return toResult(grader.judge(read, expected, options, answer.question), answer);
}

/** The grade of a response on which a grader failed: unscored, because the response was paid for. */
export function failedGrade({ type }: GraderSpec, error: unknown): UnscoredGrade {
  const said = error instanceof Error ? error.message : String(error);
  return {
    state: 'unscored',
    reason: 'grader_error',
    message: `The grader ${type} failed: ${said.slice(0, 500)}`,
  };
}

/** How the parts of a composite that need no services are graded. */
export interface PartGrading {
  /** Grades with a program. */
  grade(...graded: Parameters<typeof grade>): GradeResult | Promise<GradeResult>;
  /** The grade of a part whose grader failed; throws if the whole response must stay without a grade. */
  failed(spec: GraderSpec, error: unknown): GradeResult;
}

/** Grades with any grader. For a grader that is not a composite it rejects with the error of the services. */
export async function gradeAsking(
  spec: GraderSpec,
  expected: string | readonly string[],
  answer: GradedAnswer,
  services: GraderServices,
  by: PartGrading = { grade, failed: failedGrade },
): Promise<GradeResult> {
  const grader = findGrader(spec);
  if ('combines' in grader) {
    const results: GradeResult[] = [];
    for (const leaf of leafGraders(spec.options, expected))
      results.push(
        await gradeAsking(leaf.grader, leaf.expected, answer, services, by).catch((error: unknown) =>
          by.failed(leaf.grader, error),
        ),
      );
    return combine(withDefaults(grader.options, spec.options), expected, results);
  }
  if ('judge' in grader) return by.grade(spec, expected, answer);
  const reply = readable(answer);
  if (reply.state === 'unscored') return reply.reason === 'empty' ? silence(answer) : reply;
  const options = withDefaults(grader.options, spec.options);
  const judgement = await grader.ask(readPart(reply.text), toList(expected), options, services, answer);
  return toResult(judgement, answer);
}

/** A response without text, but with reasoning or calls, has not answered. */
const SILENCE: Extract<GradeResult, { state: 'scored' }> = {
  state: 'scored',
  score: 0,
  extraction: 'none',
  extracted: null,
  truncated: false,
};

/** Reasoning is where a model tries answers, so it does not count; that there was some is recorded. */
function silence({ reasoning }: GradedAnswer): GradeResult {
  return reasoning !== null && reasoning.trim() !== '' ? { ...SILENCE, onlyReasoning: true } : SILENCE;
}

/** The graders that are not composites: all such parts of a composite, otherwise the grader. */
const gradersIn = (spec: GraderSpec): GraderSpec[] =>
  spec.type === composite.type ? leafGraders(spec.options, '').map(({ grader }) => grader) : [spec];

const someGrader = (spec: GraderSpec, is: (grader: AnyGrader) => boolean): boolean =>
  gradersIn(spec).some(({ type }) => GRADERS.some((grader) => grader.type === type && is(grader)));

/** Whether a grader calls a model, runs a user's code or calls a server, which only `gradeAsking` does. */
export const asksOutside = (spec: GraderSpec): boolean => someGrader(spec, (grader) => 'ask' in grader);

/** Whether a grader calls a model. */
export const asksModel = (spec: GraderSpec): boolean => someGrader(spec, isAskedModel);

/** Services that are models. */
const MODEL_SERVICES = ['embed', 'judge'] as const;
type ModelService = (typeof MODEL_SERVICES)[number];

const isAskedModel = (grader: AnyGrader): grader is AskingGrader & { asks: ModelService } =>
  'asks' in grader && MODEL_SERVICES.some((service) => service === grader.asks);

/** The models that a grader, or the parts of a composite, call. */
export const modelsAsked = (spec: GraderSpec): AskedModel[] =>
  gradersIn(spec).flatMap(({ type, options }) => {
    const grader = GRADERS.find((one) => one.type === type);
    const model = modelOf(options);
    return grader !== undefined && isAskedModel(grader) && model !== null
      ? [{ ...model, asks: grader.asks }]
      : [];
  });

export interface AskedModel {
  provider: string;
  modelId: string;
  asks: ModelService;
}

/** Versions of users' code or servers that grade, such as `code javascript 9f86d081884c7d65`. */
export const ownGraders = (spec: GraderSpec): string[] =>
  gradersIn(spec).flatMap(({ type, options }) => {
    const grader = GRADERS.find((one) => one.type === type);
    return grader !== undefined && 'ask' in grader ? Object.keys(grader.versions?.(options) ?? {}) : [];
  });

/**
 * Why code or a program of a grader cannot be run here, as a sentence with what to do; null where it can.
 * @param programs those that the operator allows
 */
export function ownGraderProblem(spec: GraderSpec, programs: readonly string[]): string | null {
  for (const { type, options } of gradersIn(spec)) {
    if (type === code.type && options.language === 'python' && findPyodide() === null) return PYODIDE_MISSING;
    const [program] = type === command.type && Array.isArray(options.run) ? options.run : [];
    const problem = program === undefined ? null : programProblem(String(program), programs);
    if (problem !== null) return problem;
  }
  return null;
}

/** The servers that a grader, or the parts of a composite, call. */
const addressesCalled = (spec: GraderSpec) =>
  gradersIn(spec).flatMap(({ type, options }) => (type === http.type ? [addressOf(options)] : []));

/** Why a server of a grader may not be called, as a sentence; null if all may. */
export function addressProblem(
  spec: GraderSpec,
  { addressProblems }: Pick<Models, 'addressProblems'>,
): string | null {
  for (const address of addressesCalled(spec))
    for (const { detail } of addressProblems(address))
      return `The grader http cannot call ${address.url}: ${detail}.`;
  return null;
}

/** Whether a row with this grader needs no `expected`. */
export const expectsNothing = ({ type }: GraderSpec): boolean =>
  GRADERS.some((grader) => grader.type === type && grader.expectsNothing === true);

/** Whether a grader cannot decide right or wrong: it compares texts and gives a share, in time that grows with both. */
export const comparesTexts = ({ type }: Pick<GraderSpec, 'type'>): boolean =>
  GRADERS.some((grader) => grader.type === type && grader.share === 'always' && grader.costly);

/** Whether a grader always gives a share and never decides right or wrong. */
export const givesShare = ({ type }: GraderSpec): boolean =>
  GRADERS.some((grader) => grader.type === type && grader.share === 'always');

/** Whether a grader reads the calls of a response and not its text. */
export const readsCalls = (spec: GraderSpec): boolean =>
  someGrader(spec, (grader) => grader.readsCalls === true);

const FEW = 10;
/**
 * Expected characters times response characters: 2.4 million, a hundred keywords in 2.7 kB, took 15 ms on a busy
 * machine.
 */
const MOST_COMPARED = 1e6;

/** Whether grading may block its thread for long. */
export function isCostly(
  spec: GraderSpec,
  expected: string | readonly string[],
  { text }: Pick<GradedAnswer, 'text'>,
): boolean {
  const answers = toList(expected);
  const grader = findGrader(spec);
  const { costly, options } = grader;
  if ('combines' in grader)
    return leafGraders(spec.options, expected).some((leaf) => isCostly(leaf.grader, leaf.expected, { text }));
  if (costly || Object.keys(spec.options).some((name) => options[name]?.costly) || answers.length > FEW)
    return true;
  const characters = answers.reduce((sum, answer) => sum + answer.length, 0);
  return characters * Math.min(text.length, READ_HEAD + READ_TAIL) > MOST_COMPARED;
}

function findGrader({ type }: Pick<GraderSpec, 'type'>): AnyGrader {
  const grader = GRADERS.find((g) => g.type === type);
  if (grader === undefined) throw new Error(`There is no grader "${type}".`);
  return grader;
}

function toResult({ settled, ...judgement }: Judgement, { finishReason }: GradedAnswer): GradeResult {
  const truncated = finishReason === 'length';
  if (truncated && !settled) return { state: 'unscored', reason: 'truncated' };
  return { state: 'scored', ...judgement, truncated };
}

type Readable = { state: 'readable'; text: string } | { state: 'unscored'; reason: UnscoredReason };

/** Why a response contains nothing to grade; null if it does. */
export function unreadable(answer: GradedAnswer): UnscoredReason | null {
  const reply = readable(answer);
  return reply.state === 'unscored' ? reply.reason : null;
}

/** Only the text is read: if reasoning counted, a target that never answers could score. */
function readable({ text, finishReason }: GradedAnswer): Readable {
  if (text.trim() !== '') return { state: 'readable', text };
  if (finishReason === 'length') return { state: 'unscored', reason: 'truncated' };
  if (finishReason === 'content_filter') return { state: 'unscored', reason: 'content_filter' };
  return { state: 'unscored', reason: 'empty' };
}

/** The calls of a response as text. A response without calls is gradable too, unless it was truncated. */
function readableCalls({ toolCalls = [], finishReason }: GradedAnswer): Readable {
  const cut =
    finishReason === 'length' ? 'truncated' : finishReason === 'content_filter' ? finishReason : null;
  if (cut !== null && toolCalls.length === 0) return { state: 'unscored', reason: cut };
  return {
    state: 'readable',
    text: JSON.stringify(toolCalls.map(({ name, arguments: args }) => [name, args])),
  };
}

function readPart(text: string): string {
  if (text.length <= READ_HEAD + READ_TAIL) return text;
  return `${text.slice(0, READ_HEAD)}\n${text.slice(-READ_TAIL)}`;
}

function toList(expected: string | readonly string[]): readonly string[] {
  return typeof expected === 'string' ? [expected] : expected;
}
