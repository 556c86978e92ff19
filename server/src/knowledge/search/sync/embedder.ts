import { sha256 } from '../../../kernel/json.ts';
import { createSlots } from '../../../kernel/slots.ts';
import type { EmbeddingConnection } from '../../../models/models.ts';
import type { EmbeddingStore } from '../stores/embedding-store.ts';
import { createQueryEmbedder, type QueryEmbedder, toUnitLength } from './query-embedder.ts';

/** A provider's embedding model, which turns texts into vectors. */
export interface Embedder {
  /** `provider/model`; vectors with another name belong to another model. */
  name: string;
  /** One vector for each text, of length 1; requests only vectors that are not stored, in parallel batches. */
  ofChunks(
    workspaceId: string,
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<EmbeddedTexts<Float32Array[]>>;
  ofQuery: QueryEmbedder['ofQuery'];
  /** Aborts the queries that are still being embedded. */
  stop(): Promise<void>;
}

export type EmbeddedTexts<T> =
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
  connection: Pick<EmbeddingConnection, 'embed' | 'embedOnce' | 'maxTexts' | 'maxConcurrency'>;
  store: EmbeddingStore;
}

const CHUNKS_TIMEOUT_MS = 60_000;
const MAX_TEXTS_PER_BATCH = 64;
/**
 * Maximum batches of all workspaces at a time. Reduced to one below the account's call limit, to leave room for queries, but at
 * least one.
 */
const BATCHES_AT_ONCE = 4;
/** In characters; a text up to this length is not refused for its length. */
const MIN_TEXT_LENGTH = 200;

export function createEmbedder({ name, connection, store }: EmbeddingSettings): Embedder {
  const { embed, embedOnce, maxConcurrency = BATCHES_AT_ONCE + 1 } = connection;
  const batchSize = Math.min(MAX_TEXTS_PER_BATCH, connection.maxTexts);
  const batchSlots = createSlots(Math.max(1, Math.min(BATCHES_AT_ONCE, maxConcurrency - 1)));
  const queries = createQueryEmbedder(embedOnce);

  async function ask(texts: readonly string[], signal: AbortSignal) {
    const outcome = await embed(texts, { timeoutMs: CHUNKS_TIMEOUT_MS, signal });
    if (outcome.ok) return { ok: true as const, value: outcome.vectors.map(toUnitLength) };
    const { message, retryAfterMs = 0, reason } = outcome;
    return { ok: false as const, message, retryAfterMs, refused: reason === 'rejected' };
  }

  /**
   * Like `ask`, but texts that are refused together are requested in halves, and of a text that is refused alone only
   * the first half is requested, and so on. Small models accept at most 512 tokens, and the beginning of a text says
   * most.
   */
  async function askWithin(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<EmbeddedTexts<Float32Array[]>> {
    const answer = await ask(texts, signal);
    if (answer.ok || !answer.refused) return answer;
    const [first = ''] = texts;
    if (texts.length === 1)
      return first.length > MIN_TEXT_LENGTH ? askWithin([firstHalf(first)], signal) : answer;
    const middle = Math.ceil(texts.length / 2);
    const before = await askWithin(texts.slice(0, middle), signal);
    if (!before.ok) return before;
    const after = await askWithin(texts.slice(middle), signal);
    return after.ok ? { ok: true, value: [...before.value, ...after.value] } : after;
  }

  type Asked = readonly [hash: string, text: string];

  /** Requests a batch and stores it before use: a process that is killed afterwards does not pay for it again. */
  async function embedBatch(workspaceId: string, batch: readonly Asked[], signal: AbortSignal) {
    const texts = batch.map(([, text]) => text);
    const answer = await askWithin(texts, signal);
    if (!answer.ok) return answer;
    const value = new Map(batch.map(([hash], at) => [hash, answer.value[at] ?? new Float32Array()]));
    await store.keep(workspaceId, name, value);
    return { ok: true as const, value };
  }

  return {
    name,
    async ofChunks(workspaceId, texts, signal) {
      const hashes = texts.map(sha256);
      const known = await store.kept(workspaceId, name, hashes);
      const missing: Asked[] = [
        ...new Map(hashes.flatMap((hash, at) => (known.has(hash) ? [] : [[hash, texts[at] ?? '']]))),
      ];
      const batches = Array.from({ length: Math.ceil(missing.length / batchSize) }, (_, n) =>
        missing.slice(n * batchSize, (n + 1) * batchSize),
      );
      // Waits for all, so that none is written after the database was closed.
      const ended = await Promise.allSettled(
        batches.map((batch) => batchSlots.run(() => embedBatch(workspaceId, batch, signal), signal)),
      );
      for (const one of ended) {
        if (one.status === 'rejected') throw one.reason;
        if (!one.value.ok) return one.value;
        for (const [hash, vector] of one.value.value) known.set(hash, vector);
      }
      return { ok: true, value: hashes.map((hash) => known.get(hash) ?? new Float32Array()) };
    },
    ...queries,
  };
}

/** Never ends with half a surrogate pair. */
function firstHalf(text: string): string {
  return text.slice(0, Math.ceil(text.length / 2)).replace(/[\uD800-\uDBFF]$/, '');
}
