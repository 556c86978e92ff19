import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** A difference between an index file and the database. */
export interface IndexDifference {
  workspaceId: string;
  kind: IndexDifferenceKind;
  /** Null if it concerns the whole file. */
  sourceId: string | null;
  detail: string;
}

/**
 * `behind` and `purge_waits` are normal after a service was stopped during its work; its next start completes both.
 * Everything else is a fault.
 */
export type IndexDifferenceKind =
  | 'behind'
  | 'purge_waits'
  | 'ahead'
  | 'unreadable'
  | 'stray_file'
  | 'missing_chunk'
  | 'extra_chunk'
  | 'twice'
  | 'wrong_count'
  | 'not_searchable'
  | 'orphan';

export interface IndexCheck {
  workspaces: number;
  /** Number of chunks in index files. */
  chunks: number;
  differences: IndexDifference[];
}

type Tell = (kind: IndexDifferenceKind, sourceId: string | null, detail: string) => void;

/**
 * Compares every index file of a data directory with its database (SQLite), without writing: each source's chunks of
 * its present generation must be in the index exactly once, with all that belongs to them, and nothing else. Intended
 * for a stopped service, because the two are read one after the other.
 */
export function checkIndex(dataDir: string): IndexCheck {
  const db = new DatabaseSync(join(dataDir, 'touchstone.db'), { readOnly: true });
  try {
    const live = db.prepare('SELECT id FROM workspaces WHERE deleted_at IS NULL').all();
    const workspaceIds = live.map(({ id }) => String(id));
    const differences: IndexDifference[] = [];
    let chunks = 0;
    for (const workspaceId of workspaceIds) {
      const tell: Tell = (kind, sourceId, detail) =>
        differences.push({ workspaceId, kind, sourceId, detail });
      chunks += checkWorkspace(db, join(dataDir, 'index'), workspaceId, tell);
    }
    differences.push(...strayFiles(join(dataDir, 'index'), new Set(workspaceIds)));
    return { workspaces: workspaceIds.length, chunks, differences };
  } finally {
    db.close();
  }
}

function strayFiles(folder: string, live: ReadonlySet<string>): IndexDifference[] {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  const ids = new Set(names.flatMap((name) => /^([^.]+)\.sqlite/.exec(name)?.[1] ?? []));
  return [...ids]
    .filter((id) => !live.has(id))
    .map((workspaceId) => ({
      workspaceId,
      kind: 'stray_file',
      sourceId: null,
      detail: 'there is no such workspace',
    }));
}

/** Returns how many chunks the file contains. */
function checkWorkspace(db: DatabaseSync, folder: string, workspaceId: string, tell: Tell): number {
  const said = readDatabase(db, workspaceId);
  const path = join(folder, `${workspaceId}.sqlite`);
  if (!existsSync(path)) {
    if (said.latest > 0) tell('behind', null, `there is no index file; the last change is ${said.latest}`);
    return 0;
  }
  let file: DatabaseSync | undefined;
  try {
    file = new DatabaseSync(path, { readOnly: true });
    checkSoundness(file, tell);
    const indexed = readIndex(file);
    compare(said, indexed, tell);
    checkParts(file, tell);
    return indexed.chunks.length;
  } catch (error) {
    tell('unreadable', null, String(error));
    return 0;
  } finally {
    file?.close();
  }
}

interface Owner {
  id: string;
  status: string;
  holders: number;
  change: number;
  /** The ids of a source's chunks in the present generation. */
  chunkIds: Set<string>;
}

interface Said {
  latest: number;
  owners: Map<string, Owner>;
}

function readDatabase(db: DatabaseSync, workspaceId: string): Said {
  const head = db.prepare('SELECT last_change FROM source_heads WHERE workspace_id = ?').get(workspaceId);
  const owners = new Map<string, Owner>();
  const sources = db.prepare(
    'SELECT id, status, holders, change FROM sources WHERE workspace_id = ? AND change IS NOT NULL',
  );
  for (const { id, status, holders, change } of sources.all(workspaceId)) {
    const owner = {
      id: String(id),
      status: String(status),
      holders: Number(holders),
      change: Number(change),
    };
    owners.set(owner.id, { ...owner, chunkIds: new Set() });
  }
  const chunks = db.prepare(
    `SELECT c.id, c.source_id FROM chunks c
     JOIN sources s ON s.workspace_id = c.workspace_id AND s.id = c.source_id AND s.generation = c.generation
     WHERE c.workspace_id = ?`,
  );
  for (const { id, source_id } of chunks.all(workspaceId)) {
    owners.get(String(source_id))?.chunkIds.add(String(id));
  }
  return { latest: Number(head?.last_change ?? 0), owners };
}

