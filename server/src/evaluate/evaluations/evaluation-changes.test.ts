import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../../test/support/each-database.ts';
import { FACTS, NO_REFERENCES } from '../../../test/support/evaluation-plan.ts';
import { NO_EVENTS, NO_JOBS } from '../../../test/support/no-background.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { systemActor } from '../../kernel/actor.ts';
import { systemClock } from '../../kernel/clock.ts';
import { createLoadThreads } from '../../measure/traffic/traffic.ts';
import { createModels, type Models } from '../../models/models.ts';
import { type Database, openDatabase } from '../../platform/db/db.ts';
import { createJobs, type Jobs, RetryJobAfter } from '../../platform/jobs/jobs.ts';
import { createWorkspaces } from '../../platform/workspaces/workspaces.ts';
import { createEvaluationPoller } from './evaluation-events.ts';
import { defineEvaluationJobs } from './evaluation-jobs.ts';
import { enqueueRun, enqueueSummary } from './evaluation-queue.ts';
import { createEvaluations, type Evaluations } from './evaluations.ts';
import { storePartialResults } from './pipeline/partial-results.ts';

const WORKSPACE = '01890000-0000-7000-8000-00000000000a';
const DEFINITION = {
  name: 'First',
  targets: [{ target_type: 'model' as const, model_provider: 'baseline', model_id: 'echo' }],
  benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 2 }],
};

