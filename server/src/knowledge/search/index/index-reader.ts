import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { LsaModel } from '../lsa/lsa-model.ts';
import type { Phrase } from './index-schema.ts';
import { hasNoTables, INDEX_VERSION } from './index-schema.ts';
import { readIndexMeta } from './index-statements.ts';
import { readVectorModel } from './vector-writer.ts';

/**
 * The chunks that a scan may return: those of some sources (row ids of `source`), and only these `rows`; null for all.
 */
export interface Scope {
  sources: readonly number[] | null;
  rows: readonly number[] | null;
  without: readonly Phrase[];
}

/** A workspace's index file, open for searching. Only the search thread uses it. */
export type IndexReader = ReturnType<typeof readerOf>;

// bm25() weights: title, headings, body, identifiers, source. A title is indexed three times, see index-writer.ts.
const BM25 = 'bm25(fts, 1.0, 1.0, 1.0, 1.0, 0.0)';
/** More sources than this become a condition on the row instead of a part of the MATCH. */
const MAX_SOURCE_TOKENS = 64;
const MAX_CACHED_FREQUENCIES = 5000;
/** Reading row by row can be interrupted, reading at once is faster. Up to this many postings take milliseconds. */
const MAX_READ_AT_ONCE = 20_000;

/** Opens an index file for searching; null if there is none of this version. Throws if it is damaged. */
export function openIndexReader(path: string): IndexReader | null {
  if (!existsSync(path)) return null;
  // Not read-only: a read-only connection cannot create the shared memory that WAL needs.
  const db = new DatabaseSync(path, { timeout: 1000 });
  try {
    db.exec('PRAGMA query_only = 1');
    if (readIndexMeta(db, 'version') === INDEX_VERSION) return readerOf(db);
    db.close();
    return null;
  } catch (error) {
    db.close();
    if (hasNoTables(error)) return null;
    throw error;
  }
}

function readerOf(db: DatabaseSync) {
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>();
  const statement = (sql: string) => {
    let found = prepared.get(sql);
    if (!found) {
      found = db.prepare(sql);
      found.setReturnArrays(true);
      prepared.set(sql, found);
    }
    return found;
  };
  // With setReturnArrays a row is an array of its columns, which the types of node:sqlite do not express.
  const rows = <Row>(sql: string, ...values: SQLInputValue[]) =>
    statement(sql).iterate(...values) as unknown as Iterable<Row>;
  const frequencies = frequencyCache((phrase, most) => {
    const limit = Number.isFinite(most) ? Math.ceil(most) : -1;
    const counted = 'SELECT count(*) FROM (SELECT 1 FROM fts WHERE fts MATCH ? LIMIT ?)';
    const [found] = rows<[number]>(counted, inText(phrase), limit);
    return found?.[0] ?? 0;
  });
  const applied = () => Number(readIndexMeta(db, 'applied'));
  return {
    /** Runs `read` on one snapshot of the file, even while the indexer commits. */
    snapshot<T>(read: () => T): T {
      db.exec('BEGIN');
      try {
        frequencies.at(applied());
        return read();
      } finally {
        db.exec('COMMIT');
      }
    },
    applied,
    chunkCount: (): number => Number(readIndexMeta(db, 'chunks')),
    /** The highest row id of a chunk. */
    lastRow: (): number => {
      const [last] = rows<[number | null]>('SELECT max(id) FROM chunk');
      return last?.[0] ?? 0;
    },
    /** The row count that FTS5's own bm25() uses; it includes deleted rows. */
    ftsRowCount: (): number =>
      firstVarint(db.prepare('SELECT block FROM fts_data WHERE id = 1').get()?.block),
    /** Number of chunks with a phrase; counting stops at `most`. */
    frequency: frequencies.of,
    /** `[row id, bm25]` of the chunks with a phrase; bm25 as FTS5 returns it: more negative is better. */
    scan(phrase: Phrase, scope: Scope): Iterable<[number, number]> {
      const [sql, ...values] = scanSql(`rowid, ${BM25}`, inText(phrase), scope);
      if (frequencies.of(phrase) > MAX_READ_AT_ONCE) return rows(sql, ...values);
      return statement(sql).all(...values) as unknown as [number, number][];
    },
    /** The row ids of the chunks with a phrase; cheaper than `scan`, which also weighs them. */
    matchingRows(phrase: Phrase, scope: Scope): number[] {
      // Returned as one long string, because passing a row to JavaScript takes longer than FTS5 takes to find it.
      const [found] = rows<[string | null]>(...scanSql('group_concat(rowid)', inText(phrase), scope));
      return found?.[0] ? numbersIn(found[0]) : [];
    },
    /** The row ids of the chunks with at least one phrase of each list. */
    rowsWith: (required: readonly Phrase[][], scope: Scope): Iterable<[number]> => {
      const all = required.map((alternatives) => `(${alternatives.map(inText).join(' OR ')})`).join(' AND ');
      return rows(...scanSql('rowid', all, scope));
    },
    /** The row ids in `source` of these sources, without unknown ones. */
    sourceRows: (sourceIds: readonly string[]): number[] =>
      Array.from(
        rows<[number]>(`SELECT id FROM source WHERE source_id IN (${listed})`, JSON.stringify(sourceIds)),
        ([id]) => id,
      ),
    chunks: (ids: readonly number[]): Map<number, { chunkId: string; sourceId: string }> =>
      new Map(
        Array.from(
          rows<[number, string, string]>(
            `SELECT c.id, c.chunk_id, s.source_id FROM chunk c JOIN source s ON s.id = c.source WHERE c.id IN (${listed})`,
            JSON.stringify(ids),
          ),
          ([id, chunkId, sourceId]) => [id, { chunkId, sourceId }],
        ),
      ),
    /** The current model's id; 0 if there is none yet. */
    modelId: (): number => Number(readIndexMeta(db, 'model') ?? 0),
    model: (id: number): LsaModel => readVectorModel(db, id),
    /** An embedding model's `provider/model`; empty for a model trained on the file. */
    modelName: (id: number): string => {
      const [found] = rows<[string]>('SELECT name FROM model WHERE id = ?', id);
      return found?.[0] ?? '';
    },
    /** The semantic lead of a model trained on the file; see self-retrieval.ts. */
    lead: (modelId: number): number => {
      const [found] = rows<[number]>('SELECT lead FROM model WHERE id = ?', modelId);
      return found?.[0] ?? 0;
    },
    /** The share of the chunks that a model trained on the file has not seen, 0 to 1. */
    unseen: (modelId: number): number => {
      const sql = 'SELECT count(*) FROM chunk WHERE id > (SELECT last_chunk FROM model WHERE id = ?)';
      const [found] = rows<[number]>(sql, modelId);
      return (found?.[0] ?? 0) / Math.max(1, Number(readIndexMeta(db, 'chunks')));
    },
    /** The highest row id with a vector of a model. */
    lastVector: (modelId: number): number => {
      const sql = 'SELECT id FROM vector WHERE model = ? ORDER BY id DESC LIMIT 1';
      const [last] = rows<[number]>(sql, modelId);
      return last?.[0] ?? 0;
    },
    modelSize: (id: number): { terms: number; dimensions: number } => {
      const [size] = rows<[number, number]>(
        'SELECT length(weights) / 4, dimensions FROM model WHERE id = ?',
        id,
      );
      return { terms: size?.[0] ?? 0, dimensions: size?.[1] ?? 0 };
    },
    /** `[row id, source, scale, row]` of a model's vectors above a row id, ascending. */
    vectors: (modelId: number, after: number): Iterable<[number, number, number, Uint8Array]> =>
      rows(
        'SELECT id, source, scale, row FROM vector WHERE id > ? AND model = ? ORDER BY id',
        after,
        modelId,
      ),
    /** Row ids in `source` of all sources. */
    sources: (): Set<number> => new Set(Array.from(rows<[number]>('SELECT id FROM source'), ([id]) => id)),
    close: (): void => db.close(),
  };
}

