import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { freshPostgresDatabase, postgresSkipReason } from './postgres.ts';

/** Where a test's data live: an own folder, and on PostgreSQL an own database as well. */
export interface TestPlace {
  dataDir: string;
  url: string | undefined;
  remove(): Promise<void>;
}

/** Describes the same behaviour once for each database; PostgreSQL is skipped, loudly, where there is none. */
export function onEachDatabase(name: string, body: (place: () => Promise<TestPlace>) => void): void {
  describe(`${name} (SQLite)`, () => body(async () => onDisk(undefined, async () => {})));
  describe(`${name} (PostgreSQL)`, { skip: postgresSkipReason() ?? false }, () =>
    body(async () => {
      const database = await freshPostgresDatabase();
      return onDisk(database.url, database.drop);
    }),
  );
}

export function onDisk(url: string | undefined, drop: () => Promise<void>): TestPlace {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-test-'));
  return {
    dataDir,
    url,
    async remove() {
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
