import { DRAW_PURPOSES, type Draws } from '../random.ts';
import {
  type Fields,
  failField,
  fieldPointer,
  isObject,
  type Pointer,
  type ReadField,
  readArray,
  readNumber,
  readObject,
  readOneOf,
} from './fields.ts';

/** The time to the first token, in milliseconds. `sigma` is that of the logarithm; `max_ms` is the maximum. */
export type Latency =
  | { readonly distribution: 'constant'; readonly ms: number }
  | { readonly distribution: 'uniform'; readonly min_ms: number; readonly max_ms: number }
  | { readonly distribution: 'exponential'; readonly mean_ms: number; readonly max_ms: number }
  | {
      readonly distribution: 'lognormal';
      readonly median_ms: number;
      readonly sigma: number;
      readonly max_ms: number;
    }
  | { readonly distribution: 'list'; readonly values_ms: readonly number[] };

type Uncapped<L> = L extends { distribution: 'exponential' | 'lognormal' } ? Omit<L, 'max_ms'> : L;
/** A latency in the form of a script, in which the maximum may be omitted. */
export type LooseLatency = Latency | Uncapped<Latency>;

const DAY_MS = 86_400_000; // also below the 2^31 ms above which Node's timers fire at once
export const readMilliseconds = readNumber(0, DAY_MS);
const cap = { read: readMilliseconds, fallback: 600_000 };

const LATENCIES = {
  constant: { distribution: { read: readOneOf(['constant']) }, ms: { read: readMilliseconds } },
  uniform: {
    distribution: { read: readOneOf(['uniform']) },
    min_ms: { read: readMilliseconds },
    max_ms: { read: readMilliseconds },
  },
  exponential: {
    distribution: { read: readOneOf(['exponential']) },
    mean_ms: { read: readMilliseconds },
    max_ms: cap,
  },
  lognormal: {
    distribution: { read: readOneOf(['lognormal']) },
    median_ms: { read: readMilliseconds },
    sigma: { read: readNumber(0, 5) },
    max_ms: cap,
  },
  list: { distribution: { read: readOneOf(['list']) }, values_ms: { read: readArray(readMilliseconds, 1) } },
} satisfies { [D in Latency['distribution']]: Fields<Extract<Latency, { distribution: D }>> };

const distributionOf = readOneOf(['constant', 'uniform', 'exponential', 'lognormal', 'list']);

export const readLatency: ReadField<Latency> = (value, at: Pointer) => {
  if (!isObject(value)) return failField(at, 'must be an object with a distribution');
  const distribution = distributionOf(value.distribution, fieldPointer(at, 'distribution'));
  if (distribution === undefined) return undefined;
  const read = readObject<Latency>(LATENCIES[distribution] as unknown as Fields<Latency>, value, at);
  if (read?.distribution === 'uniform' && read.min_ms > read.max_ms) {
    return failField(fieldPointer(at, 'max_ms'), 'must not be below min_ms');
  }
  return read;
};

/** Milliseconds until the first token. The normal draw of `lognormal` is by Box and Muller (1958). */
export function drawLatency(latency: Latency, draws: Draws): number {
  if (latency.distribution === 'constant') return latency.ms;
  const draw = draws.call(DRAW_PURPOSES.latency);
  switch (latency.distribution) {
    case 'uniform':
      return latency.min_ms + draw * (latency.max_ms - latency.min_ms);
    case 'list':
      return latency.values_ms[Math.floor(draw * latency.values_ms.length)] ?? 0;
    case 'exponential':
      return Math.min(latency.max_ms, -latency.mean_ms * Math.log(1 - draw));
    case 'lognormal': {
      const turn = 2 * Math.PI * draws.call(DRAW_PURPOSES.latencyTurn);
      const normal = Math.sqrt(-2 * Math.log(1 - draw)) * Math.cos(turn);
      return Math.min(latency.max_ms, latency.median_ms * Math.exp(latency.sigma * normal));
    }
  }
}
