import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../../test/support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../../test/support/evaluation-service.ts';
import { until } from '../../../../test/support/until.ts';

/** More than are forgotten in one step. */
const ITEMS = 350;
const MOST = ITEMS + ITEMS / 2;
// Four attempts are what a unit has: the first target to ask fails for good, the other is answered.
const MODELS = { oldest: {}, newest: {}, other: {}, failing: { fail_first_attempts: 4 } };
const SCRIPT = { models: { ...MODELS, hanging: { hang_rate: 1 } } };
const of = (model: string) => ({ targets: [mockTarget(model)], benchmarks: [arithmetic(ITEMS)] });

onEachDatabaseInFull('a response cache that is full', (place) => {
  let service: EvaluationService;
  before(async () => {
    const limits = { 'response-cache-answers': String(MOST) };
    service = await startEvaluationService(await place(), SCRIPT, {}, limits);
  });
  after(() => service.stop());

  async function evaluated(workspaceId: string, model: string): Promise<{ path: string; shared: number }> {
    const path = await service.start(workspaceId, of(model));
    const { status, results } = await service.ended(path);
    assert.equal(status, 'completed');
    return { path, shared: results.cost.shared_answers ?? 0 };
  }

  test('shares the newest answers, forgets those of the oldest evaluation, and loses no sample', async () => {
    const workspaceId = await service.newWorkspace();
    const elsewhere = await service.newWorkspace();
    const { path } = await evaluated(workspaceId, 'oldest');
    const samples = await service.samples(path);
    await evaluated(elsewhere, 'other');
    assert.equal((await evaluated(workspaceId, 'newest')).shared, 0);
    assert.equal((await evaluated(workspaceId, 'newest')).shared, ITEMS);
    // What is forgotten is forgotten by a job, some time after the evaluation that was too much.
    let shared = ITEMS;
    await until(async () => {
      ({ shared } = await evaluated(workspaceId, 'oldest'));
      return shared !== ITEMS;
    });
    assert.equal(service.requestsTo('oldest'), 2 * ITEMS - shared);
    assert.deepEqual(await service.samples(path), samples);
    assert.equal((await evaluated(elsewhere, 'other')).shared, ITEMS);
  });
});

onEachDatabaseInFull('a response cache that keeps nothing', (place) => {
  let service: EvaluationService;
  before(async () => {
    const limits = { 'response-cache-days': '0' };
    service = await startEvaluationService(await place(), SCRIPT, {}, limits);
  });
  after(() => service.stop());

  test('asks every evaluation anew', async () => {
    const workspaceId = await service.newWorkspace();
    for (const asked of [ITEMS, 2 * ITEMS]) {
      await service.ended(await service.start(workspaceId, of('other')));
      assert.equal(service.requestsTo('other'), asked);
    }
  });

  test('but for what it asked itself, also when it goes on later', async () => {
    const path = await service.start(await service.newWorkspace(), {
      targets: [mockTarget('failing', 'a'), mockTarget('failing', 'b'), mockTarget('hanging')],
      benchmarks: [arithmetic(2)],
    });
    await until(async () => (await service.samples(path, '&outcome=failed')).length >= 1, 20);
    await until(async () => (await service.samples(path, '&outcome=scored')).length >= 3, 20);
    await service.call('POST', `${path}/cancel`);
    const asked = service.requestsTo('failing');
    await service.mock.setScript({ models: MODELS });
    assert.equal((await service.call('POST', `${path}/retry`)).status, 200);
    const { coverage, cost } = (await service.ended(path)).results;
    assert.deepEqual(
      coverage.map(({ scored }: { scored: number }) => scored),
      [2, 2, 2],
    );
    assert.equal(cost.shared_answers, 2);
    assert.equal(service.requestsTo('failing'), asked);
  });
});
