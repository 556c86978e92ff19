import { hash } from 'node:crypto';
import type { Database } from '../../db/db.ts';
import { newId } from '../../kernel/ids.ts';
import { type ChunkRow, type ContentOf, listChunks } from '../source-content-store.ts';

/** What makes a chunk the same passage, wherever in its document it stands now. */
export type Passage = Pick<ChunkRow, 'text' | 'heading_json' | 'place_json'>;

const CHUNKS_PER_READ = 500;

/**
 * Gives chunks that are read again the ids they have, so that what cites them stays valid: a chunk of the same text
 * under the same headings, in a repository in the same file, is the same one. Equal passages keep their order; what
 * is new gets a new id. Holds one digest and one id for each chunk there is.
 */
export async function createChunkIds(
  db: Database,
  workspaceId: string,
  present: ContentOf,
): Promise<(passage: Passage) => string> {
  const ids = new Map<string, string[]>();
  for (let fromOrdinal = 0; ; fromOrdinal += CHUNKS_PER_READ) {
    const chunks = await listChunks(db, workspaceId, present, { fromOrdinal, limit: CHUNKS_PER_READ });
    for (const chunk of chunks) {
      const key = keyOf(chunk);
      const equal = ids.get(key);
      if (equal) equal.push(chunk.id);
      else ids.set(key, [chunk.id]);
    }
    if (chunks.length < CHUNKS_PER_READ) break;
  }
  return (passage) => ids.get(keyOf(passage))?.shift() ?? newId();
}

function keyOf({ text, heading_json, place_json }: Passage): string {
  const { path = '' } = JSON.parse(place_json ?? '{}') as { path?: string };
  return hash('sha256', JSON.stringify([path, heading_json, text]), 'base64');
}