interface IndexedSource {
  applied: number;
  /** The number of chunks that the file states. */
  count: number;
  chunks: { chunkId: string; sourceId: string }[];
}

function readIndex(file: DatabaseSync): IndexedSource {
  const meta = (key: string) =>
    Number(file.prepare('SELECT value FROM meta WHERE key = ?').get(key)?.value ?? -1);
  const rows = file.prepare('SELECT c.chunk_id, s.source_id FROM chunk c JOIN source s ON s.id = c.source');
  const chunks = rows
    .all()
    .map(({ chunk_id, source_id }) => ({ chunkId: String(chunk_id), sourceId: String(source_id) }));
  return { applied: meta('applied'), count: meta('chunks'), chunks };
}

function compare({ latest, owners }: Said, { applied, count, chunks }: IndexedSource, tell: Tell): void {
  if (applied < latest) tell('behind', null, `the index has change ${applied} of ${latest}`);
  if (applied > latest) tell('ahead', null, `the index has change ${applied}, the database ${latest}`);
  if (count !== chunks.length)
    tell('wrong_count', null, `the file says ${count} chunks, ${chunks.length} are`);
  const seen = new Set<string>();
  for (const { chunkId, sourceId } of chunks) {
    if (seen.has(chunkId)) tell('twice', sourceId, `chunk ${chunkId}`);
    seen.add(chunkId);
    checkChunk(owners.get(sourceId), { chunkId, sourceId, applied }, tell);
  }
  for (const { id, holders, change, chunkIds } of owners.values()) {
    if (holders === 0 || change > applied) continue;
    for (const chunkId of chunkIds.difference(seen)) tell('missing_chunk', id, `chunk ${chunkId}`);
  }
}

/** Whether a chunk should be in the index; changes later than `applied` are not considered. */
function checkChunk(
  owner: Owner | undefined,
  { chunkId, sourceId, applied }: { chunkId: string; sourceId: string; applied: number },
  tell: Tell,
): void {
  if (owner && owner.change > applied) return;
  if (owner && owner.holders === 0 && owner.status !== 'deleted') {
    tell('purge_waits', sourceId, `chunk ${chunkId}`);
  } else if (!owner || owner.holders === 0 || !owner.chunkIds.has(chunkId)) {
    tell('extra_chunk', sourceId, `chunk ${chunkId}`);
  }
}

function checkSoundness(file: DatabaseSync, tell: Tell): void {
  for (const { quick_check } of file.prepare('PRAGMA quick_check').all()) {
    if (quick_check !== 'ok') tell('unreadable', null, String(quick_check));
  }
}

/** What belongs to a chunk: a row for its words, one for its terms, at most one vector of each model. */
function checkParts(file: DatabaseSync, tell: Tell): void {
  const list = (sql: string) =>
    file
      .prepare(sql)
      .all()
      .map(({ id }) => id);
  for (const [table, id] of [
    ['fts', 'rowid'],
    ['bag', 'id'],
    ['vector', 'id'],
  ] as const) {
    const extra = list(`SELECT ${id} AS id FROM ${table} WHERE ${id} NOT IN (SELECT id FROM chunk)`);
    if (extra.length > 0) tell('orphan', null, `rows of ${table} without a chunk: ${extra}`);
    if (table === 'vector') continue;
    const lost = list(`SELECT id FROM chunk WHERE id NOT IN (SELECT ${id} FROM ${table})`);
    if (lost.length > 0) tell('not_searchable', null, `chunk rows without a row of ${table}: ${lost}`);
  }
  const found = file.prepare('SELECT count(*) AS n FROM fts WHERE fts MATCH ?');
  const sources = file.prepare(
    'SELECT s.id, s.source_id, count(*) AS n FROM source s JOIN chunk c ON c.source = s.id GROUP BY s.id',
  );
  for (const { id, source_id, n } of sources.all()) {
    const matched = found.get(`source : s${id}`)?.n;
    if (matched !== n) tell('not_searchable', String(source_id), `${matched} of ${n} chunks are found`);
  }
}
