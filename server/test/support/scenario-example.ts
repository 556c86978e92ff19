import {
  type PlannedScenario,
  plannedScenario,
} from '../../src/evaluate/evaluations/plan/planned-scenario.ts';

/** A scenario with a limit on its latency and a rate, for tests. */
export function testScenario(label: string): PlannedScenario {
  return plannedScenario(
    {
      id: '0198c0de-0000-7000-8000-000000000000',
      name: label,
      workload_type: 'general',
      traffic_profile: 'steady',
      slo_requirements: { p95_latency_ms: 100, throughput_rps: 50 },
      budget: {},
      compliance: {},
      vendor_lock_in_tolerance: null,
    },
    label,
  );
}
