import {
  LIMITED_TIME_NAMES,
  LIMITED_TIMES,
  PERCENTILES,
  type TimeLimits,
  type TimeName,
} from '@touchstone/report/limits';
import { toTimestamp } from '../../kernel/clock.ts';
import { AppError, type FieldError } from '../../kernel/errors.ts';
import { vocabulary } from '../../models/catalog/catalog.ts';
import type { Row } from '../../platform/db/schema.ts';
import { mergeFlat } from '../../platform/http/patch.ts';
import type { OwnColumns } from '../../platform/resources/resources.ts';
import { qualityWarnings } from './scenario-quality.ts';
import type { NewScenario, Scenario, ScenarioFields, ScenarioPatch } from './scenario-schemas.ts';

type ScenarioRow = Row<'scenarios'>;

/** The fields of a new scenario; omitted fields are not set. */
export function newScenarioFields(input: NewScenario): ScenarioFields {
  return {
    name: input.name,
    workload_type: input.workload_type,
    traffic_profile: input.traffic_profile ?? null,
    slo_requirements: input.slo_requirements ?? {},
    budget: input.budget ?? {},
    compliance: input.compliance ?? {},
    quality: input.quality ?? [],
    session_requirements: input.session_requirements ?? {},
    vendor_lock_in_tolerance: input.vendor_lock_in_tolerance ?? null,
  };
}

/** Applies a JSON Merge Patch: absent = unchanged, null = cleared, nested objects merge, arrays are replaced. */
export function mergeScenarioFields(before: ScenarioFields, patch: ScenarioPatch): ScenarioFields {
  const { traffic_profile = before.traffic_profile } = patch;
  const { vendor_lock_in_tolerance = before.vendor_lock_in_tolerance } = patch;
  return {
    name: patch.name,
    workload_type: patch.workload_type,
    traffic_profile,
    slo_requirements: mergeFlat(before.slo_requirements, patch.slo_requirements),
    budget: mergeFlat(before.budget, patch.budget),
    compliance: mergeFlat(before.compliance, patch.compliance),
    quality: patch.quality === undefined ? before.quality : (patch.quality ?? []),
    session_requirements: mergeFlat(before.session_requirements, patch.session_requirements),
    vendor_lock_in_tolerance,
  };
}

export function scenarioToColumns({
  slo_requirements,
  budget,
  compliance,
  quality,
  session_requirements,
  ...flat
}: ScenarioFields): OwnColumns<'scenarios'> {
  return {
    ...flat,
    slo_requirements_json: JSON.stringify(slo_requirements),
    budget_json: JSON.stringify(budget),
    compliance_json: JSON.stringify(compliance),
    quality_json: JSON.stringify(quality),
    session_requirements_json: JSON.stringify(session_requirements),
  };
}

export function scenarioFromColumns(row: ScenarioRow): ScenarioFields {
  return {
    name: row.name,
    workload_type: row.workload_type,
    traffic_profile: row.traffic_profile,
    slo_requirements: JSON.parse(row.slo_requirements_json),
    budget: JSON.parse(row.budget_json),
    compliance: JSON.parse(row.compliance_json),
    quality: JSON.parse(row.quality_json),
    session_requirements: JSON.parse(row.session_requirements_json),
    vendor_lock_in_tolerance: row.vendor_lock_in_tolerance,
  };
}

/** The scenario as in the API, with a warning for each value that may not mean what was intended. */
export function toScenario(row: ScenarioRow): Scenario {
  const fields = scenarioFromColumns(row);
  const warnings = [
    vocabulary.workload_type.warning(fields.workload_type),
    vocabulary.traffic_profile.warning(fields.traffic_profile),
    vocabulary.vendor_lock_in_tolerance.warning(fields.vendor_lock_in_tolerance),
    availabilityWarning(fields.slo_requirements.availability),
    ...qualityWarnings(fields.quality),
  ].filter((warning) => warning !== null);
  return {
    id: row.id,
    ...fields,
    created_at: toTimestamp(row.created_at),
    updated_at: toTimestamp(row.updated_at),
    ...(warnings.length > 0 && { warnings }),
  };
}

/** In %. A number above 1 that gives less than this is more likely a slip (1.0001 for 0.9999) than a percentage. */
const MIN_PERCENTAGE = 50;
/** In %. Below it, the limit allows more than every tenth request to fail. */
const MIN_USUAL = 90;

/** Warns about an unusual availability; null if it is usual or not set. A number above 1 is a percentage. */
function availabilityWarning(given: number | undefined): string | null {
  if (given === undefined) return null;
  const percent = Number((given > 1 ? given : given * 100).toPrecision(12));
  if (percent === 100)
    return `availability ${given} means 100 %. No number of requests can prove that none ever fails, so this requirement can fail but never pass. Use a lower share, such as 0.999.`;
  if (given > 1 && given < MIN_PERCENTAGE)
    return `availability ${given} is read as ${given} %, because numbers above 1 are percentages. For 99.9 %, write 0.999 or 99.9.`;
  if (percent < MIN_USUAL)
    return `availability ${given} means ${percent} %: it is met while up to ${Number((100 - percent).toPrecision(12))} % of the requests fail. Usual values are 0.99 to 0.9999.`;
  return null;
}

/**
 * Requires that a higher percentile of the same time has no lower limit. Throws `impossible` and names both limits of
 * a pair.
 */
export function requireLatencyOrder({
  slo_requirements,
  session_requirements,
}: Pick<Scenario, 'slo_requirements' | 'session_requirements'>): void {
  const stated = { slo_requirements, session_requirements };
  const errors = LIMITED_TIME_NAMES.flatMap((time) =>
    latencyOrderErrors(time, stated[LIMITED_TIMES[time].field]),
  );
  if (errors.length === 0) return;
  throw new AppError('impossible', `Limits on a time must not decrease from ${PERCENTILES.join(' to ')}.`, {
    errors,
  });
}

function latencyOrderErrors(time: TimeName, limits: TimeLimits<TimeName>): FieldError[] {
  const { field } = LIMITED_TIMES[time];
  const set = PERCENTILES.flatMap((percentile) => {
    const name = `${percentile}_${time}_ms` as const;
    const ms = limits[name];
    return ms === undefined ? [] : [{ name, ms }];
  });
  return set.flatMap((lower, i) => {
    const higher = set[i + 1];
    if (!higher || lower.ms <= higher.ms) return [];
    const at = (name: string) => `/${field}/${name}`;
    return [
      { pointer: at(lower.name), detail: `${lower.ms} is above ${higher.name}, ${higher.ms}` },
      { pointer: at(higher.name), detail: `${higher.ms} is below ${lower.name}, ${lower.ms}` },
    ];
  });
}
