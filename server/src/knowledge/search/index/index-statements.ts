import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

/** A value of the `meta` table, for readers and writers. */
export function readIndexMeta(db: DatabaseSync, key: 'version' | 'applied' | 'chunks' | 'model'): unknown {
  return db.prepare('SELECT value FROM meta WHERE key = ?').get(key)?.value;
}

/** Runs a statement that changes the file. */
export type Run = (sql: string, ...values: SQLInputValue[]) => { changes: number; id: number };

/**
 * Prepares each statement once. Reads big integers, because after a second contentless delete in a transaction SQLite's
 * last row id is an internal one of FTS5 (9007336693694464). With ordinary numbers `run` would throw ERR_OUT_OF_RANGE
 * although the delete succeeded, and so would every later write on the connection.
 */
export function createStatements(db: DatabaseSync): Run {
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  return (sql, ...values) => {
    let statement = prepared.get(sql);
    if (!statement) {
      statement = db.prepare(sql);
      statement.setReadBigInts(true);
      prepared.set(sql, statement);
    }
    const { changes, lastInsertRowid } = statement.run(...values);
    return { changes: Number(changes), id: Number(lastInsertRowid) };
  };
}
