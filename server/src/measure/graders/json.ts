import { isObject, parseJson } from '../../kernel/json.ts';
import type { Grader } from './grader.ts';
import { flag, type GraderOptions, type OptionSpec, oneOf } from './options.ts';
import { NOTHING_FOUND } from './reply/final-answer.ts';
import { jsonReply } from './reply/json-reply.ts';
import { schemaProblem, validatorOf } from './schema-check.ts';

const schemaOption: OptionSpec = {
  type: 'json',
  costly: true,
  description: 'A JSON Schema that the value must also match; otherwise the score is 0.',
  expects: 'a JSON Schema that can be compiled',
  accepts(value) {
    try {
      return isObject(value) && validatorOf(value) !== undefined;
    } catch {
      return false;
    }
  },
};

/**
 * Compares the JSON of the response with an expected value, written as JSON. The order of fields does not matter, that
 * of lists does; texts are equal after NFC and collapsed white space. `fields` counts leaves (texts, numbers, true,
 * false, null, empty lists and objects) by their path: equal ones as a share of all that either side has, so that
 * missing, wrong and invented fields all cost.
 */
export const json: Grader = {
  type: 'json',
  version: 1,
  readsReplies: true,
  share: 'by_option',
  description:
    'The JSON in the response equals the expected value, or the score is the share of matching fields.',
  options: {
    score: oneOf('"all": 1 when everything is equal, else 0. "fields": the share of equal fields.', [
      'all',
      'fields',
    ]),
    schema: schemaOption,
    ignore_case: flag('Compare texts case-insensitively.', false),
    strict: flag(
      'The response must be JSON and nothing else, and texts are compared character by character.',
      false,
    ),
  },
  expectedProblem: (expected) => (parseJson(expected) === undefined ? 'expected is not JSON' : null),
  judge(reply, expected, options) {
    const found = jsonReply(reply);
    if (found === null || (options.strict === true && found.extraction !== 'strict')) return NOTHING_FOUND;
    const { value, extraction } = found;
    const valid = !isObject(options.schema) || schemaProblem(options.schema, value) === null;
    const scores = expected.map((answer) => compare(value, parseJson(answer), options));
    return {
      score: valid ? Math.max(...scores) : 0,
      extraction,
      extracted: JSON.stringify(value),
      settled: false,
    };
  },
};

function compare(given: unknown, expected: unknown, options: GraderOptions): number {
  const [a, b] = [leavesOf(given, options), leavesOf(expected, options)];
  const same = [...a].filter(([path, leaf]) => b.get(path) === leaf).length;
  const all = a.size + [...b.keys()].filter((path) => !a.has(path)).length;
  if (options.score === 'fields') return same / all;
  return same === all ? 1 : 0;
}

/** Leaves by path; both as JSON texts, so that "1" and 1 differ. */
function leavesOf(value: unknown, options: GraderOptions): Map<string, string> {
  const leaves = new Map<string, string>();
  const walk = (inner: unknown, path: readonly string[]): void => {
    const entries = typeof inner === 'object' && inner !== null ? Object.entries(inner) : [];
    for (const [name, below] of entries) walk(below, [...path, name]);
    if (entries.length === 0) leaves.set(JSON.stringify(path), leafOf(inner, options));
  };
  walk(value, []);
  return leaves;
}

function leafOf(value: unknown, options: GraderOptions): string {
  if (typeof value !== 'string' || options.strict === true) return JSON.stringify(value);
  const text = value.normalize('NFC').replace(/\s+/g, ' ').trim();
  return JSON.stringify(options.ignore_case === true ? text.toLowerCase() : text);
}
