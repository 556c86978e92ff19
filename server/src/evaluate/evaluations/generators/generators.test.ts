import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase, type TestPlace } from '../../../../test/support/each-database.ts';
import { FACTS, NO_REFERENCES } from '../../../../test/support/evaluation-plan.ts';
import { NO_EVENTS } from '../../../../test/support/no-background.ts';
import { silentLog } from '../../../../test/support/silent-log.ts';
import { until } from '../../../../test/support/until.ts';
import { systemActor } from '../../../kernel/actor.ts';
import { systemClock } from '../../../kernel/clock.ts';
import type { WindowPlan } from '../../../measure/traffic/traffic.ts';
import { createModels } from '../../../models/models.ts';
import { type Database, openDatabase } from '../../../platform/db/db.ts';
import { createJobs } from '../../../platform/jobs/jobs.ts';
import { createWorkspaces } from '../../../platform/workspaces/workspaces.ts';
import { enqueueLoadShares, LOAD_SHARE_JOB, type LoadShareJob, loadShareKeys } from '../evaluation-queue.ts';
import { createEvaluations } from '../evaluations.ts';
import { claimEvaluation } from '../stores/evaluation-store.ts';
import { createGenerators } from './generators.ts';

onEachDatabase('a process that leads a window of load', (newPlace) => {
  let place: TestPlace;
  let db: Database;
  before(async () => {
    place = await newPlace();
    db = await openDatabase({ url: place.url, dataDir: place.dataDir, log: silentLog });
  });
  after(async () => {
    await db.close();
    await place.remove();
  });

  for (const isTakenOver of [false, true])
    test(
      isTakenOver
        ? 'leaves the shares to another process that has taken the evaluation over'
        : 'takes its shares back when the window has ended',
      async () => {
        const jobs = createJobs({ db, log: silentLog });
        const nothing = () => {};
        const workspaces = createWorkspaces({ db, clock: systemClock, jobs, events: NO_EVENTS });
        const { id: workspaceId } = await workspaces.create(systemActor, { name: 'W' }, nothing);
        const evaluations = createEvaluations({
          db,
          clock: systemClock,
          models: createModels({ providers: [], log: silentLog }),
          facts: FACTS,
          references: NO_REFERENCES,
          jobs,
          changed: nothing,
          noteEnd: nothing,
          tell: nothing,
        });
        const target = { target_type: 'model' as const, model_provider: 'baseline', model_id: 'echo' };
        const benchmarks = [{ benchmark_type: 'arithmetic', num_samples: 1 }];
        const input = { name: 'E', targets: [target], benchmarks };
        const { id } = await evaluations.create(systemActor, workspaceId, input, nothing);
        const claim = () => db.write((batch) => void claimEvaluation(batch, workspaceId, id, Date.now()));
        const shares = () => jobs.children(LOAD_SHARE_JOB, loadShareKeys(id));
        await claim();
        const stop = new AbortController();
        const plan = { generators: 3 } as WindowPlan;
        const window = { target: {} as LoadShareJob['target'], targetIndex: 0, plan };
        const leading = createGenerators({
          db,
          jobs,
          load: { run: () => assert.fail('It sends.'), stop: async () => {} },
        }).send({
          ...window,
          held: { workspaceId, id, fence: 1, round: 0, cutOff: 0 },
          items: [],
          signal: stop.signal,
          onSpent: nothing,
        });
        leading.catch(() => {});
        await until(async () => (await shares()).length === 2);
        if (isTakenOver) {
          await claim();
          await db.write((batch) => enqueueLoadShares(jobs, batch, { ...window, workspaceId, id, of: 3 }));
        }
        stop.abort(new Error('Its lease has ended.'));
        await assert.rejects(leading, /Its lease has ended/);
        assert.equal((await shares()).length, isTakenOver ? 2 : 0);
        await jobs.stop();
      },
    );
});
