import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { type CompiledQuery, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } from 'kysely';
import { makeDataDirectory } from '../../../kernel/data-directory.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { openWorkerChannel, type WorkerChannel } from '../../../kernel/worker-channel.ts';
import { collectBatch, writeHealth } from '../batch.ts';
import type { Capabilities, Database, OpenOptions } from '../contract.ts';
import { DatabaseRefused } from '../database-refused.ts';
import { createClosable } from './closable.ts';
import { createKysely, type RunRead } from './kysely-dialect.ts';
import { lockDataDirectory } from './sqlite-lock.ts';
import { startMaintenance } from './sqlite-maintenance.ts';
import { lostWritesWarnings } from './sqlite-mark.ts';
import { migrateSqlite } from './sqlite-migrate.ts';
import type { ReaderAnswer, ReaderRequest } from './sqlite-reader-thread.ts';
import { describeUnwritablePath } from './sqlite-rights.ts';
import type { BatchAnswer, SqliteFailure } from './sqlite-writer.ts';
import type { WriterRequest } from './sqlite-writer-thread.ts';

const capabilities: Capabilities = {
  name: 'sqlite',
  manyProcesses: false,
  rowLocks: false,
  rowSets: false,
  lateralLookups: false,
};

/**
 * Kysely treats SQLite as one connection that runs one query at a time. Here a thread holds the connection and accepts
 * any number of queries at once: one at a time, 32 callers got 14,000 point reads a second together instead of 71,000.
 */
class ThreadedSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

const parts = {
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new ThreadedSqliteAdapter(),
  createIntrospector: (db: ConstructorParameters<typeof SqliteIntrospector>[0]) => new SqliteIntrospector(db),
};

/** A disk with less free space counts as full. */
const FULL_BELOW_BYTES = 1024 * 1024;

/** The lock is a small database itself and also needs space. */
function takeLock(dataDir: string, holder: string) {
  try {
    return lockDataDirectory(dataDir, holder);
  } catch (error) {
    throw storageError(error as SqliteFailure, dataDir) ?? error;
  }
}

/** SQLite through worker threads: one writer with group commit, and two readers. */
export async function openSqlite(options: OpenOptions): Promise<Database> {
  const { dataDir, log, holder, maintenanceMs, lostWrites } = options;
  makeDataDirectory(dataDir, log);
  const denied = describeUnwritablePath(dataDir);
  if (denied !== null) {
    throw new DatabaseRefused(
      `${denied}. Make it writable for the user of the service, or choose another directory with DATA_DIR (or --data-dir).`,
    );
  }
  const lock = takeLock(dataDir, holder ?? `process ${process.pid}`);
  const path = join(dataDir, 'touchstone.db');
  try {
    migrateSqlite(path, log, lostWrites === 'refuse');
  } catch (error) {
    lock.release();
    const known = storageError(error as SqliteFailure, dataDir);
    throw known?.code === 'storage_damaged' ? new DatabaseRefused(known.message) : (known ?? error);
  }
  for (const warning of lostWritesWarnings(path)) log.error({}, warning);

  const writer = openWriter(path, log);
  const reader = openReader(path, log);
  const longReader = openReader(path, log);
  const query = createKysely(parts, readFrom(reader, dataDir));
  const longQuery = createKysely(parts, readFrom(longReader, dataDir));
  const maintenance = startMaintenance(path, writer, log, maintenanceMs);

  const writes = createClosable();

  const write: Database['write'] = (build) =>
    writes.run(async () => {
      const { statements, fill } = collectBatch(query, capabilities, build);
      const answer = statements.length === 0 ? { results: [] } : await writer.call({ statements });
      if ('why' in answer) return { committed: false, why: answer.why };
      if ('failure' in answer) throw toError(answer.failure, dataDir);
      fill(answer.results);
      return { committed: true };
    });

  return {
    query,
    longQuery,
    capabilities,
    notifications: null,
    time: sql<number>`CAST(unixepoch('subsec') * 1000 AS integer)`,
    exactTime: sql<number>`unixepoch('subsec') * 1000`,
    write,
    connections: () => null,
    warnings: () => lostWritesWarnings(path),
    async probe() {
      // Overwriting an existing row may succeed where a new one has no space.
      if (freeBytes(dataDir) < FULL_BELOW_BYTES) throw storageFull();
      await write(writeHealth);
    },
    close: () =>
      writes.close(async () => {
        await maintenance.stop();
        // The writer closes last: the last connection to close writes the log into the file, if it may write.
        await Promise.all([reader.close(), longReader.close()]);
        await writer.close();
        lock.release();
      }),
  };
}

type Reader = WorkerChannel<ReaderRequest, ReaderAnswer>;
type Writer = WorkerChannel<WriterRequest, BatchAnswer>;

const openReader = (path: string, log: Log): Reader =>
  openDatabaseThread(new URL('./sqlite-reader-thread.ts', import.meta.url), 'sqlite-reader', path, log);
export const openWriter = (path: string, log: Log): Writer =>
  openDatabaseThread(new URL('./sqlite-writer-thread.ts', import.meta.url), 'sqlite-writer', path, log);

/** If a thread dies, its requests fail; the next request starts another one. */
function openDatabaseThread<Q, A>(entry: URL, name: string, path: string, log: Log): WorkerChannel<Q, A> {
  return openWorkerChannel<Q, A>(entry, {
    name,
    workerData: { path },
    log,
    restarts: true,
    noAnswer: ({ why }) =>
      why === 'closed'
        ? new AppError('storage_unavailable', 'The service is stopping.')
        : new AppError('storage_unavailable', 'The database thread ended; try again.', { retryAfter: 1 }),
  });
}

function readFrom(reader: Reader, dataDir: string): RunRead {
  return async ({ sql: text, parameters }: CompiledQuery) => {
    const answer = await reader.call({ sql: text, parameters });
    if ('failure' in answer) throw toError(answer.failure, dataDir);
    return answer.rows;
  };
}

function toError(failure: SqliteFailure, dataDir: string): Error {
  return storageError(failure, dataDir) ?? new Error(`SQLite: ${failure.message} (${failure.errcode})`);
}

/** Distinguishes a full disk, failed input or output, and a damaged file; undefined for everything that is a defect. */
function storageError(
  { errcode = 0, message }: Partial<SqliteFailure>,
  dataDir: string,
): AppError | undefined {
  const primary = errcode & 0xff;
  const isIo = primary === 10 || primary === 14;
  if (primary === 11 || primary === 26) {
    return new AppError(
      'storage_damaged',
      `The database ${join(dataDir, 'touchstone.db')} is damaged (${message}). Stop the service, move the file away ` +
        'with its -wal and -shm, and replace it with a copy: your own, or touchstone.db.before-… beside it. Without ' +
        'one, save the readable data: sqlite3 damaged.db .recover | sqlite3 touchstone.db (docs/how-to/operate.md).',
    );
  }
  if (primary === 13 || (isIo && freeBytes(dataDir) < FULL_BELOW_BYTES)) return storageFull();
  if (isIo || primary === 5 || primary === 8) {
    return new AppError('storage_unavailable', 'The database file could not be written or read; try again.', {
      retryAfter: 1,
      cause: message,
    });
  }
  return undefined;
}

function storageFull(): AppError {
  return new AppError(
    'storage_full',
    'The disk that holds the data directory is full; free space and try again.',
  );
}

function freeBytes(directory: string): number {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
