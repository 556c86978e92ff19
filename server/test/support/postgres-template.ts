import { createLog } from '../../src/kernel/log.ts';
import { openDatabase } from '../../src/platform/db/db.ts';
import { emptyPostgresDatabase, type FreshDatabase } from './postgres.ts';

/**
 * A database that has every migration, for others to be copied from: a copy takes less than an empty one and its
 * migrations.
 */
export async function createTemplate(): Promise<FreshDatabase & { name: string }> {
  const database = await emptyPostgresDatabase();
  const db = await openDatabase({ url: database.url, dataDir: '', log: createLog('silent') });
  await db.close();
  return { ...database, name: new URL(database.url).pathname.slice(1) };
}
