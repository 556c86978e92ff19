import { type MeasuredBenchmark, sampledItemsOf } from '../../../benchmarks/benchmarks.ts';
import { impossible } from '../../../kernel/errors.ts';
import type { Kind, KindPlan } from '../kind.ts';
import type { PlannedFacts } from '../shapes.ts';

const FROM_FACTS = {
  size: 'nothing is asked',
  data_from: 'the catalogue of dated facts, your own catalogue file, and what load measured',
  version: '1',
} as const;

/** Benchmarks of what it takes to run a target: they give metrics and requirements, and no score. */
const BENCHMARKS: readonly MeasuredBenchmark[] = [
  {
    type: 'cost',
    title: 'Cost',
    measures: 'What a month of the scenario’s traffic costs, line by line, with every assumption.',
    does_not_measure: 'Discounts you negotiated, unless your catalogue file says them.',
    ...FROM_FACTS,
  },
  {
    type: 'compliance',
    title: 'Compliance',
    measures:
      'Whether every part that sees prompts works in the scenario’s regions and holds its certificates.',
    does_not_measure: 'Whether a certificate covers your use; its scope is for your auditors to read.',
    ...FROM_FACTS,
  },
  {
    type: 'lock_in',
    title: 'Lock-in',
    measures: 'How hard it is to leave: points for model, API, orchestration, telemetry, hardware and data.',
    does_not_measure: 'What the locked-in part gives you in return.',
    ...FROM_FACTS,
  },
];

const plan: KindPlan = {
  takes: ({ benchmark_type }) => BENCHMARKS.some(({ type }) => type === benchmark_type),
  async draft({ benchmark_type: type, trace, subset }, { scenarios }) {
    if (trace != null) throw impossible('/trace', `${type} sends nothing; leave trace out.`);
    if (subset != null) throw impossible('/subset', `${type} has no subsets; leave subset out.`);
    if (scenarios.length === 0) {
      throw impossible(
        '/benchmark_type',
        `${type} is worked out for a scenario: add a target of target_type scenario; its limits are what the facts are checked against.`,
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
  benchmarks: BENCHMARKS,
  plan,
};
