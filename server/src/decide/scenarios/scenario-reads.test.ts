import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../../test/support/each-database.ts';
import { NO_EVENTS, NO_JOBS } from '../../../test/support/no-background.ts';
import { type Actor, systemActor } from '../../kernel/actor.ts';
import { systemClock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { createLog } from '../../kernel/log.ts';
import { type Database, openDatabase } from '../../platform/db/db.ts';
import { createWorkspaces } from '../../platform/workspaces/workspaces.ts';
import { createScenarios, type Scenarios } from './scenarios.ts';

const NOWHERE = '01890000-0000-7000-8000-000000000000';

onEachDatabase('reading scenarios', (place) => {
  let db: Database;
  let scenarios: Scenarios;
  let reads = 0;
  let workspaceId: string;
  let otherWorkspaceId: string;
  let stop: () => Promise<void>;

  const make = (name: string, workspace = workspaceId) =>
    scenarios.create(systemActor, workspace, { name, workload_type: 'chat' }, () => {});

  before(async () => {
    const { dataDir, url, remove } = await place();
    db = await openDatabase({ dataDir, url, log: createLog('silent') });
    stop = async () => {
      await db.close();
      await remove();
    };
    const workspaces = createWorkspaces({ db, clock: systemClock, jobs: NO_JOBS, events: NO_EVENTS });
    const workspace = async () => (await workspaces.create(systemActor, { name: 'W' }, () => {})).id;
    workspaceId = await workspace();
    otherWorkspaceId = await workspace();
    // Every query of the handle passes here, so counting here counts them all.
    const executor = db.query.getExecutor();
    const { executeQuery } = executor;
    executor.executeQuery = (query) => {
      reads++;
      return executeQuery.call(executor, query) as never;
    };
    scenarios = createScenarios({ db, clock: systemClock, tell: () => {}, benchmarks: () => [] });
  });
  after(() => stop());

  test('one scenario takes one query; only a miss takes another, to say what is missing', async () => {
    const { id } = await make('One');
    reads = 0;
    await scenarios.get(systemActor, workspaceId, id);
    assert.equal(reads, 1);
    await assert.rejects(scenarios.get(systemActor, workspaceId, NOWHERE), /no scenario/);
    assert.equal(reads, 3);
    await assert.rejects(scenarios.get(systemActor, NOWHERE, id), /no workspace/);
  });

  test('an actor that is not of the workspace finds no workspace, a viewer changes nothing', async () => {
    const { id } = await make('Kept');
    const stranger: Actor = { ...systemActor, role: 'admin', workspaces: new Set([otherWorkspaceId]) };
    const viewer: Actor = { ...systemActor, role: 'viewer' };
    const patch = { name: 'x', workload_type: 'chat' };
    const is = (code: string) => (error: unknown) => error instanceof AppError && error.code === code;
    for (const [actor, code] of [
      [stranger, 'not_found'],
      [viewer, 'forbidden'],
    ] as const) {
      await assert.rejects(
        scenarios.create(actor, workspaceId, patch, () => {}),
        is(code),
      );
      await assert.rejects(scenarios.patch(actor, workspaceId, id, patch, null), is(code));
      await assert.rejects(scenarios.remove(actor, workspaceId, id, null), is(code));
    }
    await assert.rejects(scenarios.get(stranger, workspaceId, id), is('not_found'));
    await assert.rejects(scenarios.list(stranger, workspaceId, {}), is('not_found'));
    assert.equal((await scenarios.get(viewer, workspaceId, id)).resource.name, 'Kept');
  });
});
