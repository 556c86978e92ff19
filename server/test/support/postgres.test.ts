import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import pg from 'pg';
import { freshPostgresDatabase, postgresSkipReason, startPostgres } from './postgres.ts';

test('a private server starts, answers in UTF-8 and leaves nothing behind', async (t) => {
  const given = process.env.TEST_DATABASE_URL;
  delete process.env.TEST_DATABASE_URL;
  const server = await startPostgres().finally(() => {
    if (given !== undefined) process.env.TEST_DATABASE_URL = given;
  });
  if ('skipped' in server) return t.skip(server.skipped);

  const folder = new URL(server.url).searchParams.get('host') ?? '';
  const shown = await ask(server.url, "SELECT current_setting('server_encoding') AS value");
  assert.equal(shown, 'UTF8');
  await server.stop();
  assert.equal(existsSync(folder), false);
  await assert.rejects(ask(server.url, 'SELECT 1 AS value'));
});

test('each fresh database is empty and goes away, connections and all', async (t) => {
  const reason = postgresSkipReason();
  if (reason) return t.skip(reason);

  const [one, other] = await Promise.all([freshPostgresDatabase(), freshPostgresDatabase()]);
  t.after(other.drop);
  await ask(one.url, 'CREATE TABLE only_here (id int)');
  assert.equal(await ask(other.url, "SELECT to_regclass('only_here') AS value"), null);

  const left = new pg.Client({ connectionString: one.url });
  await left.connect();
  // pg reports the server's word and then the lost connection: two errors.
  const ended = new Promise((resolve) => left.on('error', resolve));
  await one.drop();
  await ended;
  await assert.rejects(ask(one.url, 'SELECT 1 AS value'), { code: '3D000' });
});

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<{ value: unknown }>(sql)).rows[0]?.value;
  } finally {
    await client.end();
  }
}
