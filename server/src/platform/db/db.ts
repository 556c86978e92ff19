import type { Database, OpenOptions } from './contract.ts';
import { timeDatabaseWork } from './dialects/database-asked.ts';
import { openSqlite } from './dialects/sqlite.ts';

export type * from './contract.ts';
export { databaseWorkDone } from './dialects/database-asked.ts';

/**
 * Opens the database, applies missing migrations, and starts its threads or pool. Throws `DatabaseRefused` if the
 * directory is in use, the server does not answer, or the database is newer than this program.
 */
export async function openDatabase(options: OpenOptions): Promise<Database> {
  const database = await openDialect(options);
  return { ...database, write: (build) => timeDatabaseWork('write', () => database.write(build)) };
}

async function openDialect(options: OpenOptions): Promise<Database> {
  if (options.url === undefined) return openSqlite(options);
  // Imported on demand, because the driver uses memory that the embedded database does not need.
  const { openPostgres } = await import('./dialects/postgres.ts');
  return openPostgres(options.url, options);
}
