import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { onEachDatabase, type TestPlace } from '../../../../test/support/each-database.ts';
import { FACTS, NO_REFERENCES } from '../../../../test/support/evaluation-plan.ts';
import { NO_EVENTS, NO_JOBS } from '../../../../test/support/no-background.ts';
import { until } from '../../../../test/support/until.ts';
import { systemActor } from '../../../kernel/actor.ts';
import { systemClock } from '../../../kernel/clock.ts';
import { AppError } from '../../../kernel/errors.ts';
import { createLog } from '../../../kernel/log.ts';
import type { Item } from '../../../measure/benchmarks/benchmarks.ts';
import { createLoadThreads } from '../../../measure/traffic/traffic.ts';
import { type Call, type ChatAnswer, createModels, type Models } from '../../../models/models.ts';
import { type Database, openDatabase } from '../../../platform/db/db.ts';
import { createWorkspaces } from '../../../platform/workspaces/workspaces.ts';
import { createEvaluations } from '../evaluations.ts';
import { parsePlan } from '../plan/plan.ts';
import { createExclusiveMeasurement } from '../run/exclusive-measurement.ts';
import { EvaluationFenced } from '../run/ledger.ts';
import type { RunHooks } from '../run/run.ts';
import { changeStatus, claimEvaluation, type EvaluationClaim } from '../stores/evaluation-store.ts';
import { readItems } from '../stores/item-store.ts';
import { readMeasuredSamples } from '../stores/sample-store.ts';
import { type PlannedWork, runUnits } from './run-units.ts';

const ITEMS = 200;
const log = createLog('silent');
const clock = systemClock;
const ANSWER: ChatAnswer = {
  ok: true,
  text: '1',
  reasoning: null,
  finishReason: 'stop',
  usage: { input_tokens: null, output_tokens: null, reasoning_tokens: null, cached_tokens: null },
  returnedModel: null,
  sent: {},
  latencyMs: 1,
};

