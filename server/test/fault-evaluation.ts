/**
 * Runs an evaluation against a model server that refuses, fails, hangs and breaks off, and has a target whose account
 * runs out; then once more without faults. Every unit must be accounted for in its class, no unit may be tried without
 * end, and what finished must be scored as without faults.
 *
 *   node server/test/fault-evaluation.ts [items]
 */
import assert from 'node:assert/strict';
import type { MockScriptInput } from '../src/mock-model/mock-model.ts';
import { temporaryFolder } from './support/cli-process.ts';
import type { TestPlace } from './support/each-database.ts';
import { arithmetic, mockTarget, startEvaluationService } from './support/evaluation-service.ts';

/** The most attempts the retry policy allows a unit: one, and every retry of every class. */
const MOST_ATTEMPTS = 13;
const QUOTA = 20;
const SOLVER = { answers: { kind: 'solver', accuracy: 0.7 } } as const;
const FAULTS = {
  rate_limit_rate: 0.3,
  retry_after_s: 1,
  error_rate: 0.05,
  hang_rate: 0.02,
  truncated_rate: 0.02,
} as const;
const CLASSES = ['rate_limit', 'transient', 'timeout'];

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what this script expects of it is what it asserts.
type Body = any;

export interface Faulted {
  units: number;
  scored: number;
  failed: Record<string, number>;
  pending: number;
  requests: number;
}

/** Throws at the first thing that is not as it must be. */
export async function faultEvaluation(items: number): Promise<Faulted> {
  const faulty = await runWith(
    { steady: { ...SOLVER, ...FAULTS }, spent: { ...SOLVER, quota_requests: QUOTA } },
    items,
  );
  const clean = await runWith({ steady: SOLVER, spent: SOLVER }, items);
  assert.equal(clean.samples.length, 2 * items);
  const [steady, spent] = faulty.evaluation.results.coverage;
  assert.equal(steady.scored + steady.failed + steady.unscored, items, 'a unit has no end');
  for (const name of Object.keys(steady.failures)) assert.ok(CLASSES.includes(name), name);
  assert.deepEqual([spent.scored, spent.pending], [QUOTA, items - QUOTA]);
  assert.equal(faulty.evaluation.stop_reason, 'quota');
  for (const { unit, attempts } of faulty.samples) assert.ok(attempts <= MOST_ATTEMPTS, `unit ${unit}`);
  const cleanScores = new Map(clean.samples.map(({ unit, score }) => [unit, score]));
  const finished = faulty.samples.filter(({ outcome }) => outcome === 'scored');
  for (const { unit, score } of finished) assert.equal(score, cleanScores.get(unit), `unit ${unit}`);
  return {
    units: 2 * items,
    scored: finished.length,
    failed: steady.failures,
    pending: spent.pending,
    requests: faulty.requests,
  };
}

async function runWith(models: NonNullable<MockScriptInput['models']>, items: number) {
  const folder = temporaryFolder();
  const place: TestPlace = { dataDir: folder.path, url: undefined, remove: async () => folder.remove() };
  const service = await startEvaluationService(place, { models });
  try {
    const { path, evaluation } = await service.run({
      targets: [mockTarget('steady'), mockTarget('spent')],
      benchmarks: [arithmetic(items)],
      methodology: { concurrency: 16, request_timeout_ms: 1000 },
    });
    const samples: Body[] = await service.samples(path);
    return { evaluation, samples, requests: service.mock.stats().requests };
  } finally {
    await service.stop();
    folder.remove();
  }
}

if (import.meta.main) console.table([await faultEvaluation(Number(process.argv[2] ?? 300))]);
