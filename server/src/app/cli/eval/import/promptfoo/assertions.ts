import { parse } from 'yaml';
import { isObject } from '../../../../../kernel/json.ts';
import { graderProblems } from '../../../../../measure/graders/graders.ts';
import { type AssertionContext, type Converted, type Part, textOf, textsOf } from './assertion.ts';
import { isCode, toCode } from './code-assertions.ts';
import { isModelGraded, toJudged } from './model-graded.ts';
import { NotTaken } from './not-taken.ts';
import { embedderNamed } from './providers.ts';
import { TEXT_ASSERTIONS } from './text-assertions.ts';
import { toList } from './to-list.ts';
import { fill } from './variables.ts';

type Fields = Record<string, unknown>;
/** An assertion with its value filled. Throws `NotTaken`. */
type Convert = (assertion: Fields, value: unknown, context: AssertionContext) => Converted;

const CALLS = 'it grades calls of tools, which a row of a dataset cannot have';
const TRACES = 'it grades traces, which are not recorded here';
const SERVICE = 'it asks a service of its own';

/** Why each of the others is not taken. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  ruby: 'it runs code in Ruby, which is not taken',
  webhook: SERVICE,
  classifier: SERVICE,
  moderation: SERVICE,
  guardrails: SERVICE,
  pi: SERVICE,
  'search-rubric': SERVICE,
  perplexity: 'probabilities of tokens are not recorded',
  'perplexity-score': 'probabilities of tokens are not recorded',
  meteor: 'it needs a dictionary of synonyms',
  'is-sql': 'no parser of SQL is here',
  'contains-sql': 'no parser of SQL is here',
  'is-valid-function-call': CALLS,
  'is-valid-openai-function-call': CALLS,
  'is-valid-openai-tools-call': CALLS,
  'tool-call-f1': CALLS,
  'select-best': 'it compares responses of several targets; use a custom evaluation with pairwise judges',
  'max-score': 'it compares responses of several targets, as results do',
  human: 'people grade with labels',
};

const at = (place: string, ignore_case = false, require = 'any'): Convert => {
  const grader = { type: 'literal', options: { at: place, ignore_case, require } };
  return (_, value) => ({ grader, expected: textOf(value) });
};
const several = (require: string, ignore_case: boolean): Convert => {
  const grader = { type: 'literal', options: { at: 'anywhere', ignore_case, require } };
  return (_, value) => ({ grader, expected: textsOf(typeof value === 'string' ? separated(value) : value) });
};
const shareFrom =
  (type: string, threshold: number): Convert =>
  (assertion, value) => ({
    grader: { type, options: {} },
    expected: textsOf(value),
    threshold: markOf(assertion) ?? threshold,
  });

const TAKEN: Readonly<Record<string, Convert>> = {
  equals: (_, value) =>
    typeof value === 'object' && value !== null
      ? { grader: { type: 'json', options: { strict: true } }, expected: JSON.stringify(value) }
      : { grader: { type: 'literal', options: { at: 'whole' } }, expected: String(value) },
  contains: at('anywhere'),
  icontains: at('anywhere', true),
  'contains-any': several('any', false),
  'icontains-any': several('any', true),
  'contains-all': several('all', false),
  'icontains-all': several('all', true),
  'starts-with': at('start'),
  'ends-with': at('end'),
  regex: (_, value) => ({ grader: { type: 'regex', options: {} }, expected: textOf(value) }),
  'is-json': json('whole'),
  'contains-json': json('anywhere'),
  levenshtein: (assertion, value) => ({
    grader: { type: 'edit_distance', options: { max: markOf(assertion) ?? 5 } },
    expected: textOf(value),
  }),
  'rouge-n': shareFrom('rouge_n', 0.75),
  bleu: shareFrom('bleu', 0.5),
  gleu: shareFrom('gleu', 0.5),
  'word-count': counted('word_count'),
  'character-count': counted('character_count'),
  'finish-reason': (_, value) => ({
    grader: { type: 'finish_reason', options: {} },
    expected: textOf(value).toLowerCase(),
  }),
  latency: limit('latency', 'max_ms'),
  cost: limit('cost', 'max_usd'),
  similar: similar,
  'similar:cosine': similar,
  ...TEXT_ASSERTIONS,
};

/** Whether a text is the name of an assertion. */
export const isAssertionType = (type: string): boolean =>
  Object.hasOwn(TAKEN, type) ||
  Object.hasOwn(LEFT_OUT, type) ||
  isCode(type) ||
  isModelGraded(type) ||
  OTHERS.test(type);

const OTHERS = /^(?:similar:(?:dot|euclidean)|(?:trace|trajectory)[-:].*)$/;

/** The parts that assertions become; those that are not taken are named. */
export async function toParts(asserts: readonly unknown[], context: AssertionContext): Promise<Part[]> {
  const parts: Part[] = [];
  for (const assertion of asserts) {
    try {
      parts.push(...(await toPart(assertion, context)));
    } catch (error) {
      if (!(error instanceof NotTaken)) throw error;
      const type = isObject(assertion) ? assertion.type : assertion;
      context.say(`The assertion ${String(type)} is not taken: ${error.message}.`, assertion);
    }
  }
  return parts;
}

const MOST_LEVELS = 10;
const FIELDS = [
  'type',
  'value',
  'weight',
  'threshold',
  'metric',
  'provider',
  'config',
  'rubricPrompt',
  'transform',
];

