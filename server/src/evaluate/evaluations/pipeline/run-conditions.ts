import type { FailureNote } from '../../../models/models.ts';
import type { Preflight } from '../plan/preflight.ts';
import type { Aggregate } from '../results/aggregate.ts';
import type { Stops } from '../results/call-reasons.ts';
import type { Run } from '../run/run.ts';

/** Facts that only a run knows; shown in the manifest. */
export interface RunConditions {
  targets: {
    /** Why calls to it stopped; absent if all were made. */
    stopped?: FailureNote;
    /** Number of responses by the model name that the server returned. */
    returned_models: Record<string, number>;
    /** Number of responses by the service tier that served them; absent if the server names none. */
    service_tiers?: Record<string, number>;
    /** The price of its calls; null if unknown. */
    price: { input_usd_per_million: string; output_usd_per_million: string } | null;
    /** The price factor of batches, if targets were called in batches. */
    batch_price?: { price_factor: number; source: string | null; as_of: string | null };
    /** The number of concurrent calls: its start, every change with its reason, and the configured limits. */
    limits: {
      max_concurrency: number | null;
      requests_per_minute: number | null;
      history: { after_ms: number; limit: number; reason: string }[];
    };
  }[];
  /** Outcome of the preflight. */
  preflight?: Preflight;
}

export function runConditions({ targets, plan }: Run, { calls }: Aggregate, stops: Stops): RunConditions {
  return {
    ...(plan.preflight && { preflight: plan.preflight }),
    targets: targets.map(({ connection, limiter }, i) => {
      const stopped = stops[i];
      const tiers = Object.entries(calls[i]?.tiers ?? {}).filter(([name]) => name !== '');
      const { price, maxConcurrency, requestsPerMinute, batches } = connection;
      const { history } = limiter.state();
      const began = history[0]?.atMs ?? 0;
      return {
        ...(stopped && { stopped }),
        returned_models: calls[i]?.models ?? {},
        ...(tiers.length > 0 && { service_tiers: Object.fromEntries(tiers) }),
        price: price
          ? {
              input_usd_per_million: String(price.input_usd_per_million),
              output_usd_per_million: String(price.output_usd_per_million),
            }
          : null,
        ...(plan.methodology.delivery === 'batch' &&
          batches && {
            batch_price: {
              price_factor: batches.price.factor,
              source: batches.price.source,
              as_of: batches.price.asOf,
            },
          }),
        limits: {
          max_concurrency: maxConcurrency ?? null,
          requests_per_minute: requestsPerMinute ?? null,
          history: history.map(({ atMs, limit, reason }) => ({
            after_ms: Math.round(atMs - began),
            limit,
            reason,
          })),
        },
      };
    }),
  };
}

/** Why targets were stopped, from the stored facts of a run. */
export function storedStops(run_facts_json: string | null): Stops {
  if (run_facts_json === null) return [];
  return (JSON.parse(run_facts_json) as RunConditions).targets.map(({ stopped }) => stopped ?? null);
}
