import { higher, metricsBelow } from '../../results/metrics.ts';
import type { Kind } from '../kind.ts';
import type { PlannedCapacity } from '../shapes.ts';
import { type MeasuredCapacity, measureCapacity, upperEnd } from './aggregate.ts';
import { capacityEstimate } from './estimate.ts';
import { capacityPlan } from './plan.ts';
import { reportCapacity } from './report.ts';
import { runSearches } from './run.ts';

/** Searches for the highest rate at which a scenario's limits hold. A unit is one search on one target. */
export const capacity: Kind<PlannedCapacity, MeasuredCapacity[]> = {
  name: 'capacity',
  plan: capacityPlan,
  estimate: capacityEstimate,
  run: runSearches,
  aggregate: measureCapacity,
  unpricedCalls: (measured) => measured,
  hasFindings: (measured) => measured.length > 0,
  // The ends of the bracket that a search found.
  metrics: (measured, { targets, scenarios = [] }) =>
    targets.map((_, target) =>
      Object.assign(
        {},
        ...measured
          .filter((one) => one.target === target)
          .map((one) =>
            metricsBelow(`load/${scenarios[one.scenario]?.label ?? ''}`, {
              capacity_rps: higher(one.result.highestPassedRps),
              capacity_upper_rps: higher(upperEnd(one)),
            }),
          ),
      ),
    ),
  report: reportCapacity,
};
