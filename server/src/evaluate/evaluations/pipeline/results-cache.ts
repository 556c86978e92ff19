import { setTimeout as sleep } from 'node:timers/promises';
import type { Results } from '../schemas/result-schemas.ts';
import type { EvaluationHead } from '../stores/evaluation-store.ts';

type Measuring = (row: EvaluationHead) => Promise<Results | null>;

/** Computing the results of one evaluation takes at most this share of the time, however often they are requested. */
const MAX_MEASURING_SHARE = 0.1;

/**
 * Caches computed results for all requests: for ten times as long as computing took, and at most until the status or
 * the run changes.
 */
export function createResultsCache(measure: Measuring): Measuring {
  const last = new Map<string, { of: string; results: Promise<Results | null> }>();
  return (row) => {
    const of = `${row.status} ${row.fence}`;
    const known = last.get(row.id);
    if (known?.of === of) return known.results;
    const fresh = { of, results: measure(row) };
    last.set(row.id, fresh);
    const forget = () => {
      if (last.get(row.id) === fresh) last.delete(row.id);
    };
    const began = performance.now();
    fresh.results
      .then(() =>
        sleep((performance.now() - began) * (1 / MAX_MEASURING_SHARE - 1), undefined, { ref: false }),
      )
      .then(forget, forget);
    return fresh.results;
  };
}
