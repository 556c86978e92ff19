import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase, type TestPlace } from '../../../../test/support/each-database.ts';
import { FACTS, NO_REFERENCES } from '../../../../test/support/evaluation-plan.ts';
import { NO_EVENTS, NO_JOBS } from '../../../../test/support/no-background.ts';
import { silentLog as log } from '../../../../test/support/silent-log.ts';
import { systemActor } from '../../../kernel/actor.ts';
import { systemClock as clock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { sha256 } from '../../../kernel/json.ts';
import { createModels } from '../../../models/models.ts';
import { type Database, openDatabase } from '../../../platform/db/db.ts';
import { createWorkspaces } from '../../../platform/workspaces/workspaces.ts';
import { createEvaluations, type EvaluationsOptions } from '../evaluations.ts';
import { MAX_DATASET_CHARACTERS, MAX_ITEMS, MAX_UNITS } from '../plan/limits.ts';
import { parsePlan, type StackSnapshot } from '../plan/plan.ts';
import type { References } from '../plan/references.ts';
import type { NewEvaluation } from '../schemas/evaluation-schemas.ts';

const STACK: StackSnapshot = {
  id: '01890000-0000-7000-8000-000000000000',
  name: 'Candidate',
  description: 'on two machines',
  model: { provider: 'baseline', model_id: 'echo', temperature: 0.5, max_tokens: 50 },
  framework: { orchestration: 'none', tracing: 'otel' },
  hardware: { gpu_type: 'T4', replicas: 2 },
};
const nothing = () => {};
/** Lines that each have a cluster with one other. */
const csv = (lines: number) =>
  [
    'input,expected,cluster,grader',
    ...Array.from({ length: lines }, (_, n) => `Q${n},A,c${n >> 1},exact`),
  ].join('\n');
const ASKS_NOBODY = 'Q,A,c,"{""type"":""embedding_similarity"",""options"":{""model"":""nobody/m""}}"';
const refuses = { ...NO_REFERENCES, sourceText: () => assert.fail('a source was read') };

onEachDatabase('planning an evaluation', (newPlace) => {
  let place: TestPlace;
  let db: Database;
  let workspaceId: string;
  before(async () => {
    place = await newPlace();
    db = await openDatabase({ url: place.url, dataDir: place.dataDir, log });
    const workspaces = createWorkspaces({ db, clock, jobs: NO_JOBS, events: NO_EVENTS });
    workspaceId = (await workspaces.create(systemActor, { name: 'W' }, nothing)).id;
  });
  after(async () => {
    await db.close();
    await place.remove();
  });

  const evaluationsWith = (
    references: Omit<References, 'models' | 'facts'>,
    more: Partial<EvaluationsOptions> = {},
  ) =>
    createEvaluations({
      facts: FACTS,
      db,
      clock,
      models: createModels({ providers: [], log }),
      references,
      jobs: NO_JOBS,
      changed: nothing,
      noteEnd: nothing,
      tell: () => {},
      ...more,
    });

  const definition = (more: Partial<NewEvaluation>): NewEvaluation => ({
    name: 'E',
    targets: [{ target_type: 'model', model_provider: 'baseline', model_id: 'echo' }],
    ...more,
  });
  const arithmetic = (num_samples: number | null, subset?: string) => ({
    benchmark_type: 'arithmetic',
    num_samples,
    ...(subset !== undefined && { subset }),
  });
  const dataset = (subset: string) => ({ benchmark_type: 'dataset', subset });

  const TOO_MUCH: [what: string, more: Partial<NewEvaluation>, pointer: string][] = [
    ['items', { benchmarks: [arithmetic(MAX_ITEMS + 1)] }, '/benchmarks/0/num_samples'],
    [
      'items of two benchmarks together',
      { benchmarks: [arithmetic(MAX_ITEMS, 'level-1'), arithmetic(1, 'level-2')] },
      '/benchmarks/1/num_samples',
    ],
    [
      'items by sample_size',
      { benchmarks: [arithmetic(null)], methodology: { sample_size: MAX_ITEMS + 1 } },
      '/methodology/sample_size',
    ],
    [
      'units',
      { benchmarks: [arithmetic(MAX_UNITS / 100 + 1)], methodology: { epochs: 100 } },
      '/methodology/sample_size',
    ],
  ];

  test('what is too large for one evaluation is refused, in estimates too', async () => {
    const evaluations = evaluationsWith(refuses);
    for (const [what, more, pointer] of TOO_MUCH) {
      const refused = (error: unknown) =>
        error instanceof AppError && error.code === 'limit_exceeded' && error.errors[0]?.pointer === pointer;
      const input = definition(more);
      await assert.rejects(evaluations.estimate(systemActor, workspaceId, input), refused, what);
      await assert.rejects(evaluations.create(systemActor, workspaceId, input, nothing), refused, what);
    }
  });

  test('as many units as one evaluation may have are planned', async () => {
    const evaluations = evaluationsWith(refuses);
    const targets = Array.from({ length: 20 }, (_, i) => ({
      target_type: 'model' as const,
      model_provider: 'baseline',
      model_id: 'echo',
      label: `t${i}`,
    }));
    const input = definition({ targets, benchmarks: [arithmetic(500)], methodology: { epochs: 100 } });
    assert.equal((await evaluations.estimate(systemActor, workspaceId, input)).units, MAX_UNITS);
    const { id } = await evaluations.create(systemActor, workspaceId, input, nothing);
    assert.equal((await storedOf(id)).items.length, 500);
  });

  test('a benchmark with fewer items than asked for counts with those that it has', async () => {
    const evaluations = evaluationsWith({
      ...refuses,
      sourceText: async (_workspace, name) => ({ name, text: csv(20) }),
    });
    const input = definition({ benchmarks: [dataset('lines')], methodology: { sample_size: MAX_ITEMS + 1 } });
    assert.equal((await evaluations.estimate(systemActor, workspaceId, input)).units, 20);
  });

  test('datasets that are too large together are refused', async () => {
    const line = `${JSON.stringify({ input: 'Q', expected: 'A' })}\n`;
    const half = line.padEnd(MAX_DATASET_CHARACTERS / 2 + 1);
    const evaluations = evaluationsWith({
      ...refuses,
      sourceText: async (_workspace, name) => ({ name, text: half }),
    });
    const two = definition({ benchmarks: [dataset('one'), dataset('two')] });
    await assert.rejects(
      evaluations.estimate(systemActor, workspaceId, two),
      (error) => error instanceof AppError && error.errors[0]?.pointer === '/benchmarks/1/subset',
    );
    const one = await evaluations.estimate(
      systemActor,
      workspaceId,
      definition({ benchmarks: [dataset('one')] }),
    );
    assert.equal(one.units, 1);
  });

  const LINE = '{"input": "Q", "expected": "A"}';

  test('evaluations are planned one at a time, and one that is refused holds up nobody', async () => {
    let open = 0;
    let most = 0;
    const evaluations = evaluationsWith({
      ...refuses,
      async sourceText(_workspace, name) {
        most = Math.max(most, ++open);
        await new Promise(setImmediate);
        open--;
        return name === 'broken' ? undefined : { name, text: LINE };
      },
    });
    const asked = ['a', 'broken', 'b', 'c'].map((name) => definition({ benchmarks: [dataset(name)] }));
    const ways: ((input: NewEvaluation) => Promise<unknown>)[] = [
      (input) => evaluations.estimate(systemActor, workspaceId, input),
      (input) => evaluations.create(systemActor, workspaceId, input, nothing),
    ];
    for (const plan of ways) {
      const outcomes = await Promise.allSettled(asked.map(plan));
      assert.equal(most, 1);
      assert.deepEqual(
        outcomes.map(({ status }) => status),
        ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
      );
    }
  });

  test('an estimate that takes its time holds up no creation', async () => {
    const reading = Promise.withResolvers<void>();
    const evaluations = evaluationsWith({
      ...refuses,
      async sourceText(_workspace, name) {
        if (name === 'slow') await reading.promise;
        return { name, text: LINE };
      },
    });
    const slow = definition({ benchmarks: [dataset('slow')] });
    const estimated = evaluations.estimate(systemActor, workspaceId, slow);
    const quick = definition({ benchmarks: [dataset('quick')] });
    assert.equal((await evaluations.create(systemActor, workspaceId, quick, nothing)).status, 'queued');
    reading.resolve();
    assert.equal((await estimated).units, 1);
  });

  async function storedOf(id: string) {
    const row = await db.query
      .selectFrom('evaluations')
      .select(['plan_json', 'deleted_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const items = await db.query
      .selectFrom('evaluation_items')
      .select(['benchmark', 'item', 'hash'])
      .where('evaluation_id', '=', id)
      .orderBy('benchmark')
      .orderBy('item')
      .execute();
    return { plan: parsePlan(row.plan_json), deletedAt: row.deleted_at, items };
  }

  test('the estimate says what clustered items show at either end, and a tie is not ruled out', async () => {
    const evaluations = evaluationsWith({
      ...refuses,
      sourceText: async (_workspace, name) => ({ name, text: csv(80) }),
    });
    const input = definition({
      targets: ['one', 'other'].map((label) => ({
        target_type: 'model',
        model_provider: 'baseline',
        model_id: 'echo',
        label,
      })),
      benchmarks: [dataset('lines')],
      methodology: { sample_size: 80 },
    });
    const { benchmarks, warnings = [] } = await evaluations.estimate(systemActor, workspaceId, input);
    const [one] = benchmarks;
    assert.deepEqual([one?.items, one?.clusters], [80, 40]);
    const [worst, best] = [one?.smallest_detectable_difference, one?.smallest_detectable_if_independent];
    // √2 between two copies of each item and none, and t for 40 clusters in place of the normal quantile.
    assert.ok(
      worst != null && best != null && worst / best > 1.3 && worst / best < 1.6,
      `${best} to ${worst}`,
    );
    // 40 copies: .192 by Connor's formula for 40 items, times (t₃₉+t₃₉)/(z+z) = 1.0257.
    assert.equal(worst, 0.197);
    const [lowest, highest] = [one?.smallest_detectable_at_best, one?.smallest_detectable_at_worst];
    assert.ok(lowest != null && highest != null && lowest < best && worst < highest, `${lowest}, ${highest}`);
    assert.match(
      warnings.join(),
      /needs at least 52 independent items even if all responses agree\. It can be shown only if/,
    );
  });

  test('items of several batches are all written, each at its place, and the plan says which', async () => {
    const evaluations = evaluationsWith({
      ...refuses,
      sourceText: async (_workspace, name) => ({ name, text: csv(700) }),
    });
    const input = definition({
      benchmarks: [dataset('lines'), arithmetic(600)],
      methodology: { sample_size: 700 },
    });
    const { id } = await evaluations.create(systemActor, workspaceId, input, nothing);
    const { plan, deletedAt, items } = await storedOf(id);
    assert.equal(deletedAt, null);
    const places = items.map(({ benchmark, item }) => `${benchmark}:${item}`);
    const expected = [700, 600].flatMap((n, b) => Array.from({ length: n }, (_, item) => `${b}:${item}`));
    assert.deepEqual(places, expected);
    const [own, sums] = plan.benchmarks;
    const hashes = items.slice(0, 700).map(({ hash }) => `${hash}\n`);
    assert.equal(own?.itemsSha256, sha256(hashes.join('')));
    assert.equal(own?.clusters?.length, 700);
    assert.deepEqual(own?.data, [{ name: 'lines', address: null, sha256: sha256(csv(700)) }]);
    assert.equal(sums?.data, undefined);
  });

  test('an evaluation whose items cannot be drawn to the end is erased', async () => {
    const erased: string[] = [];
    const evaluations = evaluationsWith(
      { ...refuses, sourceText: async (_workspace, name) => ({ name, text: `${csv(600)}\n${ASKS_NOBODY}` }) },
      { jobs: { ...NO_JOBS, enqueue: (_batch, { key = '' }) => erased.push(key) } },
    );
    const input = definition({ benchmarks: [dataset('lines')], methodology: { sample_size: 601 } });
    await assert.rejects(
      evaluations.create(systemActor, workspaceId, input, nothing),
      (error) =>
        error instanceof AppError &&
        error.code === 'provider_not_configured' &&
        error.errors[0]?.pointer === '/benchmarks/0/subset',
    );
    assert.equal(erased.length, 1);
    assert.notEqual((await storedOf(erased[0] ?? '')).deletedAt, null);
  });

  test('the plan keeps the whole stack as it was', async () => {
    const timed = { ...STACK, created_at: 'now', updated_at: 'now' };
    const evaluations = evaluationsWith({ ...refuses, stack: async () => timed });
    const input = definition({
      targets: [{ target_type: 'stack', target_id: STACK.id }],
      benchmarks: [arithmetic(2)],
    });
    const { id } = await evaluations.create(systemActor, workspaceId, input, nothing);
    assert.deepEqual((await storedOf(id)).plan.targets[0]?.stack, STACK);
  });
});
