import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../../test/support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../test/support/evaluation-service.ts';

const SCRIPT = {
  defaults: { latency: { distribution: 'uniform', min_ms: 0, max_ms: 8 } },
  models: {
    strong: { answers: { kind: 'solver', accuracy: 0.9 } },
    weak: { answers: { kind: 'solver', accuracy: 0.6 } },
  },
} as const;

/** What the first run came to, on whichever database: every other must come to the same. */
let first: unknown;

onEachDatabaseInFull('the same definition, seed and model', (place) => {
  let service: EvaluationService;
  before(async () => {
    service = await startEvaluationService(await place(), SCRIPT);
  });
  after(() => service.stop());

  async function outcome(concurrency: number, random_seed = 7) {
    const { path, evaluation } = await service.run({
      targets: [
        mockTarget('strong'),
        mockTarget('weak'),
        { target_type: 'model', model_provider: 'baseline', model_id: 'arithmetic', label: 'program' },
      ],
      benchmarks: [arithmetic(50), arithmetic(20, 'level-2')],
      methodology: { concurrency, random_seed },
    });
    assert.equal(evaluation.status, 'completed');
    const { results } = evaluation;
    const samples = await service.samples(path);
    return {
      samples: samples.map(({ id, latency_ms, created_at, ...same }) => same),
      scores: results.target_results.map(
        ({ benchmark_scores }: { benchmark_scores: object }) => benchmark_scores,
      ),
      comparisons: results.comparisons.filter(
        ({ metric }: { metric: string }) => !metric.includes('latency'),
      ),
      intervals: results.intervals,
      coverage: results.coverage,
      summary: results.overall_summary,
    };
  }

  for (const concurrency of [1, 32]) {
    test(`at concurrency ${concurrency} have the same items, answers, scores and comparisons`, async () => {
      const found = await outcome(concurrency);
      first ??= found;
      assert.deepEqual(found, first);
    });
  }

  test('another seed asks other items', async () => {
    const hashes = ({ samples }: { samples: { item_hash: string }[] }) =>
      samples.map(({ item_hash }) => item_hash);
    assert.notDeepEqual(hashes(await outcome(32, 8)), hashes(first as { samples: { item_hash: string }[] }));
  });
});
