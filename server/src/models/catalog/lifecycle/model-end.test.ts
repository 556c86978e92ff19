import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCatalog, describeModelEnd, endOfModel } from '../catalog.ts';
import { checkFacts } from '../facts/check.ts';

const { facts } = createCatalog();
const SNAPSHOT = 'gpt-5-2025-08-07';
const at = (day: string) => Date.parse(`${day}T12:00:00Z`);

describe('the end of a model', () => {
  test('is found by provider and exact id, and no alias, sibling or copy has it from another', () => {
    assert.equal(endOfModel(facts, 'openai', SNAPSHOT)?.date, '2026-12-11');
    assert.equal(endOfModel(facts, 'OpenAI', SNAPSHOT)?.date, '2026-12-11');
    for (const [provider, id] of [
      ['openai', 'gpt-5-2025-08-07-mine'],
      ['azure', SNAPSHOT],
      ['openai', 'gpt-4.1'],
      ['nobody', 'nothing'],
    ] as const)
      assert.equal(endOfModel(facts, provider, id), null, `${provider}/${id}`);
  });

  const CASES: [string, string, number, RegExp | null][] = [
    ['further away than the setting says: nothing', '2026-06-13', 180, null],
    [
      '180 days away',
      '2026-06-14',
      180,
      /^The model openai\/gpt-5-2025-08-07 ends on 2026-12-11 \(https:.*, as of 2026-11-23\)\./,
    ],
    ['on its last day', '2026-12-10', 0, null],
    ['on its last day, by a day', '2026-12-10', 1, / ends on 2026-12-11 /],
    ['on the day itself', '2026-12-11', 0, / ended on 2026-12-11 /],
    ['long over', '2028-01-01', 0, / ended on 2026-12-11 /],
  ];
  for (const [name, day, days, expected] of CASES)
    test(`is said: ${name}`, () => {
      const end = endOfModel(facts, 'openai', SNAPSHOT);
      assert.ok(end);
      const said = describeModelEnd(end, { now: at(day), days });
      if (expected === null) assert.equal(said, null);
      else assert.match(said ?? '', expected);
    });

  test('is said with what its provider recommends, where it recommends anything', () => {
    const said = (id: string) => {
      const end = endOfModel(facts, 'openai', id);
      return end && describeModelEnd(end, { now: at('2026-12-01'), days: 180 });
    };
    assert.match(said(SNAPSHOT) ?? '', / Its provider recommends gpt-6\.1-sol in its place\.$/);
    assert.doesNotMatch(said('gpt-5-nano-2025-08-07') ?? '', /recommends/);
  });

  test('does not come before its release', () => {
    const sourced = { source: 'a page', as_of: '2026-11-23' };
    const model = {
      provider: 'openai',
      model_id: 'x',
      kind: 'chat',
      released_at: { date: '2026-05-01', ...sourced },
      shutdown_at: { date: '2026-04-01', ...sourced },
      ...sourced,
    } as const;
    assert.deepEqual(checkFacts({ models: [{ ...model, prices: [] }] }, facts), [
      { pointer: '/models/0/shutdown_at/date', detail: 'is 2026-04-01, before released_at, 2026-05-01' },
    ]);
  });
});
