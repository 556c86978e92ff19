import { LRUCache } from 'lru-cache';
import type { EmbeddingConnection } from '../../../models/models.ts';

/** Vectors of queries, for searches that wait for them. */
export type QueryEmbedder = ReturnType<typeof createQueryEmbedder>;

export type QueryVector = { ok: true; value: Float32Array } | ({ ok: false } & NoQueryVector);

export interface NoQueryVector {
  /**
   * `late`: the model is slow, and the vector is cached when it arrives. `unavailable`: it failed, or is not called
   * after repeated failures.
   */
  why: 'late' | 'unavailable';
  /** The reason as a part of a sentence whose subject is the embedding model. */
  message: string;
}

/** The maximum time that a search waits. */
const WAIT_MS = 700;
/** How long a call may continue after its search has responded. A call without a result by then is a failure. */
const CALL_TIMEOUT_MS = 10_000;
const MAX_CACHED = 500;
/** After this many consecutive failures the model is not called for `PAUSE_MS`; then one query tries it. */
const FAILURES_BEFORE_PAUSE = 3;
const PAUSE_MS = 5000;

/**
 * Each search waits for its own vector, at most `WAIT_MS`. A slow call delays no other search: it continues, and the
 * same words find its vector later. Only consecutive failures, which show that the model is down, keep searches from
 * calling it. Words that the model refuses say nothing about the next ones.
 */
export function createQueryEmbedder(embedOnce: EmbeddingConnection['embedOnce']) {
  const vectors = new LRUCache<string, Float32Array>({ max: MAX_CACHED });
  const asked = new Map<string, Promise<QueryVector>>();
  const breaker = createBreaker();
  const stopping = new AbortController();
  async function ask(words: string): Promise<QueryVector> {
    const options = { timeoutMs: CALL_TIMEOUT_MS, slotWithinMs: WAIT_MS, signal: stopping.signal };
    const began = performance.now();
    const outcome = await embedOnce([words], options);
    if (outcome === 'no_slot') return unavailable(NO_SLOT);
    if (!outcome.ok) {
      if (outcome.scope !== 'request') breaker.failed(began, outcome.message);
      return unavailable(`gave no vector for the query: ${outcome.message}`);
    }
    breaker.succeeded();
    const value = toUnitLength(outcome.vectors[0] ?? new Float32Array());
    vectors.set(words, value);
    return { ok: true, value };
  }

  function start(words: string): Promise<QueryVector> {
    const call = ask(words)
      .catch((error: unknown) => unavailable(`gave no vector for the query: ${String(error)}`))
      .finally(() => asked.delete(words));
    asked.set(words, call);
    return call;
  }

  return {
    /**
     * The vector of a query's words, of length 1, or why there is none in time; caches the last ones. Never rejects.
     */
    async ofQuery(words: string): Promise<QueryVector> {
      const value = vectors.get(words);
      if (value) return { ok: true, value };
      const before = asked.get(words);
      const pause = before ? null : breaker.pause();
      if (pause) return unavailable(pause);
      return within(before ?? start(words), WAIT_MS, LATE_ANSWER);
    },
    /** Aborts running calls. */
    async stop(): Promise<void> {
      stopping.abort(new Error('the service stops'));
      await Promise.all(asked.values());
    },
  };
}

const LATE_ANSWER: QueryVector = {
  ok: false,
  why: 'late',
  message: `did not answer within ${WAIT_MS / 1000} s`,
};
const NO_SLOT = `was not called: its account’s limit of concurrent calls was reached for ${WAIT_MS / 1000} s`;
const unavailable = (message: string): QueryVector => ({ ok: false, why: 'unavailable', message });

function createBreaker() {
  let failures = 0;
  let lastMessage = '';
  let nextTry = 0;
  let lastSuccess = 0;
  return {
    succeeded() {
      failures = 0;
      lastSuccess = performance.now();
    },
    /** A failed call, such as one that hung, does not count if a later one succeeded: the model is reachable. */
    failed(began: number, message: string) {
      if (lastSuccess > began) return;
      failures++;
      lastMessage = message;
      nextTry = performance.now() + PAUSE_MS;
    },
    /** Why the model is not called now; null: call it. */
    pause(): string | null {
      const left = nextTry - performance.now();
      if (failures < FAILURES_BEFORE_PAUSE) return null;
      if (left > 0) {
        const seconds = Math.ceil(left / 1000);
        return `was not called: ${failures} calls in a row failed, the last with "${lastMessage}"; the next call is in ${seconds} s`;
      }
      // This query tries the model; the others do not wait for its result.
      nextTry = performance.now() + PAUSE_MS;
      return null;
    },
  };
}

async function within<T>(promise: Promise<T>, ms: number, otherwise: T): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<T>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise);
  });
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer));
}

export function toUnitLength(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return length > 0 ? vector.map((value) => value / length) : vector;
}
