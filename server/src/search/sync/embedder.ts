import { LRUCache } from 'lru-cache';
import type { EmbeddingConnection } from '../../models/models.ts';
import { type EmbeddingStore, textHash } from '../stores/embedding-store.ts';

/** An embedding model at a provider: it turns texts into vectors. */
export interface Embedder {
  /** `provider/model`; vectors of another name are of another model. */
  name: string;
  /** One vector for each text, of length 1; asks only for vectors that are not kept. */
  ofChunks(
    workspaceId: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Embedded<Float32Array[]>>;
  /** The vector of a query's words; caches the last ones. After a failure it fails at once for some seconds. */
  ofQuery(words: string, timeoutMs: number): Promise<Embedded<Float32Array>>;
}

export type Embedded<T> =
  | { ok: true; value: T }
  | {
      ok: false;
      message: string;
      retryAfterMs: number;
      /** The provider refused the request, perhaps because a text is too long. */
      refused?: boolean;
    };

export interface EmbeddingSettings {
  name: string;
  connection: Pick<EmbeddingConnection, 'embed' | 'maxTexts'>;
  store: EmbeddingStore;
}

const CHUNKS_TIMEOUT_MS = 60_000;
const MAX_CACHED_QUERIES = 500;
/** In characters; a text of this length is not refused for its length. */
const SHORTEST_TEXT = 200;
/** How long after a failed query the others fail at once, so that each search does not wait for the timeout. */
const PAUSE_MS = 5000;

export function createEmbedder({ name, connection, store }: EmbeddingSettings): Embedder {
  const { embed, maxTexts } = connection;
  const queries = new LRUCache<string, Float32Array>({ max: MAX_CACHED_QUERIES });
  let pause: { until: number; message: string } | null = null;

  function pauseAfter(message: string) {
    pause = { until: performance.now() + PAUSE_MS, message };
    return { ok: false as const, message, retryAfterMs: 0 };
  }

  async function ask(texts: readonly string[], timeoutMs: number, signal: AbortSignal) {
    const outcome = await embed(texts, { timeoutMs, signal });
    if (outcome.ok) return { ok: true as const, value: outcome.vectors.map(toLengthOne) };
    const { message, retryAfterMs = 0, reason } = outcome;
    return { ok: false as const, message, retryAfterMs, refused: reason === 'rejected' };
  }

  /**
   * Like `ask`, but texts that are refused together are asked for in halves, and of a text that is refused alone only
   * the first half is asked for, and so on. Small models take at most 512 tokens, and the beginning of a text says most.
   */
  async function askWithin(texts: readonly string[], signal: AbortSignal): Promise<Embedded<Float32Array[]>> {
    const answer = await ask(texts, CHUNKS_TIMEOUT_MS, signal);
    if (answer.ok || !answer.refused) return answer;
    const [first = ''] = texts;
    if (texts.length === 1)
      return first.length > SHORTEST_TEXT ? askWithin([firstHalf(first)], signal) : answer;
    const middle = Math.ceil(texts.length / 2);
    const before = await askWithin(texts.slice(0, middle), signal);
    if (!before.ok) return before;
    const after = await askWithin(texts.slice(middle), signal);
    return after.ok ? { ok: true, value: [...before.value, ...after.value] } : after;
  }

  return {
    name,
    async ofChunks(workspaceId, texts, signal) {
      const hashes = texts.map(textHash);
      const known = await store.kept(workspaceId, name, hashes);
      const missing = new Map(
        hashes.flatMap((hash, at) => (known.has(hash) ? [] : [[hash, texts[at] ?? '']])),
      );
      const asked = [...missing];
      for (let from = 0; from < asked.length; from += maxTexts) {
        const some = asked.slice(from, from + maxTexts);
        const answer = await askWithin(
          some.map(([, text]) => text),
          signal,
        );
        if (!answer.ok) return answer;
        const paid = new Map(some.map(([hash], at) => [hash, answer.value[at] ?? new Float32Array()]));
        // Kept before they are used: a process that is killed after this does not pay for them again.
        await store.keep(workspaceId, name, paid);
        for (const [hash, vector] of paid) known.set(hash, vector);
      }
      return { ok: true, value: hashes.map((hash) => known.get(hash) ?? new Float32Array()) };
    },
    async ofQuery(words, timeoutMs) {
      const cached = queries.get(words);
      if (cached) return { ok: true, value: cached };
      if (pause && performance.now() < pause.until)
        return { ok: false, message: pause.message, retryAfterMs: 0 };
      try {
        const answer = await ask([words], timeoutMs, AbortSignal.timeout(timeoutMs));
        if (!answer.ok) return pauseAfter(answer.message);
        pause = null;
        const vector = answer.value[0] ?? new Float32Array();
        queries.set(words, vector);
        return { ok: true, value: vector };
      } catch {
        return pauseAfter(`no answer within ${timeoutMs} ms`);
      }
    },
  };
}

/** Does not end with half a surrogate pair. */
function firstHalf(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2)).replace(/[\uD800-\uDBFF]$/, '');
}

function toLengthOne(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : vector;
}
