import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from '../../../test/support/each-database.ts';
import { FACTS, NO_REFERENCES } from '../../../test/support/evaluation-plan.ts';
import { NO_EVENTS, NO_JOBS } from '../../../test/support/no-background.ts';
import { silentLog as log } from '../../../test/support/silent-log.ts';
import { until } from '../../../test/support/until.ts';
import { systemActor } from '../../kernel/actor.ts';
import { systemClock as clock } from '../../kernel/clock.ts';
import { createLoadThreads } from '../../measure/traffic/traffic.ts';
import { createModels, type Models } from '../../models/models.ts';
import { openDatabase } from '../../platform/db/db.ts';
import type { Job, JobHandler, Jobs } from '../../platform/jobs/jobs.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { createWorkspaces } from '../../platform/workspaces/workspaces.ts';
import { defineEvaluationJobs } from './evaluation-jobs.ts';
import { createEvaluations } from './evaluations.ts';

const nothing = () => {};
const HOUR = 3_600_000;

onEachDatabase('a run that hangs', (newPlace) => {
  test('stops beating, so that the watchdog of jobs finds it', async (t) => {
    const place = await newPlace();
    const db = await openDatabase({ url: place.url, dataDir: place.dataDir, log });
    t.after(async () => {
      await db.close();
      await place.remove();
    });
    const handlers = new Map<string, JobHandler<unknown>>();
    const jobs: Jobs = {
      ...createJobs({ db, log }),
      define: (kind, handler) => void handlers.set(kind, handler as JobHandler<unknown>),
    };
    const models = createModels({ providers: [], log });
    let calls = 0;
    const resolveTarget: Models['resolveTarget'] = ({ provider, modelId }) => ({
      provider,
      modelId,
      connectionKey: 'test',
      quirks: {},
      // It ignores its own deadline, as only a defect would.
      call: (_request, { signal }) => {
        calls++;
        return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
      },
    });
    defineEvaluationJobs({
      db,
      facts: FACTS,
      passages: NO_REFERENCES.passages,
      load: createLoadThreads({ providers: [], logLevel: 'silent' }),
      jobs,
      models: { ...models, resolveTarget },
      clock,
      log,
      changed: nothing,
      noteEnd: nothing,
      cacheMaxAgeMs: 0,
      batchPollMs: 10_000,
      cacheMaxAnswers: 0,
      paid: async () => {},
    });
    const evaluations = createEvaluations({
      facts: FACTS,
      db,
      clock,
      models,
      references: NO_REFERENCES,
      jobs: NO_JOBS,
      changed: nothing,
      noteEnd: nothing,
      tell: () => {},
    });
    const workspaces = createWorkspaces({ db, clock, jobs: NO_JOBS, events: NO_EVENTS });
    const { id: workspaceId } = await workspaces.create(systemActor, { name: 'W' }, nothing);
    const definition = {
      name: 'E',
      targets: [{ target_type: 'model' as const, model_provider: 'baseline', model_id: 'echo' }],
      benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 4 }],
      methodology: { request_timeout_ms: 60_000 },
    };
    const { id } = await evaluations.create(systemActor, workspaceId, definition, nothing);

    t.mock.timers.enable({ apis: ['setInterval'] });
    const aborter = new AbortController();
    let beats = 0;
    const job: Job<unknown> = {
      id,
      kind: 'evaluation.run',
      key: id,
      workspaceId,
      payload: { workspaceId, id },
      fence: 1,
      ageMs: 0,
      attempt: 1,
      said: null,
      say: async () => null,
      guard: nothing,
    };
    const running = handlers
      .get('evaluation.run')
      ?.run(job, { signal: aborter.signal, heartbeat: () => beats++, log });
    running?.catch(nothing);
    await until(() => calls >= 4, 1);
    t.mock.timers.tick(HOUR);
    const within = beats;
    t.mock.timers.tick(HOUR);
    const after = beats;
    aborter.abort(new Error('stalled'));
    await assert.rejects(async () => running, /stalled/);
    assert.ok(within > 0);
    assert.equal(after, within);
  });
});
