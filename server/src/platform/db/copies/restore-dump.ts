import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DatabaseRefused } from '../database-refused.ts';
import { SERVICE_CONNECTED_SQL } from '../dialects/postgres.ts';
import type { Contents } from './contents.ts';
import { dropSchemaStatements } from './copy-rows.ts';
import { withPostgresClient } from './postgres-dump.ts';
import { type Environment, startTool } from './postgres-tools.ts';

/**
 * Restores a dump in one transaction, which commits only if pg_restore printed all of it and every table has the number
 * of rows in the manifest. `replace` first drops all tables of the schema in the same transaction.
 */
export async function restoreDump(
  dump: string,
  { tables }: Contents,
  url: string,
  { replace, env }: { replace: boolean; env: Environment },
): Promise<void> {
  const { drops, schema } = await withPostgresClient(url, async (client) => ({
    drops: replace ? await dropSchemaStatements(client) : [],
    schema: (await client.query('SELECT current_schema() AS name')).rows[0].name as string,
  }));
  const psql = startTool('psql', ['--no-psqlrc', '--quiet', '--set=ON_ERROR_STOP=1', '--file=-'], {
    url,
    env,
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  const input = psql.child.stdin as Writable;
  // The schema is created only if it is missing and not public.
  const reader = startTool('pg_restore', ['--no-owner', '--no-privileges', '--file=-', dump], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const counted = Object.entries(tables).map(
    ([name, rows]) => `IF (SELECT count(*) FROM "${schema}"."${name}") <> ${rows} THEN
      RAISE EXCEPTION 'table ${name} was not restored whole'; END IF;`,
  );
  try {
    input.write(`BEGIN;\nSET LOCAL lock_timeout = '5s';\n${drops.map((drop) => `${drop};\n`).join('')}`);
    await pipeline(reader.child.stdout as Readable, input, { end: false });
    await reader.ended;
    // The commit is sent only now: if the input ends earlier, the open transaction is rolled back.
    input.end(`\nDO $check$ BEGIN ${[...counted, UNLESS_STARTED].join(' ')} END $check$;\nCOMMIT;\n`);
    await psql.ended;
  } catch (error) {
    input.end();
    reader.child.kill();
    // The tool's own error says why it stopped reading.
    await psql.ended;
    throw error;
  }
}

/** Fails the restore if a service was started meanwhile: it has read the data that is replaced. */
const UNLESS_STARTED = `IF ${SERVICE_CONNECTED_SQL} THEN
  RAISE EXCEPTION 'a service was started while the backup was restored; stop it, and restore again'; END IF;`;

/** Throws `DatabaseRefused` if a service runs on the database, or if it has tables and `replace` is false. */
export async function requireRestorable(url: string, { replace }: { replace: boolean }): Promise<void> {
  await withPostgresClient(url, async (client) => {
    const { rows } = await client.query(`SELECT ${SERVICE_CONNECTED_SQL} AS yes`);
    if (rows[0].yes)
      throw new DatabaseRefused(
        'A service runs on the database of DATABASE_URL. Stop every one, then restore.',
      );
    const there = await client.query(
      'SELECT count(*) AS n FROM pg_tables WHERE schemaname = current_schema()',
    );
    if (Number(there.rows[0].n) > 0 && !replace) {
      throw new DatabaseRefused(
        'The database of DATABASE_URL already has tables. Restore into an empty one, or use --replace, which drops all its tables.',
      );
    }
  });
}
