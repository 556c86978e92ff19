import { vocabulary } from '../catalog/catalog.ts';
import { mergeFlat } from '../http/patch.ts';
import { toTimestamp } from '../kernel/clock.ts';
import type { NewScenario, Scenario, ScenarioFields, ScenarioPatch } from './scenario-schemas.ts';
import type { ScenarioRow } from './scenario-store.ts';

/** The columns that hold what a user says. */
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

type Life = Pick<ScenarioRow, 'id' | 'created_at' | 'updated_at'>;

/** A new scenario's fields: what was left out is not set. */
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

/** The resource, with a warning for each word that is not in its vocabulary. */
export function toScenario(fields: ScenarioFields, { id, created_at, updated_at }: Life): Scenario {
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

/** The resource as a row keeps it. */
export function present(row: ScenarioRow): Scenario {
  return toScenario(fromColumns(row), row);
}
