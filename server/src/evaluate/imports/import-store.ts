import { sql } from 'kysely';
import { AppError, notFound } from '../../kernel/errors.ts';
import type { PageRequest } from '../../kernel/page.ts';
import type { Batch, Database } from '../../platform/db/db.ts';
import {
  guardLiveWorkspace,
  requireLiveWorkspace,
  workspaceIsLive,
} from '../../platform/db/live-workspace.ts';
import { preparedInserts } from '../../platform/db/row-sets.ts';
import type { NewRow, Row } from '../../platform/db/schema.ts';

export type ImportRow = Row<'imports'>;
export type StoredCall = Row<'import_calls'>;

/** The outcome of a batch that found the import deleted, or changed since it was read. */
export const IMPORT_CHANGED = 'import_changed';

function live(db: Database, workspaceId: string) {
  return db.query
    .selectFrom('imports')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where(workspaceIsLive(workspaceId));
}

/** Throws `not_found`. */
export async function findImport(db: Database, workspaceId: string, id: string): Promise<ImportRow> {
  const row = await live(db, workspaceId).where('id', '=', id).executeTakeFirst();
  if (row) return row;
  await requireLiveWorkspace(db, workspaceId);
  throw notFound('import', id);
}

/** Newest first, one more than `limit` if there are more. */
export async function listImports(
  db: Database,
  workspaceId: string,
  { limit, before }: PageRequest,
): Promise<ImportRow[]> {
  let query = live(db, workspaceId)
    .orderBy('id', 'desc')
    .limit(limit + 1);
  if (before !== null) query = query.where('id', '<', before);
  const rows = await query.execute();
  if (rows.length === 0) await requireLiveWorkspace(db, workspaceId);
  return rows;
}

export function insertImport(batch: Batch, row: NewRow<'imports'>): void {
  guardLiveWorkspace(batch, row.workspace_id);
  batch.add(batch.query.insertInto('imports').values(row));
}

/** Updates the import as it was read; `IMPORT_CHANGED` if it was changed or deleted meanwhile. */
export function updateImport(batch: Batch, row: ImportRow, set: Partial<ImportRow>): void {
  guardLiveWorkspace(batch, row.workspace_id);
  batch.add(unchanged(batch, row, set).where('received_bytes', '=', row.received_bytes), {
    orElse: IMPORT_CHANGED,
  });
}

/**
 * Updates what people change, even if parts of the file arrived meanwhile; `IMPORT_CHANGED` if someone else changed or
 * deleted it.
 */
export function changeImport(batch: Batch, row: ImportRow, set: Partial<ImportRow>): void {
  guardLiveWorkspace(batch, row.workspace_id);
  batch.add(unchanged(batch, row, set), { orElse: IMPORT_CHANGED });
}

function unchanged(
  batch: Batch,
  { workspace_id, id, status, settings_json }: ImportRow,
  set: Partial<ImportRow>,
) {
  return batch.query
    .updateTable('imports')
    .set(set)
    .where((eb) => eb.and({ workspace_id, id, status, settings_json }));
}

/** Stores the sources of an import; `IMPORT_CHANGED` if another run did, or the import was deleted. */
export function keepSource(
  batch: Batch,
  workspaceId: string,
  id: string,
  before: string,
  sources_json: string,
): void {
  batch.add(
    batch.query
      .updateTable('imports')
      .set({ sources_json })
      .where((eb) => eb.and({ workspace_id: workspaceId, id, sources_json: before })),
    { orElse: IMPORT_CHANGED },
  );
}

/** Does nothing if the import was deleted, or another run has completed it. */
export function markImportFailed(
  batch: Batch,
  workspaceId: string,
  id: string,
  error_json: string,
  updated_at: number,
): void {
  batch.add(
    batch.query
      .updateTable('imports')
      .set({ status: 'failed', salt: null, error_json, updated_at })
      .where((eb) => eb.and({ workspace_id: workspaceId, id, status: 'making' })),
  );
}

