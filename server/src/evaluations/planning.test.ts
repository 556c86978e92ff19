import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase, type TestPlace } from '../../test/support/each-database.ts';
import { type Database, openDatabase } from '../db/db.ts';
import { systemActor } from '../kernel/actor.ts';
import { systemClock as clock } from '../kernel/clock.ts';
import { AppError } from '../kernel/errors.ts';
import { silentLog as log } from '../kernel/log.ts';
import { createModels } from '../models/models.ts';
import { createWorkspaces } from '../workspaces/workspaces.ts';
import type { References } from './define.ts';
import type { NewEvaluation } from './evaluation-schemas.ts';
import { createEvaluations } from './evaluations.ts';
import type { Plan, StackFacts } from './plan.ts';
import { MAX_DATASETS, MAX_ITEMS, MAX_UNITS } from './planning-limits.ts';
import { FACTS, NO_REFERENCES } from './test-plan.ts';

const STACK: StackFacts = {
  id: '01890000-0000-7000-8000-000000000000',
  name: 'Candidate',
  description: 'on two machines',
  model: { provider: 'baseline', model_id: 'echo', temperature: 0.5, max_tokens: 50 },
  framework: { orchestration: 'none', tracing: 'otel' },
  hardware: { gpu_type: 'T4', replicas: 2 },
};
const nothing = () => {};
const refuses = { ...NO_REFERENCES, sourceText: () => assert.fail('a source was read') };

onEachDatabase('planning an evaluation', (newPlace) => {
  let place: TestPlace;
  let db: Database;
  let workspaceId: string;
  before(async () => {
    place = await newPlace();
    db = await openDatabase({ url: place.url, dataDir: place.dataDir, log });
    const workspaces = createWorkspaces({ db, clock, tell: () => {}, onDelete: nothing });
    workspaceId = (await workspaces.create(systemActor, { name: 'W' }, nothing)).id;
  });
  after(async () => {
    await db.close();
    await place.remove();
  });

  const evaluationsWith = (references: Omit<References, 'models' | 'facts'>) =>
    createEvaluations({
      facts: FACTS,
      db,
      clock,
      models: createModels({ providers: [], log }),
      references,
      enqueueRun: nothing,
      enqueueSummary: nothing,
      enqueueErase: nothing,
      cancelRun: nothing,
      changed: nothing,
      tell: () => {},
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
      'items by sample_size, of a source that is not even read',
      { benchmarks: [dataset('s')], methodology: { sample_size: MAX_ITEMS + 1 } },
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

  test('datasets that are too large together are refused', async () => {
    const line = `${JSON.stringify({ input: 'Q', expected: 'A' })}\n`;
    const half = line.padEnd(MAX_DATASETS / 2 + 1);
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

  test('evaluations are planned one at a time, and one that is refused holds up nobody', async () => {
    let open = 0;
    let most = 0;
    const evaluations = evaluationsWith({
      ...refuses,
      async sourceText(_workspace, name) {
        most = Math.max(most, ++open);
        await new Promise(setImmediate);
        open--;
        return name === 'broken' ? undefined : { name, text: '{"input": "Q", "expected": "A"}' };
      },
    });
    const asked = ['a', 'broken', 'b', 'c'].map((name) => definition({ benchmarks: [dataset(name)] }));
    const outcomes = await Promise.allSettled([
      ...asked.map((input) => evaluations.estimate(systemActor, workspaceId, input)),
      ...asked.map((input) => evaluations.create(systemActor, workspaceId, input, nothing)),
    ]);
    assert.equal(most, 1);
    const one = ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'];
    assert.deepEqual(
      outcomes.map(({ status }) => status),
      [...one, ...one],
    );
  });

  test('the plan keeps the whole stack as it was', async () => {
    const timed = { ...STACK, created_at: 'now', updated_at: 'now' };
    const evaluations = evaluationsWith({ ...refuses, stack: async () => timed });
    const input = definition({
      targets: [{ target_type: 'stack', target_id: STACK.id }],
      benchmarks: [arithmetic(2)],
    });
    const { id } = await evaluations.create(systemActor, workspaceId, input, nothing);
    const row = await db.query
      .selectFrom('evaluations')
      .select('plan_json')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    assert.deepEqual((JSON.parse(row.plan_json) as Plan).targets[0]?.stack, STACK);
  });
});
