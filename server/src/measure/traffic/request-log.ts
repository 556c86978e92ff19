import type { FailureNote } from '../../models/models.ts';

/**
 * The outcome of a request in a load window: the outcome of its call (`CallOutcome`) with the distinctions that load
 * figures need. The index is stored, so new entries are added at the end.
 */
export const LOAD_OUTCOMES = [
  'answered',
  /** Answered and cut at the token limit: a success that is reported separately. */
  'truncated',
  /** 429: a quota, not a fault of the server's quality. */
  'rate_limited',
  /** No complete response: 5xx, a broken or empty stream, a lost connection. */
  'failed',
  /** No complete response before the time limit: its latency is at least that. */
  'timed_out',
  /** The account is exhausted. */
  'quota',
  /** The server refuses this model or account: a wrong key, a retired model. */
  'refused',
  /** Aborted by this service at the end of the run: not counted anywhere. */
  'cut',
  /** This request was refused, and would be again: for example a prompt that is too long. */
  'rejected',
  /** A content filter of the provider withheld or cut the completion. */
  'filtered',
] as const;

export type LoadOutcome = (typeof LOAD_OUTCOMES)[number];

/** One request. Times are in ms on the window's clock, 0 is its start; null if the request did not get that far. */
export interface LoadRequest {
  scheduledMs: number;
  /** When this service started the call; logs of older versions lack it and use `sentMs`. */
  calledMs: number;
  /** When it was written to its connection, which may have had to be opened first. */
  sentMs: number;
  /** The first token of any kind, reasoning included. */
  firstMs: number | null;
  /** The first token of the visible answer. */
  firstTextMs: number | null;
  /** The last token of any kind. */
  lastMs: number | null;
  endedMs: number;
  inputTokens: number | null;
  outputTokens: number | null;
  cachedTokens: number | null;
  /** Chunks with text; below 0.8 per token, gaps between tokens are unreliable. */
  chunks: number | null;
  outcome: LoadOutcome;
  /** Why it had no response; not stored in columns. */
  failure?: FailureNote;
  /** The model, route and service tier that responded, as named by the server; not stored in columns. */
  answeredBy?: { readonly model: string | null; readonly route?: string; readonly tier?: string };
  /** For sessions: the session's number in the window, the number of the turn from 1, and the number of turns. */
  session?: number;
  turn?: number;
  turns?: number;
}

const NUMBERS = [
  'scheduledMs',
  'calledMs',
  'sentMs',
  'firstMs',
  'firstTextMs',
  'lastMs',
  'endedMs',
  'inputTokens',
  'outputTokens',
  'cachedTokens',
  'chunks',
] as const satisfies readonly (keyof LoadRequest)[];

/** Columns that only sessions have. */
const PLACES = ['session', 'turn', 'turns'] as const satisfies readonly (keyof LoadRequest)[];

/** The requests of a window by columns, for sending between threads and for storing: one array per field. */
export type LoadColumns = Record<(typeof NUMBERS)[number], (number | null)[]> & {
  outcome: number[];
} & Partial<Record<(typeof PLACES)[number], number[]>>;

/** The stored form: older versions had no `calledMs`. */
export type StoredColumns = Omit<LoadColumns, 'calledMs'> & Partial<Pick<LoadColumns, 'calledMs'>>;

/** Rounds a time as it is stored, for comparing it with stored times. */
export function roundStoredMs(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** Converts to columns; times are rounded to a hundredth of a millisecond, because clocks are no finer under load. */
export function requestsToColumns(requests: readonly LoadRequest[]): LoadColumns {
  const column = (name: (typeof NUMBERS)[number]) =>
    requests.map((request) => (request[name] === null ? null : roundStoredMs(request[name])));
  const numbers = Object.fromEntries(NUMBERS.map((name) => [name, column(name)]));
  const outcome = requests.map((request) => LOAD_OUTCOMES.indexOf(request.outcome));
  const places = requests.some(({ session }) => session !== undefined)
    ? Object.fromEntries(PLACES.map((name) => [name, requests.map((request) => request[name] ?? 0)]))
    : {};
  return { ...(numbers as Record<(typeof NUMBERS)[number], (number | null)[]>), outcome, ...places };
}

/**
 * Converts columns back, including those of older versions. Throws RangeError for columns of different lengths or an
 * unknown outcome.
 */
export function requestsFromColumns(stored: StoredColumns): LoadRequest[] {
  const columns: LoadColumns = { ...stored, calledMs: stored.calledMs ?? stored.sentMs };
  const { length } = columns.outcome;
  for (const name of [...NUMBERS, ...PLACES]) {
    if ((columns[name]?.length ?? length) !== length)
      throw new RangeError(`The column ${name} has another length.`);
  }
  return columns.outcome.map((code, index) => {
    const outcome = LOAD_OUTCOMES[code];
    if (outcome === undefined) throw new RangeError(`There is no outcome ${code}.`);
    // Field by field, because twenty thousand of them are created on the main loop.
    return {
      scheduledMs: columns.scheduledMs[index] ?? 0,
      calledMs: columns.calledMs[index] ?? 0,
      sentMs: columns.sentMs[index] ?? 0,
      firstMs: columns.firstMs[index] ?? null,
      firstTextMs: columns.firstTextMs[index] ?? null,
      lastMs: columns.lastMs[index] ?? null,
      endedMs: columns.endedMs[index] ?? 0,
      inputTokens: columns.inputTokens[index] ?? null,
      outputTokens: columns.outputTokens[index] ?? null,
      cachedTokens: columns.cachedTokens[index] ?? null,
      chunks: columns.chunks[index] ?? null,
      outcome,
      ...(columns.session && {
        session: columns.session[index] ?? 0,
        turn: columns.turn?.[index] ?? 0,
        turns: columns.turns?.[index] ?? 0,
      }),
    };
  });
}
