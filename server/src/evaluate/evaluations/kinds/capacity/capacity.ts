import { sumRespondingModels } from '../../../../measure/traffic/traffic.ts';
import { mergeReasons } from '../../../../models/models.ts';
import { higherIsBetter, metricsBelow, metricsByTarget } from '../../results/metrics.ts';
import type { Kind } from '../kind.ts';
import { loadTrial } from '../load/trial.ts';
import { lowestFailedRate, type MeasuredSearches, measureCapacity } from './aggregate.ts';
import type { PlannedCapacity } from './describe.ts';
import { capacityEstimate } from './estimate.ts';
import type { CapacityStepFigures } from './judge-rate.ts';
import { capacityPlan } from './plan.ts';
import { reportCapacity } from './report.ts';
import { runCapacitySearches } from './run.ts';

/** Searches for the highest rate at which a scenario's limits hold. A unit is one search on one target. */
export const capacityKind: Kind<PlannedCapacity, MeasuredSearches> = {
  name: 'capacity',
  plan: capacityPlan,
  estimate: capacityEstimate,
  trialRequest: async ({ plan, target, benchmark: { capacity: search } }) =>
    loadTrial(plan, target, search.load.outputTokens),
  run: runCapacitySearches,
  aggregate: measureCapacity,
  unpricedCalls: ({ searches }) => searches,
  calls: ({ searches }) =>
    searches.map(({ benchmark, target, facts }) => ({
      benchmark,
      target,
      attempted: facts.reduce((sum, { requests = 0 }) => sum + requests, 0),
      answered: facts.reduce((sum, step) => sum + availabilityEvidence(step), 0),
      reasons: mergeReasons(facts.map(({ reasons = [] }) => reasons)),
      answeredBy: sumRespondingModels(facts.flatMap(({ answered_by = [] }) => answered_by)),
    })),
  hasFindings: ({ searches }) => searches.length > 0,
  failures: ({ notMeasured }) => (notMeasured.length === 0 ? {} : { void: notMeasured.length }),
  // Rates that met the limits and rates that were shown to fail; an undecided rate is no upper bound.
  metrics: ({ searches }, plan) =>
    metricsByTarget(plan, searches, (one) =>
      metricsBelow(`load/${plan.scenarios?.[one.scenario]?.label ?? ''}`, {
        capacity_rps: higherIsBetter(one.result.highestPassedRps),
        capacity_upper_rps: higherIsBetter(lowestFailedRate(one, one.result.highestPassedRps ?? 0)),
      }),
    ),
  report: reportCapacity,
};

/** Searches of older versions stored no availability misses; a rate with a latency had responses. */
function availabilityEvidence({ availability, attempted, latency_p95_ms }: CapacityStepFigures): number {
  if (availability) return availability.n - availability.misses;
  return latency_p95_ms === null ? 0 : attempted;
}
