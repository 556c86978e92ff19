import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Operations that the console reaches by another way than its typed client: the file, and the text that shows it. */
const BY_ANOTHER_WAY: Readonly<Record<string, readonly [file: string, text: string]>> = {
  getEvents: ['api/shared-events.ts', '/events`'],
  getEvaluationExport: ['evaluations/evaluation-actions.tsx', '/export`'],
  getSourceOriginal: ['sources/source-actions.tsx', '/original`'],
};

/** Operations without a control, and why a person needs none. */
const WITHOUT_CONTROL: Readonly<Record<string, string>> = {
  getHealthz: 'For the supervisor of the process.',
  listErrors: 'The codes of problems, for programs; the console shows each problem in words.',
  preflightEvaluation:
    'Each run does the same before it spends anything, and its warnings say what came of it; this is for checks without a run.',
  compareEvaluations:
    'The console has no page that chooses evaluations to compare; `touchstone compare ID ID --url` does, and the console shows the comparison.',
  getProvider: 'The list of providers shows all there is to a provider.',
  getPrice: 'The list of prices shows all there is to a price.',
  getCatalogPrice: 'The list of prices shows all there is to a price.',
  listCatalogPrices: 'The prices of a workspace include those of all workspaces.',
  rewrapProviders: 'It follows a change of the environment: `touchstone providers rewrap`.',
  getApiKey: 'The list of keys shows all there is to a key.',
  getMessage: 'The conversation lists whole messages.',
};

/** `GET /workspaces/{workspace_id}` → where the console calls it. */
function callsOfConsole(): Map<string, string[]> {
  const calls = new Map<string, string[]>();
  for (const file of globSync('web/src/**/*.{ts,tsx}', { cwd: ROOT })) {
    const source = readFileSync(join(ROOT, file), 'utf8');
    // A path that several calls begin with is a constant of the file.
    const constants = [...source.matchAll(/const ([A-Z]+) = '([^']+)'/g)];
    const text = constants.reduce(
      (all, [, name, value]) =>
        all.replaceAll(`\`\${${name}}`, `\`${value}`).replaceAll(`(${name},`, `('${value}',`),
      source,
    );
    for (const [, method, path] of text.matchAll(
      /api\s*\.(GET|POST|PATCH|PUT|DELETE)\(\s*['`]([^'`]+)['`]/g,
    )) {
      const key = `${method} ${path}`;
      calls.set(key, [...(calls.get(key) ?? []), file]);
    }
  }
  return calls;
}

interface Operation {
  operationId?: string;
}

const document = JSON.parse(readFileSync(join(ROOT, 'client/openapi.json'), 'utf8')) as {
  paths: Record<string, Record<string, Operation>>;
};

const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { operationId: id }]) =>
    id === undefined ? [] : [{ id, key: `${method.toUpperCase()} ${path}` }],
  ),
);

test('every operation that a person needs has a control in the console', () => {
  const calls = callsOfConsole();
  const missing = operations
    .filter(({ id, key }) => !calls.has(key) && !(id in BY_ANOTHER_WAY) && !(id in WITHOUT_CONTROL))
    .map(({ id, key }) => `${id} (${key})`);
  assert.deepEqual(missing, []);
});

test('what is said to be reached by another way is, and what is said to have no control has none', () => {
  const calls = callsOfConsole();
  const ids = new Map(operations.map(({ id, key }) => [id, key]));
  for (const [id, [file, text]] of Object.entries(BY_ANOTHER_WAY)) {
    assert.ok(ids.has(id), id);
    assert.ok(readFileSync(join(ROOT, 'web/src', file), 'utf8').includes(text), `${id} in ${file}`);
  }
  for (const id of Object.keys(WITHOUT_CONTROL)) {
    const key = ids.get(id);
    assert.ok(key !== undefined, `${id} is no operation`);
    assert.deepEqual(calls.get(key) ?? [], [], `${id} has a control`);
  }
});
