/** The FTS5 tokenizer of the index and of the highlighter, which must split words alike. */
export const FTS5_TOKENIZER = "tokenize = 'porter unicode61 remove_diacritics 2'";

/** One FTS5 phrase, quoted: `"user"`, `"boundary layer"`, `"aero" *`. FTS5 never receives anything else. */
export type Phrase = string;

/**
 * The version of an index file. It must change with the tables, with the word splitting (ICU splits the unspaced
 * scripts) and with the training of models; a file of another version is rebuilt.
 */
export const INDEX_VERSION = `5 icu-${process.versions.icu ?? 'none'}`;

/**
 * The tables of an index file. `fts` stores no text (contentless), because the database has it. Its column `source`
 * contains the token `s<source.id>`, so a search in some sources is part of the MATCH and needs no join. Row ids are
 * never reused: a contentless delete leaves a mark on the row id, and the search thread recognises new vectors by their
 * ids. `bag` contains a chunk's terms (see bag-of-words.ts), on which models are trained. `vector` contains the vectors
 * of the model that `meta` names, and of one in training. A `model` with a name is a provider's embedding model; models
 * trained on the file have no name. `lead` is the semantic lead of a trained model (self-retrieval.ts), measured with
 * `lead_chunks` chunks, 0 if not measured yet.
 */
export const INDEX_TABLES = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
  CREATE TABLE source (id INTEGER PRIMARY KEY AUTOINCREMENT, source_id TEXT NOT NULL UNIQUE);
  CREATE TABLE chunk (id INTEGER PRIMARY KEY AUTOINCREMENT, chunk_id TEXT NOT NULL, source INTEGER NOT NULL);
  CREATE INDEX chunk_source ON chunk (source);
  CREATE TABLE bag (id INTEGER PRIMARY KEY, terms BLOB NOT NULL);
  CREATE TABLE model (
    id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, trained INTEGER NOT NULL, last_chunk INTEGER NOT NULL,
    hashes BLOB NOT NULL, weights BLOB NOT NULL, lead REAL NOT NULL, lead_chunks INTEGER NOT NULL,
    dimensions INTEGER NOT NULL, scales BLOB NOT NULL, projection BLOB NOT NULL
  );
  CREATE TABLE vector (
    id INTEGER NOT NULL, model INTEGER NOT NULL, source INTEGER NOT NULL,
    scale REAL NOT NULL, row BLOB NOT NULL, PRIMARY KEY (id, model)
  ) WITHOUT ROWID;
  CREATE VIRTUAL TABLE fts USING fts5 (
    title, headings, body, identifiers, source, content = '', contentless_delete = 1, ${FTS5_TOKENIZER}
  );
`;

/** Why an operation on an index file failed; `defect` is everything unexpected. */
export type IndexFailure = 'damaged' | 'full' | 'unavailable' | 'defect';

/**
 * `damaged`: the file is not a valid database (SQLITE_CORRUPT, SQLITE_NOTADB or one of their extended codes); `full`:
 * the disk is full (SQLITE_FULL); `unavailable`: the file cannot be read or written now (SQLITE_BUSY, SQLITE_READONLY,
 * SQLITE_IOERR, SQLITE_CANTOPEN).
 */
export function toIndexFailure(error: unknown): IndexFailure {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number')
    return 'defect';
  const primary = error.errcode & 0xff;
  if (primary === 11 || primary === 26) return 'damaged';
  if (primary === 13) return 'full';
  return [5, 8, 10, 14].includes(primary) ? 'unavailable' : 'defect';
}

export const isIndexDamage = (error: unknown): boolean => toIndexFailure(error) === 'damaged';

/** Whether a file has no tables: it is not an index, or the indexer is creating them. */
export function hasNoTables(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('no such table');
}
