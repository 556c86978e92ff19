import { countUnits, type Plan, type Unit, unitAt } from '../../src/evaluate/evaluations/plan/plan.ts';
import { type Aggregate, createAggregate } from '../../src/evaluate/evaluations/results/aggregate.ts';
import type { MeasuredSample } from '../../src/evaluate/evaluations/stores/sample-store.ts';
import type { Passages } from '../../src/measure/benchmarks/benchmarks.ts';
import { createCatalog } from '../../src/models/catalog/catalog.ts';
import { getBenchmark } from './benchmark-service.ts';

/** The facts of the catalogue as it is shipped; for tests. */
export const FACTS = createCatalog().facts;

const NO_PASSAGES: Passages = { async *all() {}, retrieve: async () => [], find: async () => [] };

/** References of an evaluation that names neither stack, source nor scenario; for tests. */
export const NO_REFERENCES = {
  benchmark: getBenchmark,
  today: () => '2026-11-21',
  scenario: async () => undefined,
  stack: async () => undefined,
  sourceText: async () => undefined,
  passages: () => NO_PASSAGES,
};

/** A plan with so many items in each benchmark; for tests. */
export function planOf(items: number[], targets: number, epochs: number): Plan {
  return {
    targets: Array.from({ length: targets }, (_, i) => ({
      label: `t${i}`,
      provider: 'baseline',
      modelId: 'echo',
    })),
    benchmarks: items.map((count, i) => ({
      kind: 'answers' as const,
      key: `b${i}`,
      type: 'b',
      version: '1',
      items: count,
      chanceLevel: null,
    })),
    methodology: {
      sample_size: 100,
      confidence_level: 0.95,
      random_seed: 0,
      epochs,
      margin: 0.05,
      correction: 'holm',
      max_cost_usd: null,
      concurrency: 16,
      request_timeout_ms: 1000,
      cache: true,
    },
  };
}

/** What a sample says when a test does not. */
const SAMPLE: Omit<MeasuredSample, 'unit'> = {
  state: 'scored',
  score: 1,
  extraction: 'strict',
  reason: null,
  finish_reason: 'stop',
  input_tokens: 10,
  output_tokens: 5,
  cached_tokens: null,
  cost: null,
  latency_ms: 100,
  returned_model: null,
  answer_of: null,
  scores_json: null,
  grading_cost: null,
  reference_grade: null,
  details_json: null,
  graded_by_json: null,
  failure_json: null,
  message: null,
  parts_head: null,
};

/** The aggregate of a plan of which every unit became what `sampleOf` says; null = it has no row. */
export function aggregateOf(
  plan: Plan,
  sampleOf: (unit: Unit) => Partial<MeasuredSample> | number | null,
): Aggregate {
  const { add, aggregate } = createAggregate(plan, '');
  for (let number = 0; number < countUnits(plan); number++) {
    const said = sampleOf(unitAt(plan, number));
    if (said === null) continue;
    add({ ...SAMPLE, ...(typeof said === 'number' ? { score: said } : said), unit: number });
  }
  return aggregate;
}

export const FAILED: Partial<MeasuredSample> = {
  state: 'failed',
  score: null,
  extraction: null,
  reason: 'transient',
  finish_reason: null,
  input_tokens: null,
  output_tokens: null,
  latency_ms: null,
};
