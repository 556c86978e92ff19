import { type Fields, type ReadField, readArray, readObject, readOneOf } from './fields.ts';
import { readMilliseconds } from './latency.ts';

/** A period in which a model pauses: running work stops, and nothing is lost. */
export interface Standstill {
  /** Milliseconds since the model's first request. */
  readonly from_ms: number;
  readonly for_ms: number;
}

/** A period in which the whole server is down. */
export interface Outage {
  /** Milliseconds since the server's first request for an answer. */
  readonly from_ms: number;
  readonly for_ms: number;
  /** Whether nothing listens on the port, or connections are accepted and reset. */
  readonly how: 'refuse' | 'reset';
}

const WINDOW = { from_ms: { read: readMilliseconds }, for_ms: { read: readMilliseconds } };
const OUTAGE: Fields<Outage> = {
  ...WINDOW,
  how: { read: readOneOf(['refuse', 'reset']), fallback: 'refuse' },
};

const readStandstill: ReadField<Standstill> = (value, at) => readObject<Standstill>(WINDOW, value, at);
const readOutage: ReadField<Outage> = (value, at) => readObject<Outage>(OUTAGE, value, at);

export const readStandstills = readArray(readStandstill, 0);
export const readOutages = readArray(readOutage, 0);
