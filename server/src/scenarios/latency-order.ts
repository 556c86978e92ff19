import { AppError } from '../kernel/errors.ts';
import type { Scenario } from './scenario-schemas.ts';

const PERCENTILES = ['p50_latency_ms', 'p95_latency_ms', 'p99_latency_ms'] as const;

/** A higher percentile of the same latencies cannot be lower. Throws `impossible`, naming both of each pair. */
export function requireLatencyOrder(slo: Scenario['slo_requirements']): void {
  const set = PERCENTILES.flatMap((name) => {
    const ms = slo[name];
    return ms === undefined ? [] : [{ name, ms }];
  });
  const errors = set.flatMap((lower, i) => {
    const higher = set[i + 1];
    if (!higher || lower.ms <= higher.ms) return [];
    const at = (name: string) => `/slo_requirements/${name}`;
    return [
      { pointer: at(lower.name), detail: `${lower.ms} is above ${higher.name}, ${higher.ms}` },
      { pointer: at(higher.name), detail: `${higher.ms} is below ${lower.name}, ${lower.ms}` },
    ];
  });
  if (errors.length === 0) return;
  throw new AppError('impossible', 'Latency limits must not fall from p50 to p95 to p99.', { errors });
}
