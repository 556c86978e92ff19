import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { isInFull } from './in-full.ts';
import { freshPostgresDatabase, postgresSkipReason } from './postgres.ts';

/** Where a test's data live: an own folder, in memory where `npm test` found room, and on PostgreSQL an own database. */
export interface TestPlace {
  dataDir: string;
  url: string | undefined;
  remove(): Promise<void>;
}

/** Describes the same behaviour once for each database; PostgreSQL is skipped, loudly, where there is none. */
export function onEachDatabase(name: string, body: (place: () => Promise<TestPlace>) => void): void {
  onSqlite(name, body);
  describe(`${name} (PostgreSQL)`, { ...ONE_BY_ONE, skip: postgresSkipReason() ?? false }, () =>
    body(async () => {
      const database = await freshPostgresDatabase();
      return onDisk(database.url, database.drop);
    }),
  );
}

/**
 * On SQLite in `npm test`, on both databases in `npm run test:slow`: for what lies above the stores, which have tests of
 * their own on both, and takes seconds. There both go at the same time: such tests mostly wait, and share nothing
 * outside of `body`.
 */
export function onEachDatabaseInFull(name: string, body: (place: () => Promise<TestPlace>) => void): void {
  if (isInFull()) describe(name, { concurrency: 2 }, () => onEachDatabase(name, body));
  else onSqlite(name, body);
}

function onSqlite(name: string, body: (place: () => Promise<TestPlace>) => void): void {
  describe(`${name} (SQLite)`, ONE_BY_ONE, () => body(async () => onDisk(undefined, async () => {})));
}

/** What Node's runner does by default, but inside of a suite whose own suites run at once. */
const ONE_BY_ONE = { concurrency: 1 };

export function onDisk(url: string | undefined, drop: () => Promise<void>): TestPlace {
  const dataDir = mkdtempSync(join(process.env.TEST_DATA_DIR ?? tmpdir(), 'touchstone-test-'));
  return {
    dataDir,
    url,
    async remove() {
      await drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
