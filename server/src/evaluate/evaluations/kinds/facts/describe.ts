import type { MeasuredBenchmark } from '../../../../measure/benchmarks/benchmarks.ts';
import type { KindDescription, PlannedOfKind } from '../description.ts';

/** A benchmark computed from facts: without units or requests. */
export type PlannedFacts = PlannedOfKind<'facts'>;

const FROM_FACTS = {
  size: 'no requests are sent',
  data_from: 'the catalogue of dated facts, your own catalogue file, and load measurements',
  version: '1',
} as const;

/** Benchmarks computed for a scenario: they have metrics and requirements but no score. */
const BENCHMARKS: readonly MeasuredBenchmark[] = [
  {
    type: 'cost',
    title: 'Cost',
    measures: 'The monthly cost of the scenario’s traffic, itemized, with every assumption.',
    does_not_measure: 'Negotiated discounts, unless they are in your catalogue file.',
    ...FROM_FACTS,
  },
  {
    type: 'compliance',
    title: 'Compliance',
    measures:
      'Whether every component that processes prompts runs in the scenario’s regions and has its certificates.',
    does_not_measure: 'Whether a certificate covers your use; your auditors must check its scope.',
    ...FROM_FACTS,
  },
  {
    type: 'lock_in',
    name: 'Lock-in',
    title: 'Lock-in',
    measures:
      'How difficult it is to leave the provider: points for model, API, orchestration, telemetry, hardware and data.',
    does_not_measure: 'The benefits of the components that cause lock-in.',
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
