import type { ChatOutcome, ChatRequest } from './chat.ts';
import type { CallFailure } from './failure.ts';

/** The price of a response in a batch, relative to a single call. */
export interface BatchPrice {
  /** The batch price as a share of the price of a single call; 0.5 is half. */
  factor: number;
  /** The source of the price and the day it was read; null if the operator configured it. */
  source: string | null;
  asOf: string | null;
}

/** One request of a batch. */
export interface BatchRequest {
  /** Letters, digits, `_` and `-`, at most 64 of them. */
  customId: string;
  /** JSON of the request as a single call would send it. */
  body: string;
}

/** The progress of a batch at its provider. */
export interface BatchState {
  ok: true;
  /** Whether the provider has finished it. */
  ended: boolean;
  /** Number of ended requests, if the provider reports it before the end. */
  done: number;
  /** When unfinished requests expire, in ms since 1970; null if unknown. */
  expiresAt: number | null;
  /** Why a request has no response, if the provider gives no reason for it. */
  rest: UnsentRequest;
  /** Why the whole batch was rejected; null if it was not. `passes`: it may be accepted later. */
  refused: { message: string; passes: boolean } | null;
}

/** A request that was not sent to the model and not charged; `lost`: the provider reports nothing about it. */
export type UnsentRequest = 'expired' | 'cancelled' | 'lost';

/** The outcome of one request. */
export type BatchLine = { customId: string } & (
  | {
      /** The outcome that a single call would have had. */
      status: number;
      body: string;
    }
  | { unasked: UnsentRequest }
);

/** The batch that the provider has for a submission that may have succeeded. */
export type FoundBatch =
  | { ok: true; remoteId: string }
  /** The batch is missing, or cannot be distinguished from others yet. */
  | { ok: true; remoteId: null; isCertain: boolean };

/** Thrown when reading results fails. */
export class BatchUnreadable extends Error {
  override readonly name = 'BatchUnreadable';
  readonly failure: CallFailure;
  constructor(failure: CallFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/**
 * The batches of an account. Each call is one attempt. Failures are returned as values, except those of `results`,
 * which are thrown.
 */
export interface Batches {
  /** The limits of one batch. */
  readonly most: { requests: number; bytes: number };
  /** `id` is ours; `find` recognises the batch by it. */
  submit(
    batch: { id: string; requests: readonly BatchRequest[] },
    signal: AbortSignal,
  ): Promise<{ ok: true; remoteId: string } | CallFailure>;
  /** Finds a batch by our `id`, its number of requests and a lower bound of its submission time. */
  find(
    batch: { id: string; requests: number; since: number },
    signal: AbortSignal,
  ): Promise<FoundBatch | CallFailure>;
  look(remoteId: string, signal: AbortSignal): Promise<BatchState | CallFailure>;
  /** Results of a batch that has ended, in any order. Throws `BatchUnreadable`. */
  results(remoteId: string, signal: AbortSignal): AsyncGenerator<BatchLine>;
  cancel(remoteId: string, signal: AbortSignal): Promise<{ ok: true } | CallFailure>;
}

/** Batches of requests to one model. */
export interface ModelBatches extends Batches {
  readonly price: BatchPrice;
  /** JSON of the request, as a single call would send it. */
  bodyOf(request: ChatRequest): Promise<string>;
  /** Parses a line with a response like that of a single call, without a latency. */
  outcomeOf(request: ChatRequest, line: { status: number; body: string }): Promise<ChatOutcome>;
}
