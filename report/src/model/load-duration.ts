import type { Schemas } from '@touchstone/client';
import { duration, joinNames } from '../figures/figures.ts';
import { benchmarkName } from './benchmark-name.ts';

/**
 * Such as `Load takes about 12 min: Load: Busy hour 10 min and Capacity, Busy hour 2 min.`; null if no load is sent.
 */
export function loadDurationSentence({ load }: Pick<Schemas['Estimate'], 'load'>): string | null {
  if (load === undefined) return null;
  const each = load.benchmarks.map(
    (one) => `${benchmarkName(one.benchmark)} ${duration(one.duration_seconds)}`,
  );
  const all =
    load.duration_seconds === null
      ? 'The duration of load is not known before the first response'
      : `Load takes about ${duration(load.duration_seconds)}`;
  return each.length === 1 ? `${all}.` : `${all}: ${joinNames(each)}.`;
}
