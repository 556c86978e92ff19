import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { LRUCache } from 'lru-cache';
import type { StatementResult } from '../batch.ts';

/**
 * The size of the statement cache: most statements have one of a few dozen shapes; the rest (long IN lists) rarely
 * repeat.
 */
const KEPT_STATEMENTS = 300;

/**
 * The operating system caches repeated reads: with 16 MB for each of the three connections the service used 20 MB more
 * in an evaluation of 20,000 units, and no page of samples was faster (`bench/runner.ts`). The writer changes pages all
 * over its indexes, so it gets more.
 */
const WRITER_CACHE_KB = 8_000;
const READER_CACHE_KB = 4_000;

interface PreparedStatement {
  statement: StatementSync;
  returnsRows: boolean;
}

/** One SQLite connection with its prepared statements. Used by one thread. */
export type Connection = ReturnType<typeof openConnection>;

/** Integers above 2^53, such as a sum of costs, are read as the nearest number, as with PostgreSQL. */
function readAll(statement: StatementSync, values: SQLInputValue[]): Record<string, SQLOutputValue>[] {
  try {
    return statement.all(...values);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_OUT_OF_RANGE') throw error;
  }
  statement.setReadBigInts(true);
  try {
    return statement.all(...values).map((row) => {
      const numbers = Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'bigint' ? Number(value) : value,
      ]);
      return Object.fromEntries(numbers);
    });
  } finally {
    statement.setReadBigInts(false);
  }
}

export function openConnection(path: string, { readOnly }: { readOnly: boolean }) {
  const db = new DatabaseSync(path, { readOnly, timeout: 5000 });
  if (!readOnly) {
    db.exec('PRAGMA journal_mode = WAL');
    // In WAL mode NORMAL could lose acknowledged commits in a power cut; FULL syncs the log at each COMMIT.
    db.exec('PRAGMA synchronous = FULL');
    db.exec('PRAGMA journal_size_limit = 67108864');
  }
  db.exec('PRAGMA foreign_keys = ON');
  db.exec(`PRAGMA cache_size = -${readOnly ? READER_CACHE_KB : WRITER_CACHE_KB}`);
  const kept = new LRUCache<string, PreparedStatement>({ max: KEPT_STATEMENTS });

  function prepared(sql: string): PreparedStatement {
    const known = kept.get(sql);
    if (known) return known;
    const statement = db.prepare(sql);
    const made = { statement, returnsRows: statement.columns().length > 0 };
    kept.set(sql, made);
    return made;
  }

  return {
    db,
    run(sql: string, parameters: readonly unknown[]): StatementResult {
      const { statement, returnsRows } = prepared(sql);
      const values = parameters as SQLInputValue[];
      if (returnsRows) {
        const rows = readOnly ? readAll(statement, values) : statement.all(...values);
        return { rows, changed: rows.length };
      }
      return { rows: [], changed: Number(statement.run(...values).changes) };
    },
    close(): void {
      kept.clear();
      db.close();
    },
  };
}
