import { vocabulary } from '../catalog/catalog.ts';
import { mergeFlat } from '../http/patch.ts';
import { toTimestamp } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import type { NewScenario, Scenario, ScenarioFields, ScenarioPatch } from './scenario-schemas.ts';
import type { ScenarioRow } from './scenario-store.ts';

/** The columns that hold the fields. */
type FieldColumns = Pick<
  ScenarioRow,
  | 'name'
  | 'workload_type'
  | 'traffic_profile'
  | 'slo_requirements_json'
  | 'budget_json'
  | 'compliance_json'
  | 'vendor_lock_in_tolerance'
>;

/** The columns that the service sets. */
type Metadata = Pick<ScenarioRow, 'id' | 'created_at' | 'updated_at'>;

/** The fields of a new scenario. Fields that are left out are not set. */
export function newFields(input: NewScenario): ScenarioFields {
  return {
    name: input.name,
    workload_type: input.workload_type,
    traffic_profile: input.traffic_profile ?? null,
    slo_requirements: input.slo_requirements ?? {},
    budget: input.budget ?? {},
    compliance: input.compliance ?? {},
    vendor_lock_in_tolerance: input.vendor_lock_in_tolerance ?? null,
  };
}

/** JSON Merge Patch: absent = unchanged, null = cleared, nested objects merge, arrays are replaced. */
export function mergeFields(before: ScenarioFields, patch: ScenarioPatch): ScenarioFields {
  const { traffic_profile = before.traffic_profile } = patch;
  const { vendor_lock_in_tolerance = before.vendor_lock_in_tolerance } = patch;
  return {
    name: patch.name,
    workload_type: patch.workload_type,
    traffic_profile,
    slo_requirements: mergeFlat(before.slo_requirements, patch.slo_requirements),
    budget: mergeFlat(before.budget, patch.budget),
    compliance: mergeFlat(before.compliance, patch.compliance),
    vendor_lock_in_tolerance,
  };
}

export function toColumns({ slo_requirements, budget, compliance, ...flat }: ScenarioFields): FieldColumns {
  return {
    ...flat,
    slo_requirements_json: JSON.stringify(slo_requirements),
    budget_json: JSON.stringify(budget),
    compliance_json: JSON.stringify(compliance),
  };
}

export function fromColumns(row: FieldColumns): ScenarioFields {
  return {
    name: row.name,
    workload_type: row.workload_type,
    traffic_profile: row.traffic_profile,
    slo_requirements: JSON.parse(row.slo_requirements_json),
    budget: JSON.parse(row.budget_json),
    compliance: JSON.parse(row.compliance_json),
    vendor_lock_in_tolerance: row.vendor_lock_in_tolerance,
  };
}

/** The scenario as the API shows it, with a warning for each word that is not in its vocabulary. */
export function toScenario(fields: ScenarioFields, { id, created_at, updated_at }: Metadata): Scenario {
  const scenario: Scenario = {
    id,
    ...fields,
    created_at: toTimestamp(created_at),
    updated_at: toTimestamp(updated_at),
  };
  const warnings = [
    vocabulary.workload_type.warning(fields.workload_type),
    vocabulary.traffic_profile.warning(fields.traffic_profile),
    vocabulary.vendor_lock_in_tolerance.warning(fields.vendor_lock_in_tolerance),
  ].filter((warning) => warning !== null);
  if (warnings.length > 0) scenario.warnings = warnings;
  return scenario;
}

/** The scenario of a row. */
export function fromRow(row: ScenarioRow): Scenario {
  return toScenario(fromColumns(row), row);
}

const PERCENTILES = ['p50_latency_ms', 'p95_latency_ms', 'p99_latency_ms'] as const;

/** A higher percentile of the same latencies cannot be lower. Throws `impossible` and names both limits of a pair. */
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