const listed = 'SELECT value FROM json_each(?)';

function inText(phrase: Phrase): string {
  return `({title headings body identifiers} : ${phrase})`;
}

/** Parses the numbers of `12,5,108`; splitting the string would take as long as FTS5 itself. */
function numbersIn(list: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  for (let at = 0; at < list.length; at++) {
    const code = list.charCodeAt(at);
    if (code === COMMA) {
      numbers.push(value);
      value = 0;
    } else value = value * 10 + code - ZERO;
  }
  numbers.push(value);
  return numbers;
}

const COMMA = 44;
const ZERO = 48;

/** The unary plus keeps SQLite from querying FTS5 once per row id, which would compute bm25's parts each time. */
function scanSql(columns: string, match: string, scope: Scope): [string, ...SQLInputValue[]] {
  let sql = `SELECT ${columns} FROM fts WHERE fts MATCH ?`;
  let expression = match;
  const values: string[] = [];
  if (scope.sources && scope.sources.length <= MAX_SOURCE_TOKENS) {
    expression = `(source : (${scope.sources.map((id) => `"s${id}"`).join(' OR ')})) AND ${expression}`;
  } else if (scope.sources) {
    sql += ` AND +rowid IN (SELECT id FROM chunk WHERE source IN (${listed}))`;
    values.push(JSON.stringify(scope.sources));
  }
  if (scope.without.length > 0)
    expression = `(${expression}) NOT (${scope.without.map(inText).join(' OR ')})`;
  if (scope.rows) {
    sql += ` AND +rowid IN (${listed})`;
    values.push(JSON.stringify(scope.rows));
  }
  return [sql, expression, ...values];
}

/**
 * Caches frequencies while the index stays at one change, because counting reads the postings. (fts5vocab reads them
 * too, and only for single stemmed words, not for phrases or prefixes.)
 */
function frequencyCache(count: (phrase: Phrase, most: number) => number) {
  /** The count, and the limit up to which it was counted. */
  const cache = new Map<Phrase, { frequency: number; most: number }>();
  let cachedAt = -1;
  return {
    at(applied: number) {
      if (applied !== cachedAt) cache.clear();
      cachedAt = applied;
    },
    of(phrase: Phrase, most = Number.POSITIVE_INFINITY): number {
      const before = cache.get(phrase);
      if (before && (before.frequency < before.most || before.most >= most))
        return Math.min(before.frequency, most);
      const frequency = count(phrase, most);
      if (cache.size >= MAX_CACHED_FREQUENCIES) cache.clear();
      cache.set(phrase, { frequency, most });
      return frequency;
    },
  };
}

/** FTS5's record of averages starts with its row count, an SQLite varint (seven bits a byte, high bits first). */
function firstVarint(block: unknown): number {
  if (!(block instanceof Uint8Array)) return 0;
  let value = 0;
  for (const byte of block) {
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) break;
  }
  return value;
}
