import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { TestPlace } from './each-database.ts';

/** Runs one statement behind the back of the service that has this place: what its clock or its doors do not allow. */
export async function runSql({ dataDir, url }: TestPlace, statement: string): Promise<void> {
  if (url === undefined) {
    const db = new DatabaseSync(join(dataDir, 'touchstone.db'), { timeout: 5000 });
    db.exec(statement);
    db.close();
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}
