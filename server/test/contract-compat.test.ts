import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { brokenPromises, type OpenApi } from './contract-check.ts';
import { GIVEN } from './given-contract.ts';

const committed = readFileSync(new URL('../../client/openapi.json', import.meta.url), 'utf8');
const published = () => JSON.parse(committed) as OpenApi;

test('there are ten given operations', () => assert.equal(GIVEN.length, 10));

for (const given of GIVEN) {
  test(`${given.method.toUpperCase()} ${given.path} is published as it was given`, () => {
    assert.deepEqual(brokenPromises(published(), [given]), []);
  });
}

// The same check on documents that break a promise, so that a pass above means something.
const workspace = '/workspaces/{workspace_id}';
const breakages: [string, (document: OpenApi) => void, RegExp][] = [
  ['an operation is gone', (d) => delete d.paths[workspace]?.patch, /PATCH .* is not there/],
  [
    'a field of an answer has another type',
    (d) => edit(d, 'Workspace', 'source_count', { type: 'string' }),
    /may answer \/source_count as string/,
  ],
  [
    'a field that was never null may be',
    (d) => edit(d, 'Workspace', 'name', { type: ['string', 'null'] }),
    /may answer \/name as null/,
  ],
  [
    'a field of an answer is gone',
    (d) => edit(d, 'Workspace', 'name', undefined),
    /no longer answers \/name/,
  ],
  [
    'a field may be left out',
    (d) => {
      schema(d, 'Workspace').required = ['id'];
    },
    /may leave out \/name/,
  ],
  [
    'an element of the results may leave a field out',
    (d) => {
      const { items } = schema(d, 'Results').properties?.comparisons ?? {};
      assert.ok(items);
      items.required = ['target_a'];
    },
    /may leave out \/results\/comparisons\/0\/winner/,
  ],
  [
    'a request must carry more',
    (d) => {
      schema(d, 'WorkspacePatch').required = ['description'];
    },
    /now demands \/description/,
  ],
  [
    'a field is taken as another type',
    (d) => edit(d, 'NewScenario', 'workload_type', { type: 'integer' }),
    /takes \/workload_type as integer, not as string/,
  ],
  [
    'a field is no longer taken',
    (d) => delete schema(d, 'NewScenario').properties?.budget,
    /no longer takes \/budget/,
  ],
];

for (const [name, breakIt, message] of breakages) {
  test(`it is noticed when ${name}`, () => {
    const document = published();
    breakIt(document);
    assert.match(brokenPromises(document, GIVEN).join('\n'), message);
  });
}

function schema(document: OpenApi, name: string) {
  const found = document.components.schemas[name];
  assert.ok(found, name);
  return found;
}

function edit(document: OpenApi, name: string, field: string, to: object | undefined): void {
  const { properties } = schema(document, name);
  assert.ok(properties);
  if (to === undefined) delete properties[field];
  else properties[field] = to;
}
