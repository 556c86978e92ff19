import type { Database } from '../../../platform/db/db.ts';
import type { ChunkStore, Place, SourceChange, StoredChunk } from './contract.ts';

/**
 * Reads sources and chunks for the index. Several sources may share one content: its chunks are indexed once, under the
 * source that owns them, and shown as chunks of the oldest source that still exists.
 */
export function createChunkStore(db: Database): ChunkStore {
  return {
    async latestChange(workspaceId) {
      const head = await db.query
        .selectFrom('source_heads')
        .select('last_change')
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      return head?.last_change ?? 0;
    },

    async latestChanges() {
      const rows = await db.query
        .selectFrom('source_heads')
        .innerJoin('workspaces', 'workspaces.id', 'source_heads.workspace_id')
        .select(['source_heads.workspace_id', 'last_change'])
        .where('deleted_at', 'is', null)
        .where('last_change', '>', 0)
        .execute();
      return rows.map(({ workspace_id, last_change }) => ({
        workspaceId: workspace_id,
        change: last_change,
      }));
    },

    async changesSince(workspaceId, after, limit) {
      const rows = await db.query
        .selectFrom('sources')
        .select(['id', 'change', 'generation', 'title', 'holders'])
        .where('workspace_id', '=', workspaceId)
        .where('change', '>', after)
        .orderBy('change')
        .limit(limit)
        .execute();
      return rows.map(({ id, change, generation, title, holders }): SourceChange => {
        const common = { change: change ?? 0, sourceId: id };
        return holders > 0
          ? { ...common, kind: 'replace', revision: generation, title }
          : { ...common, kind: 'delete' };
      });
    },

    async chunksOf(workspaceId, sourceId, revision, fromOrdinal, limit) {
      const owner = await db.query
        .selectFrom('sources')
        .select('id')
        .where((eb) => eb.and({ workspace_id: workspaceId, id: sourceId, generation: revision }))
        .where('holders', '>', 0)
        .executeTakeFirst();
      if (!owner) return null;
      const rows = await db.query
        .selectFrom('chunks')
        .select(['id', 'text', 'heading_json', 'place_json'])
        .where((eb) => eb.and({ workspace_id: workspaceId, source_id: sourceId, generation: revision }))
        .where('ordinal', '>=', fromOrdinal)
        .orderBy('ordinal')
        .limit(limit)
        .execute();
      return rows.map(({ id, text, heading_json, place_json }) => ({
        chunk_id: id,
        text,
        heading: [...pathOf(place_json), ...(JSON.parse(heading_json) as string[])],
      }));
    },

    async chunksById(workspaceId, chunkIds) {
      if (chunkIds.length === 0) return new Map();
      const rows = await db.query
        .selectFrom('chunks as c')
        .innerJoin('sources as o', (join) =>
          join.onRef('o.workspace_id', '=', 'c.workspace_id').onRef('o.id', '=', 'c.source_id'),
        )
        .select(['c.id', 'c.source_id', 'c.text', 'c.heading_json', 'c.place_json', 'c.url'])
        .select(['c.start_at', 'c.end_at'])
        .where('c.workspace_id', '=', workspaceId)
        .where('c.id', 'in', [...chunkIds])
        .where('o.holders', '>', 0)
        // An unchanged chunk is in several generations; its place in the present one counts.
        .whereRef('c.generation', '<=', 'o.generation')
        .orderBy('c.generation')
        .execute();
      const shown = await oldestSources(db, workspaceId, [...new Set(rows.map((row) => row.source_id))]);
      const chunks = new Map<string, StoredChunk>();
      for (const { id, source_id, text, heading_json, place_json, ...row } of rows) {
        const source = shown.get(source_id);
        if (!source) continue;
        const heading = JSON.parse(heading_json) as string[];
        const { id: sourceId, title } = source;
        chunks.set(id, {
          chunk_id: id,
          source_id: sourceId,
          source_title: title,
          text,
          heading,
          url: row.url ?? source.url,
          start: row.start_at,
          end: row.end_at,
          place: placeOf(place_json),
        });
      }
      return chunks;
    },

    async datasetsAmong(workspaceId, sourceIds) {
      if (sourceIds.length === 0) return new Set();
      const rows = await db.query
        .selectFrom('sources')
        .select('id')
        .where('workspace_id', '=', workspaceId)
        .where('id', 'in', [...sourceIds])
        .where('classification', '=', 'dataset')
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    async workspaceExists(workspaceId) {
      const row = await db.query
        .selectFrom('workspaces')
        .select('id')
        .where('id', '=', workspaceId)
        .where('deleted_at', 'is', null)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

function placeOf(json: string | null): Place | null {
  return json === null ? null : (JSON.parse(json) as Place);
}

/** A path is indexed as a heading, so that a file is found by its path. */
function pathOf(json: string | null): string[] {
  const path = placeOf(json)?.path;
  return path === undefined ? [] : [path];
}

/** A source, and the source that owns its content. */
export interface SourceRow {
  id: string;
  owner_id: string;
  type: string;
  title: string;
  url: string | null;
}

/** The sources with these ids that exist. */
export async function findSources(
  db: Database,
  workspaceId: string,
  sourceIds: readonly string[],
): Promise<SourceRow[]> {
  if (sourceIds.length === 0) return [];
  return db.query
    .selectFrom('sources')
    .select(['id', 'owner_id', 'type', 'title', 'url'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', [...sourceIds])
    .where('deleted_at', 'is', null)
    .execute();
}

/** For each of these owners the oldest existing source that shares its content, which is nearly always the owner. */
async function oldestSources(
  db: Database,
  workspaceId: string,
  ownerIds: readonly string[],
): Promise<Map<string, SourceRow>> {
  if (ownerIds.length === 0) return new Map();
  const owners = await findSources(db, workspaceId, ownerIds);
  const shown = new Map(owners.map((owner) => [owner.id, owner]));
  for (const ownerId of ownerIds) {
    if (shown.has(ownerId)) continue;
    const oldest = await db.query
      .selectFrom('sources')
      .select(['id', 'owner_id', 'type', 'title', 'url'])
      .where((eb) => eb.and({ workspace_id: workspaceId, owner_id: ownerId }))
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (oldest) shown.set(ownerId, oldest);
  }
  return shown;
}
