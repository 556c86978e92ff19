import type { MeasuredBenchmark } from '../../../../measure/benchmarks/benchmarks.ts';
import type { KindDescription, Planned } from '../description.ts';

/** What follows from facts: it has no units, and nothing is asked for it. */
export type PlannedFacts = Planned<'facts'>;

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
    name: 'Lock-in',
    title: 'Lock-in',
    measures: 'How hard it is to leave: points for model, API, orchestration, telemetry, hardware and data.',
    does_not_measure: 'What the locked-in part gives you in return.',
    ...FROM_FACTS,
  },
];

export const factsDescription: KindDescription<PlannedFacts> = {
  kind: 'facts',
  benchmarks: BENCHMARKS,
  asks: 'nobody',
  scored: false,
  needsScenario: () => true,
};
