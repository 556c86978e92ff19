import type { Grader } from './grader.ts';
import { oneOf } from './options.ts';
import { NOTHING_FOUND } from './reply/final-answer.ts';
import { jsonReply, jsonWithin } from './reply/json-reply.ts';
import { schemaProblem, validatorOf } from './schema-check.ts';

/** Maximum total characters of an item's schemas. */
const MOST_TOGETHER = 64 * 1024;

/** Right if the response contains JSON that is valid against an expected JSON Schema, written as JSON. */
export const jsonSchema: Grader = {
  type: 'json_schema',
  version: 1,
  readsReplies: true,
  share: 'never',
  costly: true,
  description:
    'The JSON in the response is valid against the expected JSON Schema (draft 2020-12; formats are not checked, patterns use RE2 syntax).',
  options: {
    where: oneOf(
      'Where the JSON is: "answer": the whole response, a code block, or between the outermost brackets. "whole": the response is JSON and nothing else. "anywhere": any object or list in the response.',
      ['answer', 'whole', 'anywhere'],
    ),
  },
  expectedProblem(expected) {
    try {
      validatorOf(schemaOf(expected));
      return null;
    } catch (error) {
      return `the JSON Schema cannot be used: ${error instanceof Error ? error.message : error}`;
    }
  },
  togetherProblem(expected) {
    const size = expected.reduce((sum, { length }) => sum + length, 0);
    return size <= MOST_TOGETHER ? null : 'its JSON Schemas together are larger than 64 KiB';
  },
  judge(reply, expected, { where }) {
    const found = where === 'anywhere' ? jsonWithin(reply) : [jsonReply(reply) ?? []].flat();
    const read = found.filter(({ extraction }) => where !== 'whole' || extraction === 'strict');
    const isRight = ({ value }: { value: unknown }) =>
      expected.some((schema) => schemaProblem(schemaOf(schema), value) === null);
    const shown = read.find(isRight) ?? read[0];
    if (shown === undefined) return NOTHING_FOUND;
    const extracted = JSON.stringify(shown.value);
    return { score: isRight(shown) ? 1 : 0, extraction: shown.extraction, extracted, settled: false };
  },
};

function schemaOf(text: string): object {
  const schema: unknown = JSON.parse(text);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    throw new Error('it must be a JSON object');
  return schema;
}
