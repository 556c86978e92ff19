import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase, type TestPlace } from '../../../test/support/each-database.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { type Database, openDatabase } from './db.ts';
import { preparedInserts, preparedUpdates } from './row-sets.ts';

const COLUMNS = [
  'workspace_id',
  'evaluation_id',
  'unit',
  'beginning',
  'ordinal',
  'kind',
  'step_json',
  'input_tokens',
  'output_tokens',
  'cost',
  'latency_ms',
  'created_at',
] as const;
const KEY = ['workspace_id', 'evaluation_id', 'unit', 'beginning', 'ordinal'] as const;

const insertAll = preparedInserts('evaluation_turns', COLUMNS);
const insertNew = preparedInserts('evaluation_turns', COLUMNS, (insert) =>
  insert.onConflict((conflict) => conflict.columns(KEY).doNothing()),
);
const replace = preparedUpdates('evaluation_turns', KEY, ['step_json', 'latency_ms']);

const turn = (unit: number, more: object = {}) => ({
  workspace_id: 'w',
  evaluation_id: 'e',
  unit,
  beginning: 1,
  ordinal: 0,
  kind: 'reply',
  step_json: `step ${unit}`,
  input_tokens: null,
  output_tokens: 0,
  cost: null,
  latency_ms: null,
  created_at: 1,
  ...more,
});

const VALUES: Record<string, object> = {
  'quotes, backslashes and line ends': { step_json: `'"\\ \\n \r\n\t $1 :rows {}` },
  'what reads like an escape': { step_json: '\\ud83d \\u0000 \\\\ud83d' },
  'characters beyond the first plane': { step_json: '😀𝒳\u{10FFFF}\uFFFE' },
  'an empty text': { step_json: '' },
  'the largest and the smallest integers': {
    cost: Number.MAX_SAFE_INTEGER,
    created_at: -Number.MAX_SAFE_INTEGER,
  },
  'real numbers to the last digit': { latency_ms: 0.1 + 0.2 },
  'very large and very small real numbers': { latency_ms: 1.7976931348623157e308 },
};

onEachDatabase('rows that are written together', (newPlace) => {
  let place: TestPlace;
  let db: Database;
  before(async () => {
    place = await newPlace();
    db = await openDatabase({ url: place.url, dataDir: place.dataDir, log: silentLog });
  });
  after(async () => {
    await db.close();
    await place.remove();
  });

  const turns = (evaluation: string) =>
    db.query
      .selectFrom('evaluation_turns')
      .selectAll()
      .where('evaluation_id', '=', evaluation)
      .orderBy('unit')
      .execute();

  test('come back as they were written', async () => {
    const rows = Object.values(VALUES).map((value, unit) => turn(unit, value));
    await db.write((batch) => insertAll(batch, rows));
    const found = await turns('e');
    for (const [i, sentence] of Object.keys(VALUES).entries()) assert.deepEqual(found[i], rows[i], sentence);
  });

  test('half of a character pair becomes U+FFFD, in one row and in many', async () => {
    const half = (unit: number) => turn(unit, { evaluation_id: 'half', step_json: 'a\ud83d' });
    await db.write((batch) => insertAll(batch, [half(0)]));
    await db.write((batch) => insertAll(batch, [half(1), half(2)]));
    for (const { step_json } of await turns('half')) assert.equal(step_json, 'a\ufffd');
  });

  test('meet what is there as each of them would', async () => {
    const at = (unit: number, step_json: string) => turn(unit, { evaluation_id: 'met', step_json });
    await db.write((batch) => insertAll(batch, [at(1, 'old'), at(3, 'old')]));
    await db.write((batch) => insertNew(batch, [at(0, 'new'), at(1, 'new'), at(2, 'new'), at(3, 'new')]));
    await db.write((batch) => insertNew(batch, []));
    const found = (await turns('met')).map(({ step_json }) => step_json);
    assert.deepEqual(found, ['new', 'old', 'new', 'old']);
    await assert.rejects(db.write((batch) => insertAll(batch, [at(9, 'x'), at(1, 'x')])));
    assert.equal((await turns('met')).length, 4);
  });

  test('are changed by their key, and no others', async () => {
    const at = (unit: number, more: object = {}) =>
      turn(unit, { evaluation_id: 'changed', latency_ms: 1, ...more });
    await db.write((batch) => insertAll(batch, [at(0), at(1), at(2), at(3)]));
    const to = (unit: number) => at(unit, { step_json: 'new', latency_ms: null });
    await db.write((batch) => replace(batch, [to(1), to(3), to(7)]));
    await db.write((batch) => replace(batch, [to(2)]));
    const found = (await turns('changed')).map(({ step_json, latency_ms }) => [step_json, latency_ms]);
    assert.deepEqual(found, [
      ['step 0', 1],
      ['new', null],
      ['new', null],
      ['new', null],
    ]);
  });
});