onEachDatabase('the runner', (newPlace) => {
  let place: TestPlace;
  let db: Database;
  before(async () => {
    place = await newPlace();
    db = await openDatabase({ url: place.url, dataDir: place.dataDir, log });
  });
  after(async () => {
    await db.close();
    await place.remove();
  });

  /** A claimed evaluation of 200 units, and what runs it with calls of the test's own. */
  async function claimed(concurrency = 8) {
    const workspaces = createWorkspaces({ db, clock, jobs: NO_JOBS, events: NO_EVENTS });
    const models = createModels({ providers: [], log });
    const nothing = () => {};
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
    const workspace = await workspaces.create(systemActor, { name: 'W' }, nothing);
    const input = {
      name: 'E',
      targets: [{ target_type: 'model' as const, model_provider: 'baseline', model_id: 'echo' }],
      benchmarks: [{ benchmark_type: 'arithmetic', num_samples: ITEMS }],
      methodology: { concurrency },
    };
    const { id } = await evaluations.create(systemActor, workspace.id, input, nothing);
    let slot: ReturnType<typeof claimEvaluation> | undefined;
    await db.write((batch) => {
      slot = claimEvaluation(batch, workspace.id, id, clock.now());
    });
    const row = slot?.rows[0];
    assert.ok(row);
    const held: EvaluationClaim = {
      workspaceId: workspace.id,
      id,
      fence: row.fence,
      round: row.round,
      cutOff: 0,
    };
    const plan = parsePlan(row.plan_json);
    const run = async (
      call: Call,
      hooks: Partial<RunHooks> = {},
      { on = db, work }: { on?: Database; work?: PlannedWork } = {},
    ) => {
      const resolveTarget: Models['resolveTarget'] = ({ provider, modelId }) => ({
        provider,
        modelId,
        connectionKey: 'test',
        quirks: {},
        call,
      });
      const deps = {
        db: on,
        models: { ...models, resolveTarget },
        facts: FACTS,
        passages: NO_REFERENCES.passages,
        load: createLoadThreads({ providers: [], logLevel: 'silent' }),
        exclusive: createExclusiveMeasurement(),
        generators: { send: () => Promise.reject(new Error('Nothing here is sent by several processes.')) },
        clock,
        log,
        cacheMaxAgeMs: 0,
        pause: () => sleep(10),
        batchPollMs: 10_000,
      };
      const all = {
        signal: new AbortController().signal,
        onProgress: nothing,
        onActivity: nothing,
        ...hooks,
      };
      const ended = await runUnits(deps, held, plan, all, work);
      return ended.stopped;
    };
    const rows = async () => (await readMeasuredSamples(db, held, -1, 1000)).length;
    return { held, run, rows };
  }

  test('a call that throws ends the run with its error: nothing hangs, nothing goes on', async () => {
    const { run, rows } = await claimed();
    let calls = 0;
    let open = 0;
    const failing = run(async (_request, { signal }) => {
      if (++calls === 50) throw new Error('a defect');
      open++;
      // A call that only its signal ends: without one, the run would hang.
      if (calls > 50) await new Promise((_, reject) => signal?.addEventListener('abort', reject));
      open--;
      return ANSWER;
    });
    await assert.rejects(failing, /a defect/);
    const [asked, kept] = [calls, await rows()];
    assert.ok(kept <= 50);
    await sleep(50);
    assert.deepEqual([calls, await rows()], [asked, kept]);
    assert.equal(await run(async () => ANSWER), null);
    assert.equal(await rows(), ITEMS);
    // 49 answers hold two clean rounds, of 8 and of 16 calls: the limiter may have doubled twice.
    assert.ok(open <= 32, `${open} were open`);
  });

  test('every call that ends is activity, also one that failed; a call that hangs is none', async () => {
    const { run } = await claimed(4);
    const stop = new AbortController();
    let calls = 0;
    let active = 0;
    const call: Call = async (_request, { signal }) => {
      if (++calls <= 10) {
        return { ok: false, class: 'deterministic', reason: 'rejected', message: 'no', latencyMs: 1 };
      }
      if (calls <= 20) return ANSWER;
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    };
    const hooks = { signal: stop.signal, onActivity: () => active++ };
    const running = run(call, hooks);
    running.catch(() => {});
    await until(() => calls >= 24 && active >= 10 + 2 * 10, 1);
    await sleep(50);
    const counted = active;
    stop.abort(new Error('stopped'));
    await assert.rejects(running, /stopped/);
    // An answer is activity twice: when it comes, and when it is durable.
    assert.equal(counted, 10 + 2 * 10);
  });

  test('the progress of grading again is of what is graded again: failures are not among it', async () => {
    const { run } = await claimed(4);
    let calls = 0;
    await run(async () =>
      ++calls <= ITEMS / 4
        ? { ok: false, class: 'deterministic', reason: 'rejected', message: 'no', latencyMs: 1 }
        : ANSWER,
    );
    const seen: (readonly [number, number])[] = [];
    const onProgress = (done: number, units: number) => seen.push([done, units]);
    await run(async () => assert.fail('asked again'), { onProgress }, { work: 'rescore' });
    const answered = ITEMS - ITEMS / 4;
    assert.ok(seen.length > 0);
    assert.deepEqual(seen.at(-1), [answered, answered]);
    assert.ok(seen.every(([, units]) => units === answered));
  });

  test('an answer that a grader fails on is kept, and is not asked again', async () => {
    const { held, run } = await claimed();
    const items = await readItems(db, held, 0, 0, 1);
    const content = JSON.parse(items[0]?.content_json ?? '') as Item;
    const content_json = JSON.stringify({ ...content, grader: { type: 'of another version', options: {} } });
    await db.write((batch) =>
      batch.add(
        batch.query
          .updateTable('evaluation_items')
          .set({ content_json })
          .where('evaluation_id', '=', held.id)
          .where('item', '=', 0),
      ),
    );
    let calls = 0;
    const ended = await run(async () => {
      calls++;
      return ANSWER;
    });
    assert.equal(ended, null);
    assert.equal(calls, ITEMS);
    const unscored = (await readMeasuredSamples(db, held, -1, 1000)).filter(
      ({ state }) => state === 'unscored',
    );
    assert.deepEqual(
      unscored.map(({ reason }) => reason),
      ['grader_error'],
    );
    assert.equal(await run(async () => assert.fail('asked again')), null);
  });

  test('an answer that was kept and not graded is graded by the next run, and never asked again', async () => {
    const { held, run } = await claimed();
    await run(async () => ANSWER);
    const before = await readMeasuredSamples(db, held, -1, 1000);
    await db.write((batch) =>
      batch.add(
        batch.query
          .updateTable('evaluation_samples')
          .set({ state: 'answered', verdict: null, score: null, extraction: null, extracted: null })
          .where('evaluation_id', '=', held.id)
          .where('unit', '>=', 150),
      ),
    );
    const seen: number[] = [];
    const onProgress = (done: number) => seen.push(done);
    assert.equal(await run(async () => assert.fail('asked again'), { onProgress }), null);
    assert.deepEqual(await readMeasuredSamples(db, held, -1, 1000), before);
    assert.deepEqual(
      seen,
      Array.from({ length: 50 }, (_, i) => 151 + i),
    );
  });

  test('a second run asks only what has no row', async () => {
    const { run, rows } = await claimed();
    let calls = 0;
    const stop = new AbortController();
    const first = run(
      async () => {
        if (++calls === 40) stop.abort(new Error('stopped'));
        return ANSWER;
      },
      { signal: stop.signal },
    );
    await assert.rejects(first, /stopped/);
    const kept = await rows();
    assert.ok(kept >= 24 && kept < ITEMS, `${kept}`);
    calls = 0;
    const seen: number[] = [];
    await run(
      async () => {
        calls++;
        return ANSWER;
      },
      { onProgress: (done, units) => seen.push(done / units) },
    );
    assert.equal(calls, ITEMS - kept);
    assert.deepEqual(
      seen,
      seen.toSorted((a, b) => a - b),
    );
    assert.equal(seen.at(-1), 1);
  });

  test('a run whose evaluation was taken away is fenced and writes nothing more', async () => {
    const { held, run, rows } = await claimed();
    let calls = 0;
    let kept = 0;
    const taken = Promise.withResolvers<void>();
    const fenced = run(async (_request, { signal }) => {
      if (++calls === 40) {
        await db.write((batch) => changeStatus(batch, held.workspaceId, held.id, ['running'], {}));
        kept = await rows();
        taken.resolve();
      } else if (calls > 40) await taken.promise;
      // However slow the database is, what is asked last is still asked when the run learns of it.
      if (calls > 100) await new Promise((_, reject) => signal?.addEventListener('abort', reject));
      return ANSWER;
    });
    await assert.rejects(fenced, EvaluationFenced);
    assert.equal(await rows(), kept);
    assert.ok(calls < ITEMS);
  });

  test('while the disk is full answers are held, not asked again', async () => {
    const { run, rows } = await claimed();
    let calls = 0;
    let full = false;
    const filling: Database = {
      ...db,
      write: async (build) => {
        if (full) throw new AppError('storage_full', 'full');
        return db.write(build);
      },
    };
    const call: Call = async () => {
      if (++calls === 60) {
        full = true;
        setTimeout(() => {
          full = false;
        }, 700);
      }
      return ANSWER;
    };
    assert.equal(await run(call, {}, { on: filling }), null);
    assert.equal(calls, ITEMS);
    assert.equal(await rows(), ITEMS);
  });

  test('a run that is stopped while the disk is full does not wait for room', async () => {
    const { run } = await claimed();
    const stop = new AbortController();
    const full: Database = {
      ...db,
      write: async () => {
        throw new AppError('storage_full', 'full');
      },
    };
    setTimeout(() => stop.abort(new Error('stopped')), 100);
    await assert.rejects(
      run(async () => ANSWER, { signal: stop.signal }, { on: full }),
      /stopped/,
    );
  });

  test('an exhausted account and a spent budget are not asked what already waited for a slot', async () => {
    const { run } = await claimed(4);
    let calls = 0;
    const call: Call = async () => {
      calls++;
      await sleep(5);
      return { ok: false, class: 'quota', reason: 'quota', message: 'no more', latencyMs: 1 };
    };
    assert.equal(await run(call), 'quota');
    assert.equal(calls, 4);
  });
});
