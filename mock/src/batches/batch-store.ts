import { randomUUID } from 'node:crypto';
import type { Batches } from '../script/batches.ts';

/** A request of a batch and its outcome. */
export interface BatchRequest {
  readonly customId: string;
  /** The body of the chat completion request. */
  readonly body: string;
  state: 'waiting' | 'asked' | 'answered' | 'expired' | 'cancelled';
  answer: { status: number; body: string } | null;
}

export interface Batch {
  readonly id: string;
  readonly createdAt: number;
  readonly requests: readonly BatchRequest[];
  /** Metadata that the submitter stored with the request. */
  readonly metadata: unknown;
  cancelledAt: number | null;
  /** Rejected after it was accepted. */
  isTurnedDown: boolean;
}

export interface BatchStats {
  /** Accepted batches, including those whose response was lost. */
  submitted: number;
  /** Submissions that were not accepted. */
  refused: number;
  /** Number of requests in accepted batches. */
  requests: number;
  cancelled: number;
  listed: number;
  looked: number;
  /** Number of started readings of results. */
  read: number;
}

/** How results are read. */
export interface Reading {
  /** Whether the second half of its lines is missing. */
  isLacking: boolean;
  breaksOff: boolean;
  /** The error status that is returned instead. */
  status?: number | undefined;
  standsStillMs: number;
}

/** The outcome of a submission. */
export type TakenBatch = { batch: Batch; isLost: boolean; afterMs: number } | { status: number };

/** Answers one request of a batch like a single call. */
export type AnswerOne = (body: string) => Promise<{ status: number; body: string }>;

// Enough ids for tests and demonstrations; restart the mock to submit more.
const MAX_BATCHES = 10_000;

/**
 * The batches of one protocol. Their state is computed at each request from the elapsed time, so that a run does not
 * depend on the machine's timers.
 */
export function createBatchStore(prefix: string, script: () => Batches, answer: AnswerOne) {
  const batches = new Map<string, Batch>();
  const stats: BatchStats = {
    submitted: 0,
    refused: 0,
    requests: 0,
    cancelled: 0,
    listed: 0,
    looked: 0,
    read: 0,
  };
  let [refused, lost, turnedDown, expired, broken] = [0, 0, 0, 0, 0];

  function advance(batch: Batch): void {
    const { processing_ms, expires_ms, expire_first } = script();
    const now = Date.now();
    if (batch.isTurnedDown) return;
    const until = Math.min(now, batch.cancelledAt ?? now);
    const elapsed = until - batch.createdAt;
    const share = processing_ms === 0 ? 1 : Math.min(1, elapsed / processing_ms);
    const due = elapsed >= expires_ms ? 0 : Math.floor(share * batch.requests.length);
    for (const request of batch.requests.slice(0, due)) {
      if (request.state !== 'waiting') continue;
      if (expired < expire_first) {
        expired++;
        request.state = 'expired';
        continue;
      }
      request.state = 'asked';
      void answer(request.body).then((said) => {
        if (request.state !== 'asked') return;
        request.answer = said;
        request.state = 'answered';
      });
    }
    for (const request of batch.requests) {
      if (now - batch.createdAt >= expires_ms && (request.state === 'waiting' || request.state === 'asked'))
        request.state = 'expired';
      if (batch.cancelledAt !== null && request.state === 'waiting') request.state = 'cancelled';
    }
  }

  function workedOn(): Batch[] {
    for (const batch of batches.values()) advance(batch);
    return [...batches.values()].filter((batch) => !isBatchEnded(batch));
  }

  return {
    stats,
    take(
      requests: readonly Pick<BatchRequest, 'customId' | 'body'>[],
      metadata: unknown,
      canBeTurnedDown: boolean,
    ): TakenBatch {
      const { submit_errors, refused_models, lost_submissions, turn_down_first, most_enqueued, submit_ms } =
        script();
      const status = submit_errors[refused];
      if (status !== undefined) {
        refused++;
        stats.refused++;
        return { status };
      }
      const refusal = refused_models[modelOf(requests)];
      if (refusal !== undefined) {
        stats.refused++;
        return { status: refusal };
      }
      if (batches.size >= MAX_BATCHES) return { status: 500 };
      const isTurnedDown =
        canBeTurnedDown && (turnedDown < turn_down_first || workedOn().length >= most_enqueued);
      if (isTurnedDown) turnedDown++;
      const batch: Batch = {
        id: `${prefix}${randomUUID().replaceAll('-', '')}`,
        createdAt: Date.now(),
        requests: requests.map((one) => ({ ...one, state: 'waiting', answer: null })),
        metadata,
        cancelledAt: null,
        isTurnedDown,
      };
      batches.set(batch.id, batch);
      stats.submitted++;
      stats.requests += requests.length;
      const isLost = lost < lost_submissions;
      if (isLost) lost++;
      return { batch, isLost, afterMs: submit_ms };
    },
    find(id: string): Batch | undefined {
      const batch = batches.get(id);
      if (batch) advance(batch);
      stats.looked++;
      return batch;
    },
    /** Newest first, after the batch with this id; undefined if batches cannot be listed. */
    list(after: string | null, limit: number): { batches: Batch[]; hasMore: boolean } | undefined {
      stats.listed++;
      if (!script().listing) return undefined;
      if (stats.listed <= script().empty_lists) return { batches: [], hasMore: false };
      const all = [...batches.values()].toReversed();
      const from = after === null ? 0 : all.findIndex(({ id }) => id === after) + 1;
      const some = all.slice(from, from + limit);
      for (const batch of some) advance(batch);
      return { batches: some, hasMore: from + limit < all.length };
    },
    cancel(id: string): Batch | undefined {
      const batch = batches.get(id);
      if (!batch) return undefined;
      advance(batch);
      if (!isBatchEnded(batch) && batch.cancelledAt === null) {
        batch.cancelledAt = Date.now();
        stats.cancelled++;
        advance(batch);
      }
      return batch;
    },
    /** The requests in the order of the results. */
    ordered(requests: readonly BatchRequest[]): readonly BatchRequest[] {
      return script().shuffled ? requests.toReversed() : requests;
    },
    /** How this reading of results behaves. */
    reading(): Reading {
      stats.read++;
      const { broken_results, lacking_results, results_ms, results_errors } = script();
      const status = results_errors[stats.read - 1];
      const breaksOff = broken < broken_results;
      if (breaksOff) broken++;
      return { breaksOff, isLacking: stats.read <= lacking_results, status, standsStillMs: results_ms };
    },
  };
}

export type BatchStore = ReturnType<typeof createBatchStore>;

export function isBatchEnded({ requests, isTurnedDown }: Batch): boolean {
  return isTurnedDown || requests.every(({ state }) => state !== 'waiting' && state !== 'asked');
}

export const countRequests = ({ requests }: Batch, counts: (request: BatchRequest) => boolean): number =>
  requests.filter(counts).length;

export const isAccepted = ({ answer }: BatchRequest) => answer !== null && answer.status < 300;

/** The model of the first request: a batch has one model. */
const modelOf = ([first]: readonly Pick<BatchRequest, 'body'>[]) =>
  String((JSON.parse(first?.body ?? '{}') as Record<string, unknown>).model);
