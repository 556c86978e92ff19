import { type RawBuilder, sql } from 'kysely';
import type { Batch, Database } from './db.ts';
import type { Schema } from './schema.ts';

/** A table whose rows belong to workspaces, with the parameters for deleting them. */
export interface WorkspaceTable {
  table: keyof Schema;
  /** The columns after `workspace_id` in its primary key. */
  keys: readonly string[];
  /** Maximum rows of one batch, chosen so that no batch occupies the writer for 20 ms. */
  atOnce: number;
}

/** Every table with rows of a workspace, the largest first. A test compares this list with the database. */
export const WORKSPACE_TABLES: readonly WorkspaceTable[] = [
  { table: 'source_originals', keys: ['source_id', 'ordinal'], atOnce: 4 },
  { table: 'source_contents', keys: ['source_id', 'generation', 'ordinal'], atOnce: 4 },
  { table: 'import_calls', keys: ['import_id', 'ordinal'], atOnce: 100 },
  { table: 'imports', keys: ['id'], atOnce: 50 },
  { table: 'index_snapshot_parts', keys: ['snapshot_id', 'part'], atOnce: 4 },
  { table: 'index_snapshots', keys: ['id'], atOnce: 200 },
  { table: 'embeddings', keys: ['model', 'text_hash'], atOnce: 50 },
  { table: 'chunks', keys: ['source_id', 'generation', 'ordinal'], atOnce: 200 },
  { table: 'dataset_blocks', keys: ['source_id', 'hash'], atOnce: 16 },
  { table: 'dataset_versions', keys: ['source_id', 'number'], atOnce: 16 },
  { table: 'sources', keys: ['id'], atOnce: 200 },
  { table: 'source_uploads', keys: ['id'], atOnce: 200 },
  { table: 'source_heads', keys: [], atOnce: 1 },
  { table: 'message_steps', keys: ['message_id', 'ordinal'], atOnce: 50 },
  { table: 'messages', keys: ['number'], atOnce: 200 },
  { table: 'conversations', keys: [], atOnce: 1 },
  { table: 'approvals', keys: ['id'], atOnce: 50 },
  { table: 'evaluation_labels', keys: ['evaluation_id', 'unit', 'id'], atOnce: 200 },
  { table: 'evaluation_judgements', keys: ['evaluation_id', 'unit', 'judge', 'swapped'], atOnce: 200 },
  { table: 'evaluation_turns', keys: ['evaluation_id', 'unit', 'beginning', 'ordinal'], atOnce: 100 },
  { table: 'evaluation_samples', keys: ['evaluation_id', 'unit'], atOnce: 200 },
  { table: 'evaluation_items', keys: ['evaluation_id', 'benchmark', 'item'], atOnce: 200 },
  { table: 'load_shares', keys: ['evaluation_id', 'share'], atOnce: 4 },
  { table: 'evaluation_batches', keys: ['evaluation_id', 'id'], atOnce: 20 },
  { table: 'evaluation_lanes', keys: ['evaluation_id', 'lane'], atOnce: 200 },
  { table: 'evaluations', keys: ['id'], atOnce: 20 },
  { table: 'series_looks', keys: ['series_id', 'id'], atOnce: 50 },
  { table: 'series', keys: ['id'], atOnce: 4 },
  { table: 'webhook_deliveries', keys: ['webhook_id', 'id'], atOnce: 200 },
  { table: 'webhooks', keys: ['id'], atOnce: 200 },
  { table: 'catalog_prices', keys: ['id'], atOnce: 200 },
  { table: 'scenarios', keys: ['id'], atOnce: 200 },
  { table: 'stacks', keys: ['id'], atOnce: 200 },
  { table: 'events', keys: ['id'], atOnce: 200 },
  { table: 'idempotency_keys', keys: ['actor_id', 'route', 'key'], atOnce: 100 },
  { table: 'jobs', keys: ['id'], atOnce: 200 },
];

/**
 * Deletes the first rows of a table that have these values in columns of its key. Returns whether there can be more.
 *
 * @param below only rows whose next key column is below this; null for all
 */
export async function purgeRows(
  db: Database,
  table: keyof Schema,
  of: Readonly<Record<string, string>>,
  below: number | null = null,
): Promise<boolean> {
  const { keys, atOnce } = WORKSPACE_TABLES.find((one) => one.table === table) as WorkspaceTable;
  const rest = keys.filter((key) => !Object.hasOwn(of, key)).map((key) => ({ key, column: sql.ref(key) }));
  const terms = Object.entries(of).map(([key, value]) => sql`${sql.ref(key)} = ${value}`);
  if (below !== null && rest[0]) terms.push(sql`${rest[0].column} < ${below}`);
  const rows = sql`FROM ${sql.table(table)} WHERE ${sql.join(terms, sql` AND `)}`;
  if (rest.length === 0) {
    await db.write((batch) => add(batch, sql`DELETE ${rows}`));
    return false;
  }
  const columns = sql.join(rest.map(({ column }) => column));
  const first = await sql<Record<string, unknown>>`
    SELECT ${columns} ${rows} ORDER BY ${columns} LIMIT ${atOnce}`.execute(db.query);
  const last = first.rows.at(-1);
  if (!last) return false;
  // Uses a range of the primary key, so that the cost of a step depends on the rows it deletes, not on those left.
  const values = sql.join(rest.map(({ key }) => sql`${last[key]}`));
  await db.write((batch) => add(batch, sql`DELETE ${rows} AND (${columns}) <= (${values})`));
  return first.rows.length === atOnce;
}

function add(batch: Batch, statement: RawBuilder<unknown>): void {
  batch.add({ compile: () => statement.compile(batch.query) });
}