async function toPart(given: unknown, context: AssertionContext): Promise<Part[]> {
  if (typeof given === 'string' && given.startsWith('file://')) {
    const level = (context.level ?? 0) + 1;
    if (level > MOST_LEVELS) throw new NotTaken('its files name each other without an end');
    return toParts(toList(await context.files.yaml(given)), { ...context, level });
  }
  if (!isObject(given) || typeof given.type !== 'string') throw new NotTaken('it has no type');
  const common = {
    ...(typeof given.weight === 'number' && { weight: given.weight }),
    ...(typeof given.metric === 'string' &&
      given.metric !== '' && { metric: fill(given.metric, context.vars) }),
  };
  if (given.type === 'assert-set') return [{ ...(await toSet(given, context)), ...common }];
  if (given.transform !== undefined || given.contextTransform !== undefined)
    throw new NotTaken('its transform is code, which is not run');
  const isNot = given.type.startsWith('not-');
  const type = isNot ? given.type.slice('not-'.length) : given.type;
  const convert = isCode(type) ? null : converterOf(type);
  for (const field of Object.keys(given))
    if (!FIELDS.includes(field)) context.say(`"${field}" of an assertion has no equivalent.`, given);
  const converted =
    convert === null
      ? await toCode(type, given, context)
      : convert(given, await filledValue(given.value, context), context);
  const part = { ...converted, ...(isNot && { not: true }), ...common };
  const [problem] = graderProblems({ ...part.grader }, part.expected ?? '');
  if (problem !== undefined) throw new NotTaken(problem);
  return [part];
}

/** Throws `NotTaken` with why there is none. */
function converterOf(type: string): Convert {
  if (isModelGraded(type)) return (assertion, value, context) => toJudged(type, assertion, value, context);
  const convert = Object.hasOwn(TAKEN, type) ? TAKEN[type] : undefined;
  if (convert === undefined) throw new NotTaken(whyNot(type));
  return convert;
}

function whyNot(type: string): string {
  if (type.startsWith('trace-') || type.startsWith('trajectory:')) return TRACES;
  if (type.startsWith('promptfoo:redteam:') || type.startsWith('guardrail')) return SERVICE;
  return LEFT_OUT[type] ?? 'there is no such grader here';
}

async function toSet(given: Fields, context: AssertionContext): Promise<Part> {
  const asserts = toList(given.assert);
  const parts = await toParts(asserts, context);
  if (parts.length === 0) throw new NotTaken('none of its assertions is taken');
  return { grader: toCompositeGrader(parts, given.threshold) };
}

/** The grader that combines parts as promptfoo does: all must pass or, with a threshold, the weighted mean decides. */
export function toCompositeGrader(parts: readonly Part[], threshold: unknown): Part['grader'] {
  if (typeof threshold !== 'number') return { type: 'composite', options: { parts } };
  if (threshold < 0 || threshold > 1) throw new NotTaken('its threshold is not from 0 to 1');
  return { type: 'composite', options: { parts, threshold } };
}

async function filledValue(value: unknown, context: AssertionContext): Promise<unknown> {
  if (Array.isArray(value)) return Promise.all(value.map((one) => filledValue(one, context)));
  if (typeof value !== 'string') return value;
  if (value.startsWith('package:') || /^file:\/\/.*\.(?:py|js|ts|mjs|cjs|rb)(?::\w+)?$/.test(value))
    throw new NotTaken('its value is made by a program, which is not run');
  if (!value.startsWith('file://')) return fill(value, context.vars);
  const [path] = await context.files.matching(value);
  if (path === undefined) throw new NotTaken(`there is no file ${value}`);
  return /\.(?:ya?ml|json)$/i.test(path) ? context.files.yaml(path) : (await context.files.text(path)).trim();
}

/** Texts between commas, where one in quotation marks may hold a comma. */
function separated(text: string): string[] {
  const found = text.match(/\s*"(?:[^"]|"")*"\s*|[^,]+/g) ?? [];
  return found.flatMap((one) => {
    const trimmed = one.trim();
    const inner = /^"([\s\S]*)"$/.exec(trimmed)?.[1]?.replaceAll('""', '"') ?? trimmed;
    return inner === '' ? [] : [inner];
  });
}

const markOf = ({ threshold }: Fields): number | undefined =>
  typeof threshold === 'number' && !Number.isNaN(threshold) ? threshold : undefined;

function json(where: string): Convert {
  return (_, value) => {
    const schema = typeof value === 'string' && value.trim() !== '' ? parse(value) : value;
    if (schema !== undefined && schema !== null && schema !== '' && !isObject(schema))
      throw new NotTaken('its value is not a JSON Schema that is an object');
    const { $schema: _draft, ...used } = isObject(schema) ? schema : {};
    return { grader: { type: 'json_schema', options: { where } }, expected: JSON.stringify(used) };
  };
}

function counted(type: string): Convert {
  return (_, value) => {
    const bounds = isObject(value) ? value : { min: Number(value), max: Number(value) };
    const { min, max } = bounds;
    const options = {
      ...(typeof min === 'number' && { min }),
      ...(typeof max === 'number' && { max }),
    };
    return { grader: { type, options } };
  };
}

function limit(type: string, option: string): Convert {
  return (assertion) => {
    const most = markOf(assertion);
    if (most === undefined) throw new NotTaken('it has no threshold');
    return { grader: { type, options: { [option]: most } } };
  };
}

function similar(assertion: Fields, value: unknown, { embeddings, options }: AssertionContext): Converted {
  const named = [assertion.provider, options.provider].map(embedderNamed).find((one) => one !== null);
  const model = named ?? embeddings;
  if (model === undefined)
    throw new NotTaken('no embedding model is named; name one with --embeddings provider/model');
  return {
    grader: { type: 'embedding_similarity', options: { model } },
    expected: textsOf(value),
    threshold: markOf(assertion) ?? 0.75,
  };
}
