import type { GradedAnswer, Grader, Judgement } from './grader.ts';
import { oneOf } from './options.ts';
import { jsonReply } from './reply/json-reply.ts';
import { schemaProblem } from './schema-check.ts';
import { compareFields, sumOf } from './structured/compare-fields.ts';
import { type FieldRules, ruleProblems, unfitRules } from './structured/field-rules.ts';
import { schemaBounds } from './structured/schema-bounds.ts';

/** How a target is asked for JSON: by its provider's own means, or by words in the prompt. */
export const SCHEMA_ROUTES = ['response_format', 'prompt'] as const;
export type Route = (typeof SCHEMA_ROUTES)[number];

/**
 * The outcomes of a response that should be JSON of a schema; each response has one.
 *
 * - `right`: valid against the schema, and every field as expected
 * - `wrong_fields`: valid, and a field is wrong, missing or invented
 * - `invalid`: JSON that the schema does not allow, or that is broken
 * - `truncated`: cut off by the token limit before it was complete
 * - `refused`: the provider says so, or it begins like a refusal in English
 * - `wrong_route`: text, JSON within text, or a tool call instead of JSON
 * - `empty`: nothing
 */
export const STRUCTURED_OUTCOMES = [
  'right',
  'wrong_fields',
  'invalid',
  'truncated',
  'refused',
  'wrong_route',
  'empty',
] as const;
export type StructuredOutcome = (typeof STRUCTURED_OUTCOMES)[number];

/** Maximum characters of a response or an expected value; a longer response is invalid. */
const MOST_CHARACTERS = 128 * 1024;

/** A response that should be JSON of a schema, graded field by field. Also uses how the response ended. */
export const structuredOutput: Grader = {
  type: 'structured_output',
  version: 1,
  readsReplies: true,
  share: 'by_option',
  description:
    'The response is JSON that is valid against the schema, with every field as expected. Other outcomes are counted separately.',
  options: {
    schema: {
      type: 'json',
      required: true,
      costly: true,
      description: 'The JSON Schema (draft 2020-12; formats are not checked, patterns have RE2 syntax).',
      expects: 'a JSON Schema of at most 32 KiB and 32 levels, whose references begin with "#"',
      accepts: (value) => schemaBounds(value).length === 0,
    },
    fields: {
      type: 'json',
      description: 'The comparison for fields that need not be equal, by JSON Pointer.',
      expects: 'rules by JSON Pointer, such as {"/total": {"tolerance": 0.01}, "/tags": {"order": "any"}}',
      accepts: (value) => ruleProblems(value).length === 0,
    },
    route: oneOf(
      '"prompt": JSON, optionally in one code block. "response_format": JSON and nothing else.',
      SCHEMA_ROUTES,
      'prompt',
    ),
    score: oneOf(
      '"all": 1 when every field is right, else 0. "fields": the share of right fields; 0 where it is not valid.',
      ['all', 'fields'],
    ),
  },
  expectedProblem(expected, { schema, fields }) {
    if (schema === undefined) return 'option "schema" is missing';
    if (expected.length > MOST_CHARACTERS) return 'expected is larger than 128 KiB';
    const value = parsed(expected);
    if (value === null) return 'expected must be a JSON value nested at most 64 levels deep';
    const [unfit] = fields === undefined ? [] : unfitRules(fields as FieldRules, value.value, schema);
    return unfit ? `option "fields"${unfit.pointer} ${unfit.detail}` : null;
  },
  judge: (reply, expected, options) =>
    judgeAnswer({ text: reply, reasoning: null, finishReason: 'stop' }, expected, options),
  judgeAnswer,
};

function judgeAnswer(
  answer: GradedAnswer,
  expected: readonly string[],
  { schema, fields, route, score }: Readonly<Record<string, unknown>>,
): Judgement {
  const found = jsonOf(answer.text, route === 'response_format');
  if (found === null) return failed(...whyNone(answer), 0);
  const extracted = JSON.stringify(found.value);
  const problem = schemaProblem(schema as object, found.value);
  if (problem !== null)
    return { ...failed('invalid', `It is JSON but violates the schema: ${problem}.`, 0), extracted };
  const compared = expected
    .map((one) => compareFields(JSON.parse(one), found.value, (fields ?? {}) as FieldRules))
    .map((one) => ({ ...one, ...sumOf(one) }))
    .reduce((best, one) => (one.right * best.whole > best.right * one.whole ? one : best));
  const { right, whole, invented } = compared;
  const isRight = right === whole;
  const wrong = [...compared.fields].filter(([, one]) => one.right < one.expected).map(([place]) => place);
  return {
    score: score === 'fields' && whole > 0 ? right / whole : Number(isRight),
    extraction: found.isWhole ? 'strict' : 'flexible',
    extracted,
    settled: true,
    reason: isRight ? null : ('wrong_fields' satisfies StructuredOutcome),
    message: isRight ? null : wrongSentence(wrong, invented),
    details: {
      valid: 1,
      ...(whole > 0 && { fields: [right, whole] }),
      invented_fields: invented,
      ...Object.fromEntries(
        [...compared.fields].map(([place, one]) => [fieldDetail(place), [one.right, one.expected]]),
      ),
    },
  };
}

