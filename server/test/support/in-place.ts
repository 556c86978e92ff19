import { onDisk, type TestPlace } from './each-database.ts';
import { freshPostgresDatabase, startPostgres } from './postgres.ts';

/** For procedures that are run by hand as well: the same on SQLite, and on a PostgreSQL started for it. */
export async function inPlace<T>(
  database: 'sqlite' | 'postgres',
  run: (place: TestPlace) => Promise<T>,
): Promise<T> {
  if (database === 'sqlite') return run(onDisk(undefined, async () => {}));
  const server = await startPostgres();
  if ('skipped' in server) throw new Error(server.skipped);
  process.env.TEST_DATABASE_URL = server.url;
  try {
    const { url, drop } = await freshPostgresDatabase();
    return await run(onDisk(url, drop));
  } finally {
    await server.stop();
  }
}
