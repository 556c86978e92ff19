import type pg from 'pg';
import type { Log } from '../../../kernel/log.ts';
import { postgresColumns } from '../migrations/migration.ts';
import { type AppliedMigration, pendingMigrations } from '../migrations/migrations.ts';

/** An arbitrary number that every version of Touchstone must share. */
const MIGRATION_LOCK = 7_471_002;

/**
 * Migrates the database to this program's schema, each migration in one transaction; processes that start together wait
 * for each other. Throws `DatabaseRefused` if the database is newer than this program.
 */
export async function migratePostgres(pool: pg.Pool, log: Log): Promise<void> {
  const client = await pool.connect();
  // The running query also fails; without a listener the event would end the process.
  const onError = () => {};
  client.on('error', onError);
  try {
    const steps: Step[] = [];
    for (let step = await applyNext(client, log); step; step = await applyNext(client, log)) steps.push(step);
    const [from, to] = [steps[0]?.from, steps.at(-1)?.to];
    if (from !== undefined) log.info({ from, to }, 'the database schema was updated');
    client.off('error', onError);
    client.release();
  } catch (error) {
    // Closing the connection ends its transaction and its lock, whatever their state.
    client.release(true);
    throw error;
  }
}

/** The migration that was applied, and the one before it; absent for a new database. */
interface Step {
  from: number | undefined;
  to: number;
}

/** Applies the next missing migration; null if none is missing. */
async function applyNext(client: pg.PoolClient, log: Log): Promise<Step | null> {
  await client.query('BEGIN');
  // The lock belongs to the transaction, not to the session: a pooler may run each transaction in another session.
  await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK]);
  await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations
    (number bigint PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL, oldest_program bigint)`);
  const applied = await readApplied(client);
  const [next] = pendingMigrations(applied);
  if (next !== undefined) {
    const { number, name, oldestProgram = null, up } = next;
    for (const statement of up(postgresColumns)) await client.query(statement);
    await client.query('INSERT INTO schema_migrations VALUES ($1, $2, $3, $4)', [
      number,
      name,
      Date.now(),
      oldestProgram,
    ]);
  }
  await client.query('COMMIT');
  if (next === undefined) return null;
  log.debug({ number: next.number, name: next.name }, 'migration applied');
  return { from: applied.at(-1)?.number, to: next.number };
}

/** Databases of the first versions do not have the column that names the programs that can run on them. */
async function readApplied(client: pg.PoolClient): Promise<AppliedMigration[]> {
  // Checked first: ALTER TABLE would wait for every transaction that reads the table, even if it has nothing to add.
  const { rowCount } = await client.query(
    `SELECT 1 FROM pg_attribute
     WHERE attrelid = 'schema_migrations'::regclass AND attname = 'oldest_program' AND NOT attisdropped`,
  );
  if (rowCount === 0) await client.query('ALTER TABLE schema_migrations ADD COLUMN oldest_program bigint');
  return (
    await client.query<AppliedMigration>(
      'SELECT number, oldest_program FROM schema_migrations ORDER BY number',
    )
  ).rows;
}