/** The prefix of details for fields by their place; no other detail has it. */
const fieldDetail = (place: string) => `field ${place}`;
/** The place of a field among details; null for another figure. */
export const placeOfDetail = (name: string) =>
  name.startsWith('field ') ? name.slice('field '.length) : null;

const MOST_NAMED = 10;

function wrongSentence(wrong: readonly string[], invented: number): string {
  const named = wrong.slice(0, MOST_NAMED).map((place) => place || 'the whole value');
  const more = wrong.length > MOST_NAMED ? ` and ${wrong.length - MOST_NAMED} more` : '';
  return [
    ...(wrong.length > 0 ? [`Not as expected: ${named.join(', ')}${more}.`] : []),
    ...(invented > 0 ? [`${invented} of its fields were not expected.`] : []),
  ].join(' ');
}

function failed(reason: StructuredOutcome | 'only_reasoning', message: string, valid: number): Judgement {
  return { score: 0, extraction: null, extracted: null, settled: true, reason, message, details: { valid } };
}

/** Why a response contains no JSON in the requested form. */
function whyNone({
  text,
  reasoning,
  finishReason,
  toolCalls = [],
}: GradedAnswer): [StructuredOutcome | 'only_reasoning', string] {
  if (finishReason === 'content_filter') return ['refused', 'The provider reported a refusal.'];
  if (finishReason === 'length')
    return ['truncated', 'The token limit was reached before the JSON was complete.'];
  const [call] = toolCalls;
  if (text.trim() === '') {
    if (call) return ['wrong_route', `It calls the tool ${call.name} instead.`];
    return reasoning?.trim()
      ? ['only_reasoning', 'The response has only reasoning.']
      : ['empty', 'The response is empty.'];
  }
  if (text.length > MOST_CHARACTERS) return ['invalid', 'It is longer than 128 Ki characters.'];
  const bracket = /^\s*(?:```[^\n]*\n\s*)?([{[])/.exec(text)?.[1];
  // Broken JSON contains smaller complete pieces, which are not what was meant.
  const meant =
    bracket && text.slice(text.indexOf(bracket), text.lastIndexOf(bracket === '{' ? '}' : ']') + 1);
  if (meant !== undefined && parsed(meant) === null) return ['invalid', 'It is not valid JSON.'];
  if (meant !== undefined || jsonReply(text) !== null)
    return ['wrong_route', 'The JSON is surrounded by other text.'];
  if (REFUSAL.test(text)) return ['refused', 'It begins like a refusal.'];
  return ['wrong_route', 'It is text instead of JSON.'];
}

/** The beginnings of refusals in English; in another language a refusal counts as text. */
const REFUSAL =
  /^\s*(?:(?:i['’]?m|i am|we['’]re|we are) (?:very |so |really )?sorry|sorry,|my apologies|i apologi[sz]e|unfortunately,? i|i (?:can['’]?t|cannot|can not|won['’]?t|will not|must decline|have to decline)|i(?:['’]m| am) (?:unable|not able|not permitted|not allowed)|as an? (?:ai|assistant|language model)\b)/i;

/** The JSON of a response; `isWhole` unless it is in a code block, which only the condition `prompt` allows. */
function jsonOf(text: string, isStrict: boolean): { value: unknown; isWhole: boolean } | null {
  if (text.length > MOST_CHARACTERS) return null;
  const whole = parsed(text);
  if (whole !== null) return { value: whole.value, isWhole: true };
  const block = isStrict ? null : /^\s*```[^\n`]*\n([\s\S]*?)\n?[ \t]*```\s*$/.exec(text);
  const inner = block?.[1] === undefined ? null : parsed(block[1]);
  return inner && { value: inner.value, isWhole: false };
}

/** Null if a text as a whole is not JSON. */
function parsed(text: string): { value: unknown } | null {
  const found = jsonReply(text);
  return found?.extraction === 'strict' ? found : null;
}
