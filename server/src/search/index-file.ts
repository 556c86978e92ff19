import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { INDEX_TABLES, INDEX_VERSION, isDamage, isUnmade } from './index-schema.ts';
import { identifierParts, toIndexable } from './indexable.ts';

/** A chunk as the index takes it. */
export interface IndexedChunk {
  chunk_id: string;
  text: string;
  heading: string[];
}

/** A workspace's index file, open for writing. Used in the indexer thread only. */
export interface IndexFile {
  /** The number of the last change that is in the index. */
  applied(): number;
  begin(): void;
  /** Takes every chunk of a source out; inside `begin`. */
  removeSource(sourceId: string): void;
  addChunks(sourceId: string, title: string, chunks: readonly IndexedChunk[]): void;
  /** Makes everything since `begin` visible to searches at once, together with the change number. */
  commit(change: number): void;
  rollback(): void;
  inTransaction(): boolean;
  close(): void;
}

/** Removes an index file and what SQLite keeps beside it. */
export function deleteIndexFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}

/**
 * Opens an index file; a missing one is made, empty, at change 0. Null when the file is damaged or of another
 * version: it has to be deleted first, and that only while nobody else has it open.
 */
export function openIndexFile(path: string): IndexFile | null {
  mkdirSync(dirname(path), { recursive: true });
  const db = existsSync(path) ? openSound(path) : createIndex(path);
  return db && fileOf(db);
}

function connect(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 5000 });
  // NORMAL: a power cut loses the last commits, never the file's soundness, and the database still has them.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 67108864;');
  return db;
}

function createIndex(path: string): DatabaseSync {
  const db = connect(path);
  db.exec(`BEGIN; ${INDEX_TABLES}`);
  const set = db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)');
  for (const [key, value] of Object.entries({ version: INDEX_VERSION, applied: 0, chunks: 0 }))
    set.run(key, value);
  db.exec('COMMIT');
  return db;
}

function openSound(path: string): DatabaseSync | null {
  let db: DatabaseSync | undefined;
  try {
    db = connect(path);
    if (readMeta(db, 'version') === INDEX_VERSION && typeof readMeta(db, 'applied') === 'number') return db;
  } catch (error) {
    if (!isDamage(error) && !isUnmade(error)) throw error;
  }
  db?.close();
  return null;
}

/** A value of the `meta` table; also for the search thread's connections. */
export function readMeta(db: DatabaseSync, key: 'version' | 'applied' | 'chunks'): unknown {
  return db.prepare('SELECT value FROM meta WHERE key = ?').get(key)?.value;
}

function fileOf(db: DatabaseSync): IndexFile {
  const run = statements(db);
  const removeSource = (sourceId: string) => {
    const of = '(SELECT id FROM source WHERE source_id = ?)';
    run(`DELETE FROM fts WHERE rowid IN (SELECT id FROM chunk WHERE source = ${of})`, sourceId);
    const { changes } = run(`DELETE FROM chunk WHERE source = ${of}`, sourceId);
    run("UPDATE meta SET value = value - ? WHERE key = 'chunks'", changes);
    run('DELETE FROM source WHERE source_id = ?', sourceId);
  };
  return {
    applied: () => Number(readMeta(db, 'applied')),
    begin: () => db.exec('BEGIN IMMEDIATE'),
    removeSource,
    addChunks(sourceId, title, chunks) {
      if (chunks.length === 0) return;
      run('INSERT INTO source (source_id) VALUES (?) ON CONFLICT DO NOTHING', sourceId);
      const source = Number(db.prepare('SELECT id FROM source WHERE source_id = ?').get(sourceId)?.id);
      for (const chunk of chunks) addChunk(run, source, title, chunk);
      run("UPDATE meta SET value = value + ? WHERE key = 'chunks'", chunks.length);
    },
    commit(change) {
      run("UPDATE meta SET value = max(value, ?) WHERE key = 'applied'", change);
      db.exec('COMMIT');
    },
    rollback: () => db.exec('ROLLBACK'),
    inTransaction: () => db.isTransaction,
    close: () => db.close(),
  };
}

type Run = (sql: string, ...values: SQLInputValue[]) => { changes: number; id: number };

function addChunk(run: Run, source: number, title: string, chunk: IndexedChunk): void {
  const { id } = run('INSERT INTO chunk (chunk_id, source) VALUES (?, ?)', chunk.chunk_id, source);
  const headings = chunk.heading.join('\n');
  run(
    'INSERT INTO fts (rowid, title, headings, body, identifiers, source) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    toIndexable(title),
    toIndexable(headings),
    toIndexable(chunk.text),
    toIndexable(identifierParts(`${title}\n${headings}\n${chunk.text}`)),
    `s${source}`,
  );
}

/**
 * Prepares each statement once. Big integers are read because after a second contentless delete in a
 * transaction SQLite's last row id is one of FTS5's own (9007336693694464): without them `run` throws
 * ERR_OUT_OF_RANGE though the delete happened, and so does every later write on the connection.
 */
function statements(db: DatabaseSync): Run {
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
