import type { ChatOutcome, ChatRequest } from './chat.ts';
import type { CallFailure } from './failure.ts';

/** What a provider charges for an answer in a batch, against one that is asked for by itself. */
export interface BatchPrice {
  /** The batch price as a share of the price of a single call; 0.5 is half. */
  factor: number;
  /** Where that is said, and the day it was read there; null where the operator says it. */
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

/** How far a batch is at its provider. */
export interface BatchState {
  ok: true;
  /** Whether nothing more of it is worked on. */
  ended: boolean;
  /** Number of ended requests, if the provider reports it before the end. */
  done: number;
  /** When what is not done by then expires, in ms since 1970; null where it does not say. */
  expiresAt: number | null;
  /** Why a request that has no answer has none, where the provider says nothing of it by itself. */
  rest: UnaskedRequest;
  /** Why the whole batch was turned down; null where it was not. `passes`: the same would be taken later. */
  refused: { message: string; passes: boolean } | null;
}

/** A request that was not sent to the model, and not paid for; `lost`: nothing is said of it. */
export type UnaskedRequest = 'expired' | 'cancelled' | 'lost';

/** The outcome of one request. */
export type BatchLine = { customId: string } & (
  | {
      /** As a single call would have been answered. */
      status: number;
      body: string;
    }
  | { unasked: UnaskedRequest }
);

/** What a provider has in the place of a batch that may have been submitted. */
export type FoundBatch =
  | { ok: true; remoteId: string }
  /** It is not there, or cannot be told from others yet. */
  | { ok: true; remoteId: null; isCertain: boolean };

/** What a failure of reading results is thrown as. */
export class BatchUnreadable extends Error {
  override readonly name = 'BatchUnreadable';
  readonly failure: CallFailure;
  constructor(failure: CallFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

/** The batches of an account. Each call is one attempt; failures are values, but those of `results`, which are thrown. */
export interface Batches {
  /** What one may hold. */
  readonly most: { requests: number; bytes: number };
  /** `id` is ours, by which `find` knows it again. */
  submit(
    batch: { id: string; requests: readonly BatchRequest[] },
    signal: AbortSignal,
  ): Promise<{ ok: true; remoteId: string } | CallFailure>;
  /** Looks for a batch with our `id`, its number of requests and a submission after a time. */
  find(
    batch: { id: string; requests: number; since: number },
    signal: AbortSignal,
  ): Promise<FoundBatch | CallFailure>;
  look(remoteId: string, signal: AbortSignal): Promise<BatchState | CallFailure>;
  /** Results of a batch that has ended, in any order. Throws `BatchUnreadable`. */
  results(remoteId: string, signal: AbortSignal): AsyncGenerator<BatchLine>;
  cancel(remoteId: string, signal: AbortSignal): Promise<{ ok: true } | CallFailure>;
}

/** Batches as one model is asked in them. */
export interface ModelBatches extends Batches {
  readonly price: BatchPrice;
  /** JSON of the request, as a single call would send it. */
  bodyOf(request: ChatRequest): Promise<string>;
  /** What a line with an answer says, read as that of a single call; its latency is none. */
  outcomeOf(request: ChatRequest, line: { status: number; body: string }): Promise<ChatOutcome>;
}
