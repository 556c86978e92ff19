import { arrayOf, type Fields, oneOf, type Read, readObject } from './fields.ts';
import { milliseconds } from './latency.ts';

/** A period in which a model pauses: work under way stops, and nothing is lost. */
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
  /** Whether nothing listens on the port, or connections are made and reset. */
  readonly how: 'refuse' | 'reset';
}

const WINDOW = { from_ms: { read: milliseconds }, for_ms: { read: milliseconds } };
const OUTAGE: Fields<Outage> = { ...WINDOW, how: { read: oneOf(['refuse', 'reset']), fallback: 'refuse' } };

const standstill: Read<Standstill> = (value, at) => readObject<Standstill>(WINDOW, value, at);
const outage: Read<Outage> = (value, at) => readObject<Outage>(OUTAGE, value, at);

export const readStandstills = arrayOf(standstill, 0);
export const readOutages = arrayOf(outage, 0);
