import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { NewEvaluation } from '../src/evaluate/evaluations/schemas/evaluation-schemas.ts';
import { NewStack } from '../src/evaluate/stacks/stack-schemas.ts';
import { createGraderChooser } from '../src/measure/graders/graders.ts';
import { readQuestion } from '../src/measure/retrieval/retrieval.ts';
import { readArrivalTrace } from '../src/measure/traffic/arrival-trace.ts';
import { readSessionTrace } from '../src/measure/traffic/session-trace.ts';
import { getBenchmark, sampleAll } from './support/benchmark-service.ts';
import { type Snippet, snippetsOf } from './support/page-run.ts';

// JSON of pages that a reader sends somewhere: it is read by what would read it there. Commands: pages.test.ts.

const LOAD = 'docs/how-to/load-and-cost.md';
const KINDS = 'docs/reference/kinds.md';
const GRADERS = 'docs/reference/graders.md';

const MODEL = { target_type: 'model', model_provider: 'local', model_id: 'small' };

const inOneLine = (text: string) => JSON.stringify(JSON.parse(text));
const lines = (text: string) => text.split('\n').map((line) => JSON.parse(line));
const problemsOf = (line: Record<string, unknown>) => {
  const read = readQuestion(line, createGraderChooser());
  return 'problems' in read ? read.problems : [];
};
const valid = (schema: TSchema, value: unknown) =>
  assert.deepEqual(
    Value.Errors(schema, value).map(({ instancePath, message }) => `${instancePath} ${message}`),
    [],
  );
const asChoice = (text: string) =>
  valid(NewEvaluation, { name: 'A page', targets: [MODEL], benchmarks: [JSON.parse(text)] });
const asRowsOf = (type: string) => async (text: string) => {
  const sampleSize = text.split('\n').length;
  const { items, warnings } = await sampleAll(getBenchmark(type), {
    subset: 'page',
    sampleSize,
    seed: 1,
    data: { name: 'page', text },
  });
  assert.equal(items.length, sampleSize);
  assert.deepEqual(warnings, []);
};

const READ: readonly [page: string, holds: string, read: (text: string) => unknown][] = [
  [LOAD, '"timestamp": 420', (text) => assert.equal(readArrivalTrace(text).timesMs.length, 2)],
  [LOAD, '"time_scale"', asChoice],
  [LOAD, '"think_ms": 8000', asChoice],
  [LOAD, '"arrival_ms"', (text) => assert.equal(readSessionTrace(text).sessions.length, 1)],
  [LOAD, '"reasoning_effort"', (text) => valid(NewStack, JSON.parse(text))],
  [KINDS, '"rules"', asRowsOf('adherence')],
  [KINDS, '"relevant"', (text) => assert.deepEqual(lines(text).flatMap(problemsOf), [])],
  [GRADERS, '6 × 7', asRowsOf('dataset')],
  [GRADERS, '"custom_eval"', (text) => valid(NewEvaluation, JSON.parse(text))],
  [GRADERS, '"additionalProperties"', (text) => asRowsOf('structured_output')(inOneLine(text))],
];

for (const [page, held, read] of READ) {
  test(`${page}: the block with ${held} is accepted`, async () => {
    const found = snippetsOf(page).filter(
      ({ language, text }) => /^jsonl?$/.test(language) && text.includes(held),
    );
    assert.equal(found.length, 1);
    await read(found[0]?.text ?? '');
  });
}

test('every block of JSON in the documents can be parsed, as a whole or line by line', () => {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const blocks = globSync('docs/**/*.md', { cwd: root }).flatMap((page) =>
    snippetsOf(page).map((snippet) => ({ page, ...snippet })),
  );
  assert.deepEqual(
    blocks
      .filter(({ language, text }) => /^jsonl?$/.test(language) && !isJson(text))
      .map(({ page, line }) => `${page}, line ${line}`),
    [],
  );
});

function isJson(text: Snippet['text']): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text.includes('\n') && text.split('\n').every(isJson);
  }
}
