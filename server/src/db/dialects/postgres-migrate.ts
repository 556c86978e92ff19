import type pg from 'pg';
import type { Log } from '../../kernel/log.ts';
import { postgresColumns } from '../migrations/migration.ts';
import { pendingMigrations } from '../migrations/migrations.ts';

/** Any number will do, as long as every Touchstone uses the same one. */
const MIGRATION_LOCK = 7_471_002;

/**
 * Brings the database to this program's schema, each migration in one transaction; processes that start
 * together wait for each other. Throws `DatabaseRefused` when it is newer than this program.
 */
export async function migratePostgres(pool: pg.Pool, log: Log): Promise<void> {
  const client = await pool.connect();
  // The query that runs fails too; without a listener the event would end the process.
  const onError = () => {};
  client.on('error', onError);
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(`CREATE TABLE IF NOT EXISTS schema_migrations
      (number bigint PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL)`);
    const { rows } = await client.query<{ number: number }>('SELECT number FROM schema_migrations');
    for (const { number, name, up } of pendingMigrations(rows.map((row) => row.number))) {
      await client.query('BEGIN');
      for (const statement of up(postgresColumns)) await client.query(statement);
      await client.query('INSERT INTO schema_migrations VALUES ($1, $2, $3)', [number, name, Date.now()]);
      await client.query('COMMIT');
      log.debug({ number, name }, 'migration applied');
    }
    await client.query('SELECT pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    client.off('error', onError);
    client.release();
  } catch (error) {
    // Closing the connection gives up its transaction and its lock, whatever state they are in.
    client.release(true);
    throw error;
  }
}
