import { LRUCache } from 'lru-cache';
import type { Item } from '../../../measure/benchmarks/benchmarks.ts';
import type { Database } from '../../../platform/db/db.ts';
import type { EvaluationClaim } from './evaluation-store.ts';
import { readItems } from './item-store.ts';

const ITEMS_PER_BLOCK = 64;
/** Number of cached blocks: the current one, the next, and those that slow units still need. */
const CACHED_BLOCKS = 8;

/** Reads items of a plan block by block, so that memory does not grow with their number. */
export function createItemReader(db: Database, of: Pick<EvaluationClaim, 'workspaceId' | 'id'>) {
  const blocks = new LRUCache<string, Promise<Map<number, Item>>>({ max: CACHED_BLOCKS });

  async function readBlock(benchmark: number, from: number): Promise<Map<number, Item>> {
    const rows = await readItems(db, of, benchmark, from, from + ITEMS_PER_BLOCK);
    return new Map(rows.map(({ item, content_json }) => [item, JSON.parse(content_json) as Item]));
  }

  return async (benchmark: number, item: number): Promise<Item> => {
    const from = item - (item % ITEMS_PER_BLOCK);
    const key = `${benchmark}:${from}`;
    let block = blocks.get(key);
    if (!block) {
      block = readBlock(benchmark, from);
      blocks.set(key, block);
      block.catch(() => blocks.delete(key));
    }
    const found = (await block).get(item);
    if (!found) throw new Error(`Item ${item} of benchmark ${benchmark} is not stored.`);
    return found;
  };
}
