import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase, type TestPlace } from '../../../../test/support/each-database.ts';
import { silentLog } from '../../../../test/support/silent-log.ts';
import type { LoadThreads, WindowPlan } from '../../../measure/traffic/traffic.ts';
import { type Database, openDatabase } from '../../../platform/db/db.ts';
import { BatchUndone } from '../../../platform/db/live-workspace.ts';
import type { Job } from '../../../platform/jobs/jobs.ts';
import type { LoadShareJob } from '../evaluation-queue.ts';
import { createExclusiveMeasurement } from '../run/exclusive-measurement.ts';
import { type ShareReport, sendLoadShare } from './send-share.ts';

onEachDatabase('the job of a share of a window of load', (newPlace) => {
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

  /** Runs the job; `run` sends its load. */
  function send(
    job: { said: unknown; startAt?: number; say: Job<LoadShareJob>['say'] },
    run: LoadThreads['run'],
  ) {
    const { said, say, startAt } = job;
    const payload = {
      workspaceId: 'w',
      id: 'e',
      plan: {} as WindowPlan,
      target: {} as LoadShareJob['target'],
      targetIndex: 0,
      share: 1,
      of: 2,
      ...(startAt !== undefined && { startAt }),
    };
    return sendLoadShare(
      { db, load: { run, stop: async () => {} }, exclusive: createExclusiveMeasurement(), log: silentLog },
      {
        id: 'j',
        kind: 'k',
        key: 'e:01',
        workspaceId: 'w',
        fence: 1,
        ageMs: 0,
        attempt: 1,
        payload,
        said,
        say,
        guard() {},
      },
      { signal: new AbortController().signal, heartbeat() {} },
    );
  }

  const never = async () => assert.fail('It sends.');

  for (const [name, job] of [
    ['that an earlier run has begun', { said: {} }],
    ['whose window was told to begin before a process had it', { said: null, startAt: 1 }],
  ] as const)
    test(`ends at once where it is one ${name}`, () => send({ ...job, say: never }, never));

  test('sends no more once another process has it', async () => {
    let isSending = false;
    const say = async (said: unknown) => {
      if (isSending) throw new BatchUndone('lease_lost');
      const { clock } = said as ShareReport;
      return { startAt: clock ? 0 : undefined } as LoadShareJob;
    };
    const sent = send({ said: null, say }, (_target, _plan, signal, onSpent) => {
      isSending = true;
      onSpent?.({} as Parameters<typeof onSpent>[0]);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    });
    await assert.rejects(sent, { name: 'BatchUndone', why: 'lease_lost' });
  });
});
