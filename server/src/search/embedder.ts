import type { EmbeddingConnection } from '../models/models.ts';
import { type EmbeddingStore, textHash } from './embedding-store.ts';

/** A model at an endpoint that turns texts into vectors. */
export interface Embedder {
  /** `provider/model`: vectors of another name are of another model. */
  name: string;
  /** One vector for each text, of length 1; asks only for what was never asked before. */
  ofChunks(
    workspaceId: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<Embedded<Float32Array[]>>;
  /** The vector of a query's words; remembers the last ones. Fails at once for a while after it failed. */
  ofQuery(words: string, timeoutMs: number): Promise<Embedded<Float32Array>>;
}

export type Embedded<T> = { ok: true; value: T } | { ok: false; message: string; retryAfterMs: number };

export interface EmbeddingSettings {
  name: string;
  connection: Pick<EmbeddingConnection, 'embed' | 'maxTexts'>;
  store: EmbeddingStore;
}

const CHUNKS_TIMEOUT_MS = 60_000;
const MAX_KNOWN_QUERIES = 500;
/** After a query that was not answered, others are searched by keyword at once for so long. */
const AWAY_MS = 5000;

export function createEmbedder({ name, connection, store }: EmbeddingSettings): Embedder {
  const { embed, maxTexts } = connection;
  const queries = new Map<string, Float32Array>();
  let away: { until: number; message: string } | null = null;

  function isAway(message: string) {
    away = { until: performance.now() + AWAY_MS, message };
    return { ok: false as const, message, retryAfterMs: 0 };
  }

  async function ask(texts: readonly string[], timeoutMs: number, signal: AbortSignal) {
    const outcome = await embed(texts, { timeoutMs, signal });
    if (outcome.ok) return { ok: true as const, value: outcome.vectors.map(toLengthOne) };
    const { message, retryAfterMs = 0 } = outcome;
    return { ok: false as const, message, retryAfterMs };
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
        const answer = await ask(
          some.map(([, text]) => text),
          CHUNKS_TIMEOUT_MS,
          signal,
        );
        if (!answer.ok) return answer;
        const paid = new Map(some.map(([hash], at) => [hash, answer.value[at] ?? new Float32Array()]));
        // Kept before anything is done with them: a process that is killed after this never pays again.
        await store.keep(workspaceId, name, paid);
        for (const [hash, vector] of paid) known.set(hash, vector);
      }
      return { ok: true, value: hashes.map((hash) => known.get(hash) ?? new Float32Array()) };
    },
    async ofQuery(words, timeoutMs) {
      const before = queries.get(words);
      if (before) return { ok: true, value: before };
      if (away && performance.now() < away.until)
        return { ok: false, message: away.message, retryAfterMs: 0 };
      try {
        const answer = await ask([words], timeoutMs, AbortSignal.timeout(timeoutMs));
        if (!answer.ok) return isAway(answer.message);
        away = null;
        const vector = answer.value[0] ?? new Float32Array();
        if (queries.size >= MAX_KNOWN_QUERIES) queries.clear();
        queries.set(words, vector);
        return { ok: true, value: vector };
      } catch {
        return isAway(`no answer within ${timeoutMs} ms`);
      }
    },
  };
}

function toLengthOne(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : vector;
}
