import type { Facts } from './schemas.ts';

/** The fields that identify a row of each table. */
const KEYS: { readonly [T in keyof Facts]: readonly (keyof Facts[T][number])[] } = {
  models: ['provider', 'model_id'],
  gpu_instances: ['cloud_provider', 'instance_type'],
  gpus: ['name'],
  providers: ['id'],
  regions: ['provider', 'region'],
  frameworks: ['id'],
};

/** The key of a row, for one table: `anthropic, claude-sonnet-5`. */
export function factKey<T extends keyof Facts>(table: T, row: Facts[T][number]): string {
  return KEYS[table].map((field) => String(row[field])).join(', ');
}

/** Merges the operator's facts: a row with the same key replaces the built-in one, any other is added. */
export function mergeFacts(base: Facts, own: Partial<Facts>): Facts {
  return {
    models: merge('models', base.models, own.models),
    gpu_instances: merge('gpu_instances', base.gpu_instances, own.gpu_instances),
    gpus: merge('gpus', base.gpus, own.gpus),
    providers: merge('providers', base.providers, own.providers),
    regions: merge('regions', base.regions, own.regions),
    frameworks: merge('frameworks', base.frameworks, own.frameworks),
  };
}

function merge<T extends keyof Facts, R extends Facts[T][number]>(
  table: T,
  base: readonly R[],
  own: readonly R[] = [],
): readonly R[] {
  if (own.length === 0) return base;
  const rows = new Map(base.map((row) => [factKey(table, row), row]));
  for (const row of own) rows.set(factKey(table, row), row);
  return [...rows.values()];
}
