import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { createApp, type Touchstone } from '../src/app/app.ts';
import { loadConfig } from '../src/platform/config.ts';

interface Published {
  openapi: string;
  paths: Record<string, Record<string, Record<string, unknown>>>;
  components: { schemas: Record<string, unknown> };
}

type Content = Record<string, { schema?: object }>;

const committed = JSON.parse(
  readFileSync(new URL('../../client/openapi.json', import.meta.url), 'utf8'),
) as Published;

const operations = Object.entries(committed.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({
    name: `${method.toUpperCase()} ${path}`,
    operation,
  })),
);

const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-openapi-'));
let app: Touchstone;
let url: string;

before(async () => {
  const flags = { port: '0', 'data-dir': dataDir, 'log-level': 'silent', 'base-path': '/here' };
  app = await createApp(loadConfig({ env: {}, flags }));
  ({ url } = await app.start());
});

after(async () => {
  await app.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

test('the committed document is what the service publishes, wherever it is mounted', async () => {
  const response = await fetch(`${url}/openapi.json`);
  assert.equal(response.status, 200);
  const published = (await response.json()) as object;
  const message = 'Run "npm run generate" and commit what it changes.';
  assert.deepEqual(published, { ...committed, servers: [{ url: '/here' }] }, message);
});

test('it is OpenAPI 3.1 and every reference leads somewhere', () => {
  assert.match(committed.openapi, /^3\.1\./);
  const references = [...JSON.stringify(committed).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(
    ([, at]) => at ?? '',
  );
  assert.ok(references.length > 0);
  for (const reference of references) {
    const found = reference
      .split('/')
      .reduce<unknown>((inside, key) => (inside as Record<string, unknown> | undefined)?.[key], committed);
    assert.ok(found, reference);
  }
});

test('no two operations have the same id', () => {
  const ids = operations.map(({ operation }) => operation.operationId);
  assert.deepEqual(
    ids.filter((id, i) => ids.indexOf(id) !== i),
    [],
  );
});

test('every operation has an id, a summary, a tag, a success and problems', () => {
  for (const { name, operation } of operations) {
    assert.match(String(operation.operationId), /^[a-z][A-Za-z0-9]+$/, name);
    assert.ok(
      typeof operation.summary === 'string' && operation.summary.length > 3,
      `${name} has no summary`,
    );
    assert.ok(Array.isArray(operation.tags) && operation.tags.length === 1, `${name} has no single tag`);
    const responses = operation.responses as Record<string, { content?: object }>;
    assert.ok(
      Object.keys(responses).some((status) => /^2/.test(status)),
      `${name} has no success`,
    );
    for (const status of ['4XX', '5XX']) {
      assert.deepEqual(
        Object.keys(responses[status]?.content ?? {}),
        ['application/problem+json'],
        `${name} ${status}`,
      );
    }
  }
});

// The service writes answers without them; those who read the document compile them.
test('every answer has a schema that can be compiled', () => {
  const schemas = new Map<string, string>();
  for (const { name, operation } of operations)
    for (const { content } of Object.values(operation.responses as Record<string, { content?: Content }>))
      for (const { schema } of Object.values(content ?? {})) schemas.set(JSON.stringify(schema), name);
  assert.ok(schemas.size > operations.length / 2);
  for (const [schema, name] of schemas) {
    const whole = { ...JSON.parse(schema), components: committed.components };
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    assert.doesNotThrow(() => ajv.compile(whole), name);
  }
});

test('what may be null by its type may be null by its words too', () => {
  const refusing: string[] = [];
  JSON.stringify(committed, (at, value: { type?: unknown; enum?: unknown[]; const?: unknown } | null) => {
    const words = value?.enum ?? (value?.const === undefined ? undefined : [value.const]);
    if (Array.isArray(value?.type) && value.type.includes('null') && Array.isArray(words))
      if (!words.includes(null)) refusing.push(at);
    return value;
  });
  assert.deepEqual(refusing, []);
});

test('every path parameter is declared', () => {
  for (const { name, operation } of operations) {
    const declared = ((operation.parameters ?? []) as { in?: string; name?: string }[])
      .filter((parameter) => parameter.in === 'path')
      .map((parameter) => parameter.name);
    const named = [...name.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter);
    assert.deepEqual(declared.sort(), named.sort(), name);
  }
});

test('what needs no key says so, and nothing else does', () => {
  const open = operations
    .filter(({ operation }) => Array.isArray(operation.security))
    .map(({ name }) => name);
  for (const name of open) assert.doesNotMatch(name, /workspace/);
  assert.ok(open.includes('GET /errors'));
});

test('header parameters and cursors have patterns that take what is right and nothing else', () => {
  const { components } = committed as unknown as {
    components: { parameters: Record<string, { schema: { pattern: string } }> };
  };
  const cursors = operations.flatMap(({ name, operation }) =>
    ((operation.parameters ?? []) as { name?: string; schema: { pattern?: string } }[])
      .filter((parameter) => parameter.name === 'cursor')
      .map(({ schema }) => [name, schema.pattern] as const),
  );
  assert.ok(cursors.length > 4);
  const table: [what: string, pattern: string | undefined, right: string[], wrong: string[]][] = [
    [
      'If-Match',
      components.parameters.IfMatch?.schema.pattern,
      ['*', '"1"', 'W/"1", "2"'],
      ['1', '"1" "2"', ',', '""1""'],
    ],
    ['Idempotency-Key', components.parameters.IdempotencyKey?.schema.pattern, ['a', '!~'], ['a b', 'ü', '']],
    ...cursors.map(([name, pattern]): [string, string | undefined, string[], string[]] => [
      name,
      pattern,
      ['AZr_-9'],
      ['a b', '🚀', ''],
    ]),
  ];
  for (const [what, pattern, right, wrong] of table) {
    const expression = new RegExp(pattern ?? assert.fail(`${what} has no pattern`), 'u');
    for (const value of right) assert.match(value, expression, what);
    for (const value of wrong) assert.doesNotMatch(value, expression, what);
  }
});

test('what answers with files names their media types, and JSON has a schema', () => {
  const contentOf = (name: string) => {
    const { responses } = operations.find((each) => each.name === name)?.operation ?? {};
    return (responses as Record<string, { content: Content }>)['200']?.content ?? {};
  };
  const source = '/workspaces/{workspace_id}/sources/{source_id}/original';
  assert.deepEqual(Object.keys(contentOf(`GET ${source}`)).sort(), [
    'application/gzip',
    'application/jsonl',
    'application/octet-stream',
    'application/pdf',
    'application/vnd.apache.parquet',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/x-ndjson',
    'text/*',
    'text/csv',
    'text/html',
    'text/markdown',
    'text/plain',
  ]);
  const exported = contentOf('GET /workspaces/{workspace_id}/evaluations/{evaluation_id}/export');
  assert.deepEqual(exported['application/json']?.schema, { $ref: '#/components/schemas/WholeEvaluation' });
});

test('creating takes an Idempotency-Key; changing and deleting what has an ETag take If-Match', () => {
  const takes = (name: string) =>
    JSON.stringify(operations.find((each) => each.name === name)?.operation.parameters ?? []);
  assert.match(takes('POST /workspaces'), /parameters\/IdempotencyKey/);
  assert.match(takes('PATCH /workspaces/{workspace_id}'), /parameters\/IfMatch/);
  assert.match(takes('DELETE /workspaces/{workspace_id}'), /parameters\/IfMatch/);
  assert.doesNotMatch(takes('GET /workspaces'), /IfMatch|Idempotency/);
});
