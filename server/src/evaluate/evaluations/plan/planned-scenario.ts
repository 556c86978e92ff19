import type { RequestTime, TimeLimits } from '@touchstone/report/limits';
import type { QualityMinimum } from '../../../decide/slo/slo.ts';
import { vocabulary } from '../../../models/catalog/catalog.ts';

/** A scenario as it was when the evaluation was created. Candidates are compared with its limits; it is not called. */
export interface PlannedScenario {
  label: string;
  id: string;
  name: string;
  workload_type: string;
  traffic_profile: string | null;
  slo_requirements: TimeLimits<RequestTime> & {
    throughput_rps?: number;
    availability?: number;
  };
  budget: { monthly_limit_usd?: number; cost_per_1k_requests_usd?: number };
  compliance: { regions?: string[]; certifications?: string[] };
  vendor_lock_in_tolerance: string | null;
  /** Absent in old plans, and where there are none. */
  quality?: QualityMinimum[];
  session_requirements?: TimeLimits<'session'> & {
    completed_share?: number;
  };
}

/** What is said of words of a scenario that the vocabulary does not know. */
export function unknownWords(scenario: PlannedScenario): string[] {
  const fields = ['workload_type', 'traffic_profile', 'vendor_lock_in_tolerance'] as const;
  return fields.flatMap((field) => {
    const warning = vocabulary[field].warning(scenario[field]);
    return warning === null ? [] : [`${scenario.label}: ${warning}`];
  });
}

/** A scenario of the API without what only the API needs. */
export function plannedScenario(scenario: Omit<PlannedScenario, 'label'>, label: string): PlannedScenario {
  const { id, name, workload_type, traffic_profile, slo_requirements, budget, compliance } = scenario;
  const { vendor_lock_in_tolerance, quality = [], session_requirements = {} } = scenario;
  const described = { label, id, name, workload_type, traffic_profile, vendor_lock_in_tolerance };
  return {
    ...described,
    slo_requirements,
    budget,
    compliance,
    ...(quality.length > 0 && { quality }),
    ...(Object.keys(session_requirements).length > 0 && { session_requirements }),
  };
}
