import type { FailureNote } from '../../models/models.ts';

/**
 * What became of a request of a load window: the outcome of its call (`CallOutcome`), with the causes told apart that
 * figures of load need. The index is what is stored; entries are added at the end.
 */
export const LOAD_OUTCOMES = [
  'answered',
  /** Answered, and cut at the token limit: a success that is reported apart. */
  'truncated',
  /** 429: the quota's answer, and no fault of the server's quality. */
  'rate_limited',
  /** No whole completion came: 5xx, a broken or empty stream, a lost connection. */
  'failed',
  /** No whole answer before the deadline: its latency is at least that. */
  'timed_out',
  /** The account is exhausted. */
  'quota',
  /** The server refuses this model or this account: a wrong key, a retired model. */
  'refused',
  /** Given up by us, at the end of the run: counted nowhere. */
  'cut',
  /** This request was refused, and would be again: a prompt that is too long. */
  'rejected',
  /** A content filter of the provider withheld or cut the completion. */
  'filtered',
] as const;

export type LoadOutcome = (typeof LOAD_OUTCOMES)[number];

/** One request. Times are in ms on the window's clock, 0 = the window's start; null = the request did not get that far. */
export interface LoadRequest {
  scheduledMs: number;
  /** We handed it over; in logs of older versions, that lack it, `sentMs`. */
  calledMs: number;
  /** It was written to its connection, which may have had to be set up first. */
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
  /** Chunks with text; below 0.8 a token, gaps between tokens cannot be told. */
  chunks: number | null;
  outcome: LoadOutcome;
  /** Why it was not answered; not among the columns that are stored. */
  failure?: FailureNote;
  /** The model and route that answered, as named by the server; not stored in columns either. */
  answeredBy?: { readonly model: string | null; readonly route?: string };
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

/** The requests of a window by columns, as they travel between threads and are stored: one array a field. */
export type LoadColumns = Record<(typeof NUMBERS)[number], (number | null)[]> & {
  outcome: number[];
} & Partial<Record<(typeof PLACES)[number], number[]>>;

/** As they are stored: older versions had no `calledMs`. */
export type StoredColumns = Omit<LoadColumns, 'calledMs'> & Partial<Pick<LoadColumns, 'calledMs'>>;

/** A time as it is stored, so that what is compared with stored times is rounded like them. */
export function roundStoredMs(ms: number): number {
  return Math.round(ms * 100) / 100;
}

/** To columns; times are rounded to a hundredth of a millisecond, since clocks are no finer under load. */
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

/** Back from columns, also those of older versions. Throws RangeError for columns of different lengths or an outcome that is not known. */
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
    // Field by field: twenty thousand of them are made on the main loop.
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
