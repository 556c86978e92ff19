import {
  type Fields,
  type ReadField,
  readArray,
  readBoolean,
  readInteger,
  readNumber,
  readObject,
  readRecord,
} from './fields.ts';

/** How batches of requests are processed, for both protocols. */
export interface Batches {
  /** Time from the submission to the last answer; the requests of a batch are answered one after the other. */
  readonly processing_ms: number;
  /** Time after which unanswered requests of a batch expire. */
  readonly expires_ms: number;
  /** This number of started requests expire instead, in the order of their batches. */
  readonly expire_first: number;
  /** Whether results come in another order than the requests. */
  readonly shuffled: boolean;
  /** The first submissions are rejected with these statuses. */
  readonly submit_errors: readonly number[];
  /** Submissions for these models are rejected with these statuses. */
  readonly refused_models: Readonly<Record<string, number>>;
  /** This number of submissions are accepted, and their connection is closed without a response. */
  readonly lost_submissions: number;
  /** Delay of the response to an accepted submission. */
  readonly submit_ms: number;
  /** Pause in the middle of the results. */
  readonly results_ms: number;
  /**
   * This number of batches are rejected after they were accepted, because too many tokens are enqueued; OpenAI only.
   */
  readonly turn_down_first: number;
  /** Refuses further batches while this many others are processing; for OpenAI batches only. */
  readonly most_enqueued: number;
  /** This number of readings of results break off in the middle. */
  readonly broken_results: number;
  /** This number of readings of results lack the second half of their lines. */
  readonly lacking_results: number;
  /** The first readings of results fail with these statuses. */
  readonly results_errors: readonly number[];
  /** This number of batch lists are empty. */
  readonly empty_lists: number;
  /** Whether batches can be listed. */
  readonly listing: boolean;
}

const DAY_MS = 24 * 3_600_000;

const BATCHES: Fields<Batches> = {
  processing_ms: { read: readNumber(0, DAY_MS), fallback: 0 },
  expires_ms: { read: readNumber(0, DAY_MS), fallback: DAY_MS },
  expire_first: { read: readInteger(0, 1_000_000), fallback: 0 },
  shuffled: { read: readBoolean, fallback: true },
  submit_errors: { read: readArray(readInteger(400, 599), 0), fallback: [] },
  refused_models: { read: readRecord(readInteger(400, 599)), fallback: {} },
  lost_submissions: { read: readInteger(0, 1000), fallback: 0 },
  submit_ms: { read: readNumber(0, DAY_MS), fallback: 0 },
  results_ms: { read: readNumber(0, DAY_MS), fallback: 0 },
  turn_down_first: { read: readInteger(0, 1000), fallback: 0 },
  most_enqueued: { read: readInteger(1, 1_000_000), fallback: 1_000_000 },
  broken_results: { read: readInteger(0, 1000), fallback: 0 },
  lacking_results: { read: readInteger(0, 1000), fallback: 0 },
  results_errors: { read: readArray(readInteger(400, 599), 0), fallback: [] },
  empty_lists: { read: readInteger(0, 1000), fallback: 0 },
  listing: { read: readBoolean, fallback: true },
};

export const DEFAULT_BATCHES = Object.fromEntries(
  Object.entries(BATCHES).map(([name, { fallback }]) => [name, fallback]),
) as unknown as Batches;

export const readBatches: ReadField<Batches> = (value, at) => readObject<Batches>(BATCHES, value, at);
