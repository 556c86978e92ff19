/** The FTS5 tokenizer of the index, and of the highlighter, which has to see the same words. */
export const TOKENIZE = "tokenize = 'porter unicode61 remove_diacritics 2'";

/** One FTS5 phrase, quoted: `"user"`, `"boundary layer"`, `"aero" *`. Nothing else ever reaches FTS5. */
export type Phrase = string;

/**
 * What an index file was made with. Another value means another layout, other words (ICU cuts the unspaced
 * scripts) or another way to train a model, and the file is built anew.
 */
export const INDEX_VERSION = `3 icu-${process.versions.icu ?? 'none'}`;

/**
 * The tables of an index file. `fts` keeps no text (contentless): the database has it. `source` holds the token
 * `s<source.id>`, so that a search in some sources is part of the MATCH and needs no join.
 * Row ids are never used twice: a contentless delete leaves a mark on the row id, and a search thread tells new
 * vectors by their ids. `bag` holds a chunk's terms (see term-bag.ts): what a model is trained on. `vector` holds
 * rows of the model that `meta` names, and those of one that is being made. A `model` with a name is one at an
 * endpoint; the file's own ones have none.
 */
export const INDEX_TABLES = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
  CREATE TABLE source (id INTEGER PRIMARY KEY AUTOINCREMENT, source_id TEXT NOT NULL UNIQUE);
  CREATE TABLE chunk (id INTEGER PRIMARY KEY AUTOINCREMENT, chunk_id TEXT NOT NULL, source INTEGER NOT NULL);
  CREATE INDEX chunk_source ON chunk (source);
  CREATE TABLE bag (id INTEGER PRIMARY KEY, terms BLOB NOT NULL);
  CREATE TABLE model (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, trained INTEGER NOT NULL, last_chunk INTEGER NOT NULL,
    hashes BLOB NOT NULL, weights BLOB NOT NULL,
    dimensions INTEGER NOT NULL, scales BLOB NOT NULL, projection BLOB NOT NULL
  );
  CREATE TABLE vector (
    id INTEGER NOT NULL, model INTEGER NOT NULL, source INTEGER NOT NULL,
    scale REAL NOT NULL, row BLOB NOT NULL, PRIMARY KEY (id, model)
  ) WITHOUT ROWID;
  CREATE VIRTUAL TABLE fts USING fts5 (
    title, headings, body, identifiers, source, content = '', contentless_delete = 1, ${TOKENIZE}
  );
`;

/** What kept an operation on an index file from being done; `defect` is everything that nobody expects. */
export type IndexFailure = 'damaged' | 'full' | 'unavailable' | 'defect';

/**
 * `damaged`: SQLite says that the file is not a sound database (SQLITE_CORRUPT, SQLITE_NOTADB or a kind of them);
 * `full`: the disk is (SQLITE_FULL); `unavailable`: it cannot be read or written now (SQLITE_BUSY, SQLITE_READONLY,
 * SQLITE_IOERR, SQLITE_CANTOPEN).
 */
export function failureOf(error: unknown): IndexFailure {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return 'defect';
  const primary = error.errcode & 0xff;
  if (primary === 11 || primary === 26) return 'damaged';
  if (primary === 13) return 'full';
  return [5, 8, 10, 14].includes(primary) ? 'unavailable' : 'defect';
}

export const isDamage = (error: unknown): boolean => failureOf(error) === 'damaged';

/** Whether a file has no tables: it is not an index, or the indexer is just making it one. */
export function isUnmade(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('no such table');
}
