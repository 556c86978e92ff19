/**
 * Runs an evaluation against a model server that refuses with and without saying until when, fails, hangs, breaks off
 * and is dead for a while, with one target whose account runs out; then once more without faults. Every unit must be
 * accounted for in its class, none may be tried without end, and what finished must be scored as without faults.
 *
 *   node server/test/fault-evaluation.ts [items] [postgres]
 */
import assert from 'node:assert/strict';
import type { MockScriptInput, MockStats } from '@touchstone/mock';
import type { TestPlace } from '../support/each-database.ts';
import { arithmetic, mockTarget, startEvaluationService } from '../support/evaluation-service.ts';
import { inPlace } from '../support/in-place.ts';
import { until } from '../support/until.ts';

/** The most attempts the retry policy allows a unit: one, and every retry of every class. */
const MOST_ATTEMPTS = 13;
/** With fewer attempts the retry policy gives up on none of these. */
const FEWEST_ATTEMPTS: Record<string, number> = { rate_limit: 9, transient: 4, timeout: 2 };
const QUOTA = 20;
const SOLVER = {
  answers: { kind: 'solver', accuracy: 0.7 },
  latency: { distribution: 'constant', ms: 20 },
} as const;
const FAULTS = { rate_limit_rate: 0.3, error_rate: 0.05 } as const;
const OUTAGE_FROM_MS = 500;
const ENDS_WITHIN_MS = 600_000;
const TARGETS = ['polite', 'curt', 'spent'];
const CLEAN = { models: { polite: SOLVER, curt: SOLVER, spent: SOLVER } };
/** What the model server must have done, for the run to have shown anything. */
const DONE = ['answered', 'rate_limited', 'server_error', 'hung', 'truncated', 'quota_exceeded'] as const;

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what this script expects of it is what it asserts.
type Body = any;

export interface Faulted {
  units: number;
  scored: number;
  failed: Record<string, number>;
  pending: number;
  requests: number;
  seconds: number;
}

/**
 * Runs the whole procedure in this place, and removes it; throws at the first thing that is not as it must be.
 *
 * @param rareShare of the requests hang, and as many break off: of few items so many that some surely do
 */
export async function faultEvaluation(
  place: TestPlace,
  { items, outageMs, rareShare }: { items: number; outageMs: number; rareShare: number },
): Promise<Faulted> {
  const faults = { ...FAULTS, hang_rate: rareShare, truncated_rate: rareShare };
  const faulty: MockScriptInput = {
    outages: [{ from_ms: OUTAGE_FROM_MS, for_ms: outageMs }],
    models: {
      polite: { ...SOLVER, ...faults, retry_after_s: 1 },
      curt: { ...SOLVER, ...faults },
      spent: { ...SOLVER, quota_requests: QUOTA },
    },
  };
  const service = await startEvaluationService(place, faulty);
  const run = async (more: object) => {
    const path = await service.start(await service.newWorkspace(), {
      targets: TARGETS.map((model) => mockTarget(model)),
      benchmarks: [arithmetic(items)],
      methodology: { concurrency: 16, cache: false, ...more },
    });
    const evaluation = await ended(() => service.call('GET', path));
    return { evaluation, samples: await service.samples(path) };
  };
  try {
    const { evaluation, samples } = await run({ request_timeout_ms: 2000 });
    const stats = service.mock.stats('all');
    service.mock.setScript(CLEAN);
    const clean = await run({});
    requireFaults(stats, evaluation, outageMs);
    requireAccountedFor(evaluation, samples, items);
    requireBounded(stats, samples);
    requireSameScores(samples, clean.samples);
    return summaryOf(evaluation, stats);
  } finally {
    await service.stop();
    await place.remove();
  }
}

async function ended(read: () => Promise<{ body: Body }>): Promise<Body> {
  return until(
    async () => {
      const { body } = await read();
      return body.status !== 'queued' && body.status !== 'running' && body;
    },
    50,
    ENDS_WITHIN_MS,
  );
}

function requireFaults({ outcomes }: MockStats, evaluation: Body, outageMs: number): void {
  for (const outcome of DONE) assert.ok(outcomes[outcome] > 0, `no request was ${outcome}`);
  assert.ok(secondsOf(evaluation) * 1000 > OUTAGE_FROM_MS + outageMs, 'it ended before the server was back');
}

function requireAccountedFor({ results, stop_reason }: Body, samples: readonly Body[], items: number): void {
  const [polite, curt, spent] = results.coverage;
  for (const { target_label, scored, failed, pending, unscored, units } of results.coverage) {
    assert.equal(units, items);
    assert.equal(scored + failed + pending + unscored, items, `a unit of ${target_label} has no end`);
  }
  assert.deepEqual([polite.pending, curt.pending], [0, 0]);
  assert.ok(spent.scored > 0 && spent.scored <= QUOTA && spent.pending > 0);
  assert.equal(stop_reason, 'quota');
  for (const { unit, outcome, reason, attempts } of samples) {
    if (outcome !== 'failed') continue;
    const fewest = FEWEST_ATTEMPTS[reason];
    assert.ok(
      fewest !== undefined && attempts >= fewest,
      `unit ${unit}: ${reason} after ${attempts} attempts`,
    );
  }
}

function requireBounded({ prompts = [] }: MockStats, samples: readonly Body[]): void {
  for (const { unit, attempts } of samples) assert.ok(attempts <= MOST_ATTEMPTS, `unit ${unit}`);
  for (const { model, requests } of prompts) assert.ok(requests <= MOST_ATTEMPTS, `a prompt of ${model}`);
}

function requireSameScores(samples: readonly Body[], clean: readonly Body[]): void {
  const cleanScores = new Map(clean.map(({ unit, score }) => [unit, score]));
  for (const { unit, outcome, score } of samples) {
    if (outcome === 'scored') assert.equal(score, cleanScores.get(unit), `unit ${unit}`);
  }
}

function secondsOf({ started_at, completed_at }: Body): number {
  return (Date.parse(completed_at) - Date.parse(started_at)) / 1000;
}

function summaryOf(evaluation: Body, { requests }: MockStats): Faulted {
  const { coverage } = evaluation.results;
  const sum = (of: (cell: Body) => number) => coverage.reduce((n: number, cell: Body) => n + of(cell), 0);
  const failed = Object.fromEntries(
    Object.keys(FEWEST_ATTEMPTS).map((name) => [name, sum(({ failures }) => failures[name] ?? 0)]),
  );
  return {
    units: sum(({ units }) => units),
    scored: sum(({ scored }) => scored),
    failed,
    pending: sum(({ pending }) => pending),
    requests,
    seconds: secondsOf(evaluation),
  };
}

if (import.meta.main) {
  const items = Number(process.argv[2] ?? 400);
  const database = process.argv[3] === 'postgres' ? 'postgres' : 'sqlite';
  const found = await inPlace(database, (place) =>
    faultEvaluation(place, { items, outageMs: 30_000, rareShare: 0.02 }),
  );
  console.log(found);
}
