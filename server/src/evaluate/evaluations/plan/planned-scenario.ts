import { peakRpsOf } from '@touchstone/report/limits';
import type { StatedRequirements } from '../../../decide/slo/slo.ts';
import { vocabulary } from '../../../models/catalog/catalog.ts';

/**
 * A scenario as it was when the evaluation was created. It is not called: candidates are checked against its limits.
 */
export interface PlannedScenario extends StatedRequirements {
  label: string;
  id: string;
  name: string;
  workload_type: string;
  traffic_profile: string | null;
}

/** Warnings about words of a scenario that the vocabulary does not contain. */
export function unknownWords(scenario: PlannedScenario): string[] {
  const fields = ['workload_type', 'traffic_profile', 'vendor_lock_in_tolerance'] as const;
  return fields.flatMap((field) => {
    const warning = vocabulary[field].warning(scenario[field]);
    return warning === null ? [] : [`${scenario.label}: ${warning}`];
  });
}

type StatedScenario = Omit<PlannedScenario, 'label'> & { slo_requirements: { throughput_rpm?: number } };

/** The part of a scenario that evaluations need. */
export function plannedScenario(scenario: StatedScenario, label: string): PlannedScenario {
  const { id, name, workload_type, traffic_profile, budget, compliance } = scenario;
  const { throughput_rpm: _, ...slo } = scenario.slo_requirements;
  const throughput_rps = peakRpsOf(scenario.slo_requirements);
  const { vendor_lock_in_tolerance, quality = [], session_requirements = {} } = scenario;
  const described = { label, id, name, workload_type, traffic_profile, vendor_lock_in_tolerance };
  return {
    ...described,
    slo_requirements: { ...slo, ...(throughput_rps !== undefined && { throughput_rps }) },
    budget,
    compliance,
    ...(quality.length > 0 && { quality }),
    ...(Object.keys(session_requirements).length > 0 && { session_requirements }),
  };
}
