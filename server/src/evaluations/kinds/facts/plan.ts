import { sampledItemsOf } from '../../../benchmarks/benchmarks.ts';
import { impossible } from '../../../kernel/errors.ts';
import type { KindPlan } from '../kind.ts';
import { FACT_BENCHMARKS } from './benchmarks.ts';

export const factsPlan: KindPlan = {
  takes: ({ benchmark_type }) => FACT_BENCHMARKS.some(({ type }) => type === benchmark_type),
  async draft({ benchmark_type: type, trace, subset }, { scenarios }) {
    if (trace != null) throw impossible('/trace', `${type} sends nothing; leave trace out.`);
    if (subset != null) throw impossible('/subset', `${type} has no subsets; leave subset out.`);
    if (scenarios.length === 0) {
      throw impossible(
        '/benchmark_type',
        `${type} is worked out for a scenario: add a target of target_type scenario, whose limits it is held against.`,
      );
    }
    const planned = { kind: 'facts', key: type, type, version: '1', items: 0, chanceLevel: null } as const;
    return [{ planned, sampled: sampledItemsOf([]) }];
  },
};
