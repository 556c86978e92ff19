import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type BagOfWords, createWordCounter, encodeBag, type WordCounter } from '../text/bag-of-words.ts';
import { BOUNDARY_WORD, identifierParts, toIndexableText } from '../text/indexable-text.ts';
import { createEmbeddingVectors } from './embedding-vectors.ts';
import { hasNoTables, INDEX_TABLES, INDEX_VERSION, isIndexDamage } from './index-schema.ts';
import { createStatements, type Run, readIndexMeta } from './index-statements.ts';
import { createVectorWriter } from './vector-writer.ts';

/** A chunk as it is added to the index. */
export interface IndexedChunk {
  chunk_id: string;
  text: string;
  heading: string[];
}

/** A workspace's index file, open for writing. Only the indexer thread uses it. */
export type IndexWriter = ReturnType<typeof writerOf>;

/** Deletes an index file and the files that SQLite keeps beside it. */
export function deleteIndexFile(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}

/**
 * Opens an index file; a missing one is created empty, at change 0. Null if the file is damaged or of another version:
 * then it must be deleted first, while no other connection has it open.
 */
export function openIndexWriter(
  path: string,
  countWords: WordCounter = createWordCounter(),
  embedding: string | null = null,
): IndexWriter | null {
  mkdirSync(dirname(path), { recursive: true });
  const db = existsSync(path) ? openValid(path) : createIndex(path);
  return db && writerOf(db, countWords, embedding);
}

function connect(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 5000 });
  // NORMAL: a power failure loses the last commits but does not damage the file, and the database still has them.
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA journal_size_limit = 67108864;');
  return db;
}

function createIndex(path: string): DatabaseSync {
  const db = connect(path);
  db.exec(`BEGIN; ${INDEX_TABLES}`);
  const set = db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)');
  for (const [key, value] of Object.entries({ version: INDEX_VERSION, applied: 0, chunks: 0, model: 0 }))
    set.run(key, value);
  db.exec('COMMIT');
  return db;
}

function openValid(path: string): DatabaseSync | null {
  let db: DatabaseSync | undefined;
  try {
    db = connect(path);
    if (readIndexMeta(db, 'version') === INDEX_VERSION && typeof readIndexMeta(db, 'applied') === 'number')
      return db;
  } catch (error) {
    if (!isIndexDamage(error) && !hasNoTables(error)) throw error;
  }
  db?.close();
  return null;
}

function writerOf(db: DatabaseSync, countWords: WordCounter, embedding: string | null) {
  const run = createStatements(db);
  const vectors = createVectorWriter(db, run, embedding);
  const removeSource = (sourceId: string) => {
    const of = '(SELECT id FROM source WHERE source_id = ?)';
    for (const [table, row] of [
      ['fts', 'rowid'],
      ['bag', 'id'],
      ['vector', 'id'],
    ])
      run(`DELETE FROM ${table} WHERE ${row} IN (SELECT id FROM chunk WHERE source = ${of})`, sourceId);
    const { changes } = run(`DELETE FROM chunk WHERE source = ${of}`, sourceId);
    run("UPDATE meta SET value = value - ? WHERE key = 'chunks'", changes);
    run('DELETE FROM source WHERE source_id = ?', sourceId);
  };
  return {
    /** The number of the last change in the index. */
    applied: (): number => Number(readIndexMeta(db, 'applied')),
    begin: (): void => db.exec('BEGIN IMMEDIATE'),
    /** Removes every chunk of a source; only between `begin` and `commit`. */
    removeSource,
    addChunks(sourceId: string, title: string, chunks: readonly IndexedChunk[]): void {
      if (chunks.length === 0) return;
      run('INSERT INTO source (source_id) VALUES (?) ON CONFLICT DO NOTHING', sourceId);
      const source = Number(db.prepare('SELECT id FROM source WHERE source_id = ?').get(sourceId)?.id);
      for (const chunk of chunks) {
        const bag = countWords(textOf(title, chunk));
        vectors.add(addChunk(run, source, title, chunk, bag), source, bag);
      }
      run("UPDATE meta SET value = value + ? WHERE key = 'chunks'", chunks.length);
    },
    /** Makes all changes since `begin` visible to searches at once, with the change number. */
    commit(change: number): void {
      run("UPDATE meta SET value = max(value, ?) WHERE key = 'applied'", change);
      db.exec('COMMIT');
    },
    rollback: (): void => db.exec('ROLLBACK'),
    inTransaction: (): boolean => db.isTransaction,
    /** Models and vectors. New chunks get their vectors in the same transaction. */
    vectors,
    /** The vectors of the configured embedding model; null if none is configured. */
    embeddings: embedding === null ? null : createEmbeddingVectors(db, run, embedding),
    close: (): void => db.close(),
  };
}

function textOf(title: string, chunk: IndexedChunk): string {
  return `${title}\n${chunk.heading.join('\n')}\n${chunk.text}`;
}

/** Returns the chunk's row id. */
function addChunk(run: Run, source: number, title: string, chunk: IndexedChunk, bag: BagOfWords): number {
  const { id } = run('INSERT INTO chunk (chunk_id, source) VALUES (?, ?)', chunk.chunk_id, source);
  run('INSERT INTO bag (id, terms) VALUES (?, ?)', id, encodeBag(bag));
  run(
    'INSERT INTO fts (rowid, title, headings, body, identifiers, source) VALUES (?, ?, ?, ?, ?, ?)',
    id,
    repeated(toIndexableText(title), 3),
    repeated(toIndexableText(chunk.heading.join('\n')), 2),
    toIndexableText(chunk.text),
    toIndexableText(identifierParts(textOf(title, chunk))),
    `s${source}`,
  );
  return id;
}

/**
 * A title counts three times and a heading twice, also in the length of the chunk (BM25F: S. Robertson, H. Zaragoza, M.
 * Taylor, "Simple BM25 extension to multiple weighted fields", CIKM 2004). Weights of FTS5's bm25() leave the length
 * unchanged, which ranks chunks of little more than a title first: nDCG@10 of CACM 0.48 instead of 0.51.
 */
function repeated(text: string, times: number): string {
  return text === '' ? '' : Array<string>(times).fill(text).join(` ${BOUNDARY_WORD} `);
}
