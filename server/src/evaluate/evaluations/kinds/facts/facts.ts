import { impossibleField } from '../../../../kernel/errors.ts';
import { toSampledItems } from '../../../../measure/benchmarks/benchmarks.ts';
import type { Kind, KindPlan } from '../kind.ts';
import { factsDescription, type PlannedFacts } from './describe.ts';

const plan: KindPlan = {
  takes: ({ benchmark_type }) =>
    (factsDescription.benchmarks ?? []).some(({ type }) => type === benchmark_type),
  async draft({ benchmark_type: type, trace, subset }, { scenarios }) {
    if (trace != null) throw impossibleField('/trace', `${type} sends no requests; omit trace.`);
    if (subset != null) throw impossibleField('/subset', `${type} has no subsets; omit subset.`);
    if (scenarios.length === 0) {
      throw impossibleField(
        '/benchmark_type',
        `${type} is calculated for a scenario: add a target with target_type scenario, whose limits the facts are checked against.`,
      );
    }
    const planned = { kind: 'facts', key: type, type, version: '1', items: 0, chanceLevel: null } as const;
    return [{ planned, sampled: toSampledItems([]) }];
  },
};

/**
 * Facts about a stack: cost, compliance, lock-in. Nothing is run; values depend on the scenario and the load and are
 * computed with the requirements.
 */
export const factsKind: Kind<PlannedFacts> = {
  name: 'facts',
  plan,
};