/** `IMPORT_CHANGED` if it was deleted, or got another source since it was read. */
export function deleteImport(batch: Batch, { workspace_id, id, sources_json }: ImportRow): void {
  batch.add(
    batch.query.deleteFrom('imports').where((eb) => eb.and({ workspace_id, id, sources_json })),
    { orElse: IMPORT_CHANGED },
  );
}

/** The columns of a call without its content. */
const MEASURED = [
  'ordinal',
  'hash',
  'repeated',
  'session',
  'has_session',
  'model',
  'route',
  'at_us',
  'duration_us',
  'input_tokens',
  'output_tokens',
  'cached_tokens',
  'characters',
  'failed',
  'chain_json',
  'answer',
] as const;

export const insertCalls = preparedInserts('import_calls', [
  'workspace_id',
  'import_id',
  ...MEASURED,
  'content_json',
]);

const HASHES_AT_ONCE = 500;

/** Those of these hashes that existing calls of the import have. */
export async function knownHashes(
  db: Database,
  workspaceId: string,
  importId: string,
  hashes: readonly string[],
): Promise<Set<string>> {
  const known = new Set<string>();
  for (let at = 0; at < hashes.length; at += HASHES_AT_ONCE) {
    const rows = await db.query
      .selectFrom('import_calls')
      .select('hash')
      .where((eb) => eb.and({ workspace_id: workspaceId, import_id: importId }))
      .where('hash', 'in', hashes.slice(at, at + HASHES_AT_ONCE))
      .execute();
    for (const { hash } of rows) known.add(hash);
  }
  return known;
}

/** A session: its pseudonym and its number of calls. */
export interface SessionCount {
  session: string;
  calls: number;
}

/** Sessions in the order of their pseudonyms, after `after`. */
export async function sessionsAfter(
  db: Database,
  workspaceId: string,
  importId: string,
  after: string | null,
  limit: number,
): Promise<SessionCount[]> {
  let query = db.longQuery
    .selectFrom('import_calls')
    .select(['session', ({ fn }) => fn.countAll<number>().as('calls')])
    .where((eb) => eb.and({ workspace_id: workspaceId, import_id: importId }))
    .groupBy('session')
    .orderBy('session')
    .limit(limit);
  if (after !== null) query = query.where('session', '>', after);
  return await query.execute();
}

/** A call without its content. */
export type MeasuredCall = Pick<StoredCall, (typeof MEASURED)[number]>;

/** Calls of the sessions from `first` to `last`, each session in time order, after the call `after`. */
export async function callsOfSessions(
  db: Database,
  workspaceId: string,
  importId: string,
  { first, last }: { first: string; last: string },
  after: Pick<StoredCall, 'session' | 'at_us' | 'ordinal'> | null,
  limit: number,
): Promise<MeasuredCall[]> {
  let query = db.longQuery
    .selectFrom('import_calls')
    .select(MEASURED)
    .where((eb) => eb.and({ workspace_id: workspaceId, import_id: importId }))
    .where('session', '>=', first)
    .where('session', '<=', last)
    .orderBy('session')
    .orderBy('at_us')
    .orderBy('ordinal')
    .limit(limit);
  if (after !== null) {
    query = query.where(
      sql<boolean>`(session, at_us, ordinal) > (${after.session}, ${after.at_us}, ${after.ordinal})`,
    );
  }
  return await query.execute();
}

/** The calls with these ordinals, with their content, in order. */
export function callsAt(
  db: Database,
  workspaceId: string,
  importId: string,
  ordinals: readonly number[],
): Promise<StoredCall[]> {
  return db.longQuery
    .selectFrom('import_calls')
    .selectAll()
    .where((eb) => eb.and({ workspace_id: workspaceId, import_id: importId }))
    .where('ordinal', 'in', [...ordinals])
    .orderBy('ordinal')
    .execute();
}

/** Ignores the error that a source was already deleted. */
export function unlessGone(error: unknown): undefined {
  if (!(error instanceof AppError && error.code === 'not_found')) throw error;
}
