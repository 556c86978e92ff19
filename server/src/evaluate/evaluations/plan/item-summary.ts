import { createHash } from 'node:crypto';
import { sha256 } from '../../../kernel/json.ts';
import { createYieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { type Item, type SampledItem, sentCharacters } from '../../../measure/benchmarks/benchmarks.ts';
import type { PlannedBenchmark } from '../kinds/shapes.ts';

/** What a plan contains of the items of a benchmark besides their number: digests and clusters. */
export type ItemDigests = Pick<PlannedBenchmark, 'itemsSha256' | 'promptsSha256' | 'clusters'>;

const HASH_BYTES = 32;
const HASHED_AT_ONCE = 1_000;

/** Collects 64 bytes of each item and its cluster, in any order. */
export function createItemSummary(count: number) {
  const ids = Buffer.alloc(count * HASH_BYTES);
  const prompts = Buffer.alloc(count * HASH_BYTES);
  const clusters: (string | null)[] = new Array(count).fill(null);
  let characters = 0;
  return {
    add({ index, item }: SampledItem): void {
      ids.write(item.id, index * HASH_BYTES, 'hex');
      prompts.write(sha256(JSON.stringify(sentOf(item))), index * HASH_BYTES, 'hex');
      clusters[index] = item.cluster ?? null;
      characters += sentCharacters(item);
    },
    /** Characters of all messages that are sent. */
    characters: () => characters,
    async digests(): Promise<ItemDigests> {
      const named = clusters.filter((cluster) => cluster !== null);
      const isShared = new Set(named).size < named.length;
      return {
        itemsSha256: await hashOfHashes(ids),
        promptsSha256: await hashOfHashes(prompts),
        ...(isShared && { clusters }),
      };
    },
  };
}

/** The parts of an item that are sent: messages, tools and response format. */
function sentOf({ input, tools, responseFormat }: Item): unknown {
  if (responseFormat) return [input, tools ?? null, responseFormat];
  return tools ? [input, tools] : input;
}

/** SHA-256 in hex of SHA-256 hashes in hex, each followed by a line break. */
async function hashOfHashes(hashes: Buffer): Promise<string> {
  const yieldToEventLoop = createYieldToEventLoop();
  const sha256 = createHash('sha256');
  for (let at = 0; at < hashes.length; at += HASHED_AT_ONCE * HASH_BYTES) {
    const some = hashes.toString('hex', at, at + HASHED_AT_ONCE * HASH_BYTES);
    sha256.update(some.replace(/.{64}/g, '$&\n'));
    await yieldToEventLoop();
  }
  return sha256.digest('hex');
}
