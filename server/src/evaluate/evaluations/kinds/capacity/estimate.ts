import { requestsToSend, windowAtRate } from '../../../../measure/traffic/traffic.ts';
import type { KindEstimate } from '../kind.ts';
import { describeSentLoad, itemsVolume, LOAD_ASSUMPTION, requestVolume } from '../load/estimate.ts';
import type { PlannedCapacity } from './describe.ts';

/** Rates that a search tries: one that passes, one that fails, about four that halve the gap, and the confirmation. */
export const EXPECTED_RATES_PER_SEARCH = 7;

const CAPACITY_ASSUMPTION = `A capacity search is estimated as ${EXPECTED_RATES_PER_SEARCH} rates from the peak on, each with num_samples requests and a warm-up. The actual number depends on the target; after an hour only the confirmation is run.`;

export const capacityEstimate: KindEstimate<PlannedCapacity> = {
  sendsLoad: true,
  targetVolume: ({ capacity: { load, limits } }, target, context) => {
    const sent = requestsToSend(windowAtRate(load, limits.startRps, 0));
    const calls = sent * EXPECTED_RATES_PER_SEARCH * context.plan.methodology.epochs;
    return itemsVolume(load, calls, target, context) ?? requestVolume(load, calls);
  },
  targetMs: ({ capacity: { load, limits } }, _target, _latency, { plan }) => {
    const { startRps, longestMs = Infinity } = limits;
    const { warmupMs } = windowAtRate(load, startRps, 0);
    const oneRate = warmupMs + (load.requests * 1000) / startRps;
    return Math.min(longestMs, EXPECTED_RATES_PER_SEARCH * oneRate) * plan.methodology.epochs;
  },
  assumptions: (benchmarks, plan) =>
    benchmarks.length === 0
      ? []
      : [LOAD_ASSUMPTION, CAPACITY_ASSUMPTION, ...describeSentLoad(benchmarks, plan)],
};