onEachDatabase('a committed change of an evaluation', (place) => {
  let db: Database;
  let jobs: Jobs;
  let models: Models;
  let close: () => Promise<void>;
  let told: string[] = [];

  before(async () => {
    const at = await place();
    db = await openDatabase({ url: at.url, dataDir: at.dataDir, log: silentLog });
    models = createModels({ providers: [], log: silentLog });
    jobs = createJobs({ db, log: silentLog });
    defineEvaluationJobs({
      db,
      facts: FACTS,
      passages: NO_REFERENCES.passages,
      load: createLoadThreads({ providers: [], logLevel: 'silent' }),
      jobs,
      models,
      clock: systemClock,
      log: silentLog,
      changed,
      noteEnd: () => {},
      cacheMaxAgeMs: 0,
      batchPollMs: 10_000,
      cacheMaxAnswers: 0,
      paid: async () => {},
    });
    await db.write((batch) => {
      const life = { revision: 1, created_at: 1, updated_at: 1, deleted_at: null };
      const row = { id: WORKSPACE, name: 'w', description: null, ...life };
      batch.add(batch.query.insertInto('workspaces').values(row));
    });
    await jobs.start();
    close = async () => {
      await jobs.stop();
      await models.stop();
      await db.close();
      await at.remove();
    };
  });
  after(() => close());

  function changed(_: string, { status }: { status: string }): void {
    told.push(status);
  }

  /** Evaluations after each of whose writes `meddle` happens before anything else. */
  function evaluationsWith(meddle: () => Promise<unknown> = async () => {}): Evaluations {
    return evaluationsOn(meddledDb(db, meddle));
  }

  function evaluationsOn(database: Database): Evaluations {
    return createEvaluations({
      facts: FACTS,
      db: database,
      clock: systemClock,
      models,
      references: NO_REFERENCES,
      jobs: NO_JOBS,
      changed,
      noteEnd: () => {},
      tell: (_batch, _workspaceId, { type }) => void told.push(type),
    });
  }

  async function created(): Promise<string> {
    return (await evaluationsWith().create(systemActor, WORKSPACE, DEFINITION, () => {})).id;
  }

  function update(id: string, set: object): Promise<unknown> {
    return db.write((batch) => {
      batch.add(batch.query.updateTable('evaluations').set(set).where('id', '=', id));
    });
  }

  test('is answered as it was written, though the evaluation is deleted before it could be read again', async () => {
    const rows = [
      { name: 'patch', from: 'queued', status: 'queued', revision: 2 },
      { name: 'cancel', from: 'queued', status: 'cancelled', revision: 1 },
      { name: 'resume', from: 'cancelled', status: 'queued', revision: 1 },
    ] as const;
    for (const { name, from, status, revision } of rows) {
      const id = await created();
      await update(id, { status: from });
      const evaluations = evaluationsWith(() => update(id, { deleted_at: 1 }));
      const answer =
        name === 'patch'
          ? await evaluations.patch(systemActor, WORKSPACE, id, { name: 'Second' }, null)
          : await evaluations[name](systemActor, WORKSPACE, id);
      assert.deepEqual([answer.resource.status, answer.revision], [status, revision], name);
      assert.equal(answer.resource.name, name === 'patch' ? 'Second' : 'First');
      await assert.rejects(evaluationsWith().get(systemActor, WORKSPACE, id), { code: 'not_found' });
    }
  });

  test('of a name, and the end of an evaluation, are told', async () => {
    const id = await created();
    told = [];
    await evaluationsWith().patch(systemActor, WORKSPACE, id, { name: 'Second' }, null);
    await evaluationsWith().remove(systemActor, WORKSPACE, id, null);
    assert.deepEqual(told, ['queued', 'evaluation.deleted']);
  });

  test('of a workspace is answered so too', async () => {
    const options = { clock: systemClock, jobs: NO_JOBS, events: NO_EVENTS };
    const others = createWorkspaces({ db, ...options });
    const { id } = await others.create(systemActor, { name: 'Before' }, () => {});
    const meddled = meddledDb(db, () => others.patch(systemActor, id, { name: 'Of another' }, null));
    const answer = await createWorkspaces({ db: meddled, ...options }).patch(
      systemActor,
      id,
      { name: 'Mine' },
      [1],
    );
    assert.deepEqual([answer.resource.name, answer.revision], ['Mine', 2]);
    const now = await others.get(systemActor, id);
    assert.deepEqual([now.resource.name, now.revision], ['Of another', 3]);
  });

  test('is found by other processes, with a version that differs after each', async () => {
    const poll = createEvaluationPoller(db);
    const id = await created();
    const found = async () => {
      const all = await poll([WORKSPACE], 5000);
      return all.filter(({ event }) => event.id === id);
    };
    const rows = [
      [{ status: 'running', progress_percent: 40, updated_at: 5000 }, 'evaluation.progress'],
      [{ status: 'completed', progress_percent: 100, updated_at: 5001 }, 'evaluation.completed'],
      [{ status: 'completed', progress_percent: 100, updated_at: 5002 }, 'evaluation.completed'],
    ] as const;
    for (const [set, type] of rows) {
      await update(id, set);
      const { status, progress_percent, updated_at: version } = set;
      const event = { type, id, data: { status, progress_percent } };
      assert.deepEqual(await found(), [{ workspaceId: WORKSPACE, event, version }]);
    }
    await update(id, { updated_at: 4999 });
    assert.deepEqual(await found(), []);
    await update(id, { updated_at: 6000, deleted_at: 1 });
    assert.deepEqual(await found(), []);
  });

  test('is not undone by results that were worked out before it', async () => {
    const id = await created();
    await update(id, { status: 'cancelled', started_at: 1 });
    const options = { known: { factsAt: async () => FACTS }, clock: systemClock, stored: () => {} };
    const store = (into: Database) => storePartialResults({ ...options, db: into }, WORKSPACE, id, 0);
    await assert.rejects(store(outrunDb(db, () => store(db))), RetryJobAfter);
    const kept = await evaluationsWith().get(systemActor, WORKSPACE, id);
    assert.equal(kept.resource.results?.provisional, true);
  });

  test('by a job is told: that its run failed for good, and that what was measured before is kept', async () => {
    const failing = await created();
    await update(failing, { plan_json: '{}' });
    const stopped = await created();
    await update(stopped, { status: 'cancelled', started_at: 1, updated_at: 1 });
    told = [];
    await db.write((batch) => {
      enqueueRun(jobs, batch, WORKSPACE, failing);
      enqueueSummary(jobs, batch, WORKSPACE, stopped);
      // One attempt is left.
      batch.add(batch.query.updateTable('jobs').set({ attempts: 4 }).where('key', '=', failing));
    });
    await jobs.idle();
    assert.deepEqual(told.toSorted(), ['cancelled', 'failed']);
    const kept = await evaluationsWith().get(systemActor, WORKSPACE, stopped);
    assert.equal(kept.resource.results?.provisional, true);
    assert.notEqual(kept.resource.updated_at, new Date(1).toISOString());
  });

  test('is not_found for what is written below it, when that change is its end', async () => {
    const id = await created();
    await db.write((batch) => enqueueRun(jobs, batch, WORKSPACE, id));
    await jobs.idle();
    const [sample] = (await evaluationsWith().samples(systemActor, WORKSPACE, id, {})).data;
    assert.ok(sample);
    const deleted = (deleted_at: number | null) => update(id, { deleted_at });
    const late = evaluationsOn(outrunDb(db, () => deleted(1)));
    const rows: [string, () => Promise<unknown>][] = [
      ['a label', () => late.label(systemActor, WORKSPACE, id, sample.id, { score: 1 })],
      ['its repetition', () => late.rerun(systemActor, WORKSPACE, id, () => {})],
      ['grading again', () => late.rescore(systemActor, WORKSPACE, id)],
      ['a change of its name', () => late.patch(systemActor, WORKSPACE, id, { name: 'Late' }, null)],
    ];
    for (const [what, act] of rows) {
      await deleted(null);
      await assert.rejects(act(), { code: 'not_found' }, what);
    }
    await deleted(null);
    assert.deepEqual(await evaluationsWith().labels(systemActor, WORKSPACE, id, sample.id), []);
  });
});

/** The database, but before every write something else is written. */
function outrunDb(db: Database, outrun: () => Promise<unknown>): Database {
  return {
    ...db,
    async write(build) {
      await outrun();
      return db.write(build);
    },
  };
}

/** The database, but after every write something else happens first. */
function meddledDb(db: Database, meddle: () => Promise<unknown>): Database {
  return {
    ...db,
    async write(build) {
      const outcome = await db.write(build);
      await meddle();
      return outcome;
    },
  };
}
