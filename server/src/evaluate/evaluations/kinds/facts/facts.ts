import { impossible } from '../../../../kernel/errors.ts';
import { sampledItemsOf } from '../../../../measure/benchmarks/benchmarks.ts';
import type { Kind, KindPlan } from '../kind.ts';
import { factsDescription, type PlannedFacts } from './describe.ts';

const plan: KindPlan = {
  takes: ({ benchmark_type }) =>
    (factsDescription.benchmarks ?? []).some(({ type }) => type === benchmark_type),
  async draft({ benchmark_type: type, trace, subset }, { scenarios }) {
    if (trace != null) throw impossible('/trace', `${type} sends no requests; omit trace.`);
    if (subset != null) throw impossible('/subset', `${type} has no subsets; omit subset.`);
    if (scenarios.length === 0) {
      throw impossible(
        '/benchmark_type',
        `${type} is calculated for a scenario: add a target with target_type scenario, whose limits the facts are checked against.`,
      );
    }
    const planned = { kind: 'facts', key: type, type, version: '1', items: 0, chanceLevel: null } as const;
    return [{ planned, sampled: sampledItemsOf([]) }];
  },
};

/**
 * What follows from facts about a stack: cost, compliance, lock-in. Nothing is run; what it comes to depends on the
 * scenario and on load, and is worked out with the requirements.
 */
export const facts: Kind<PlannedFacts> = {
  name: 'facts',
  plan,
};
