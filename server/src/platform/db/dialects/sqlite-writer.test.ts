import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import type { Statement } from '../batch.ts';
import { type Connection, openConnection } from './sqlite-connection.ts';
import { type BatchAnswer, createWriter } from './sqlite-writer.ts';

const SQLITE_FULL = 13;

let folder: string;
let connection: Connection;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-writer-'));
  connection = openConnection(join(folder, 'test.db'), { readOnly: false });
  connection.run('CREATE TABLE t (id integer PRIMARY KEY, pad text NOT NULL) STRICT', []);
});
afterEach(() => {
  connection.close();
  rmSync(folder, { recursive: true });
});

function put(id: number, bytes = 10): Statement {
  const parameters = [id, 'x'.repeat(bytes)];
  return { sql: 'INSERT INTO t VALUES (?, ?)', parameters, orElse: undefined, onDuplicate: undefined };
}

const ids = () =>
  connection.run('SELECT id FROM t ORDER BY id', []).rows.map((row) => (row as { id: number }).id);

function limitPages(extra: number): void {
  const [row] = connection.run('PRAGMA page_count', []).rows as { page_count: number }[];
  connection.db.exec(`PRAGMA max_page_count = ${(row?.page_count ?? 0) + extra}`);
}

/** `committed`, or the code of the failure, or why it was undone. */
const word = (answer: BatchAnswer) =>
  'results' in answer ? 'committed' : 'why' in answer ? answer.why : answer.failure.errcode;

/** Commits all, group after group, as the thread does. */
function commitAll(batches: Statement[][]): (string | number)[] {
  const { commitGroup } = createWriter(connection);
  const words: (string | number)[] = [];
  while (words.length < batches.length) words.push(...commitGroup(batches.slice(words.length)).map(word));
  return words;
}

test('a full disk fails those that did not fit, and what was acknowledged is exactly what is there', () => {
  limitPages(10);
  const sizes = [
    100, 3000, 200_000, 50, 3000, 100_000, 10, 3000, 3000, 3000, 3000, 3000, 3000, 3000, 3000, 10,
  ];
  const words = commitAll(sizes.map((bytes, i) => [put(i, bytes)]));
  assert.deepEqual(new Set(words), new Set(['committed', SQLITE_FULL]));
  assert.deepEqual(
    ids(),
    words.flatMap((each, i) => (each === 'committed' ? [i] : [])),
  );
  assert.equal(words[2], SQLITE_FULL);
  assert.deepEqual([words[0], words[1], words[3]], Array(3).fill('committed'));
});

test('a batch of which a part fits leaves nothing behind', () => {
  limitPages(5);
  const words = commitAll([[put(1)], [put(2), put(3, 200_000), put(4)], [put(5)]]);
  assert.deepEqual(words, ['committed', SQLITE_FULL, 'committed']);
  assert.deepEqual(ids(), [1, 5]);
});

test('once there is room again, the same batch commits', () => {
  limitPages(5);
  assert.deepEqual(commitAll([[put(1, 200_000)], [put(2)]]), [SQLITE_FULL, 'committed']);
  limitPages(1000);
  assert.deepEqual(commitAll([[put(1, 200_000)]]), ['committed']);
  assert.deepEqual(ids(), [1, 2]);
});

test('thousands of batches of any size on a disk that fills up: none lost, none counted that is not there', () => {
  let next = 1;
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const acknowledged: number[] = [];
  let failed = 0;
  for (let round = 0; round < 60; round++) {
    limitPages(Math.floor(random() * 40));
    const first = next;
    const batches = Array.from({ length: 20 }, () =>
      Array.from({ length: 1 + Math.floor(random() * 3) }, () => put(next++, Math.floor(random() * 9000))),
    );
    const words = commitAll(batches);
    let id = first;
    for (const [i, batch] of batches.entries()) {
      for (const _ of batch) {
        if (words[i] === 'committed') acknowledged.push(id);
        else failed++;
        id++;
      }
    }
  }
  assert.ok(failed > 100, 'the disk was full often');
  assert.deepEqual(ids(), acknowledged);
});

test('one savepoint stands for one batch: guards and duplicates undo only their own', () => {
  const guard: Statement = {
    sql: 'UPDATE t SET pad = ? WHERE id = ?',
    parameters: ['', 99],
    orElse: 'guard',
    onDuplicate: undefined,
  };
  const batches = [
    [put(1)],
    [put(2), guard],
    [put(3), { ...put(1), onDuplicate: 'twice' }],
    [put(4), put(1)],
    [put(5)],
  ];
  assert.deepEqual(commitAll(batches), ['committed', 'guard', 'twice', 1555, 'committed']);
  assert.deepEqual(ids(), [1, 5]);
});
