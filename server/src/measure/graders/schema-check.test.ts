import assert from 'node:assert/strict';
import { test } from 'node:test';
import { schemaProblem } from './schema-check.ts';

const object = (schema: string) => JSON.parse(schema) as object;

const CASES: [what: string, schema: string, value: string, problem: RegExp | null][] = [
  [
    'a required name that every object inherits is missing where the value has none of its own',
    '{"type":"object","required":["a","constructor"]}',
    '{"a":1}',
    /constructor/,
  ],
  [
    'and is there where the value has it',
    '{"type":"object","required":["toString"]}',
    '{"toString":"x"}',
    null,
  ],
  [
    'a required __proto__ is missing where the value has none',
    '{"type":"object","required":["__proto__"]}',
    '{"a":1}',
    /__proto__/,
  ],
  [
    'a name that every object inherits is checked where the value has it',
    '{"type":"object","properties":{"valueOf":{"type":"integer"}}}',
    '{"valueOf":"text"}',
    /integer/,
  ],
  ['and not where it has none', '{"type":"object","properties":{"valueOf":{"type":"integer"}}}', '{}', null],
];

const UNUSABLE: [what: string, schema: string, says: RegExp][] = [
  ['a schema that is itself', '{"$ref":"#"}', /references lead back to themselves/],
  ['that is one of its own parts', '{"allOf":[{"$ref":"#"}]}', /references lead back to themselves/],
  [
    'that no number can be a multiple of',
    '{"properties":{"n":{"multipleOf":0}}}',
    /^\/properties\/n\/multipleOf must be > 0/,
  ],
];
for (const [what, schema, says] of UNUSABLE)
  test(`a schema cannot be used ${what}`, () =>
    assert.throws(() => schemaProblem(object(schema), 1), { message: says }));

test('a schema may refer to itself inside of what it holds', () => {
  const tree = object('{"type":"object","properties":{"next":{"$ref":"#"}}}');
  assert.equal(schemaProblem(tree, { next: { next: {} } }), null);
  assert.match(schemaProblem(tree, { next: { next: 1 } }) ?? 'valid', /\/next\/next must be object/);
});

for (const [what, schema, value, problem] of CASES)
  test(what, () => {
    const found = schemaProblem(object(schema), JSON.parse(value));
    if (problem === null) assert.equal(found, null);
    else assert.match(found ?? 'valid', problem);
  });
