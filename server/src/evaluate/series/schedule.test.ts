import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { onEachDatabase } from '../../../test/support/each-database.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { systemActor } from '../../kernel/actor.ts';
import type { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import { type Batch, type Database, openDatabase } from '../../platform/db/db.ts';
import { requireCommitted } from '../../platform/db/live-workspace.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { nextDueTime, requireSchedule } from './schedule.ts';
import { createSeries, type Series } from './series.ts';
import { createSeriesRuns } from './series-runs.ts';
import { endRunWithoutLook, findSeries, listNewestLooks, type SeriesRow } from './series-store.ts';

describe('when a schedule is due', () => {
  const cases: [what: string, cron: string, zone: string, from: string, due: string[]][] = [
    [
      'in the hour that is left out, when the clock goes on, once',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-03-28T00:00:00Z',
      ['2026-03-28T01:30Z', '2026-03-29T01:00Z', '2026-03-30T00:30Z'],
    ],
    [
      'in the hour that comes twice, the first time',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-24T12:00:00Z',
      ['2026-10-25T00:30Z', '2026-10-26T01:30Z'],
    ],
    [
      'between the two, the next day',
      '30 2 * * *',
      'Europe/Berlin',
      '2026-10-25T00:45:00Z',
      ['2026-10-26T01:30Z'],
    ],
    [
      'several in an hour that comes twice, each once',
      '*/30 1 * * *',
      'America/New_York',
      '2026-10-31T20:00:00Z',
      ['2026-11-01T05:00Z', '2026-11-01T05:30Z', '2026-11-02T06:00Z'],
    ],
    [
      'every hour, each that passes, also the doubled one',
      '0 * * * *',
      'Europe/Berlin',
      '2026-10-24T23:30:00Z',
      ['2026-10-25T00:00Z', '2026-10-25T01:00Z', '2026-10-25T02:00Z'],
    ],
    [
      'where clocks change by half an hour',
      '15 2 * * 0',
      'Australia/Lord_Howe',
      '2026-10-02T00:00:00Z',
      ['2026-10-03T15:30Z', '2026-10-10T15:15Z'],
    ],
    [
      'and back by half an hour, once',
      '45 1 * * *',
      'Australia/Lord_Howe',
      '2026-04-04T00:00:00Z',
      ['2026-04-04T14:45Z', '2026-04-05T15:15Z'],
    ],
    [
      'several in an hour that is left out, once, when the clock goes on',
      '*/20 2 * * *',
      'Europe/Berlin',
      '2026-03-28T12:00:00Z',
      ['2026-03-29T01:00Z', '2026-03-30T00:00Z', '2026-03-30T00:20Z'],
    ],
    [
      'every hour, each that passes, where one is left out',
      '30 * * * *',
      'Europe/Berlin',
      '2026-03-29T00:00:00Z',
      ['2026-03-29T00:30Z', '2026-03-29T01:30Z', '2026-03-29T02:30Z'],
    ],
    [
      'every two hours: when the clock goes on, and not twice',
      '0 */2 * * *',
      'Europe/Berlin',
      '2026-03-28T23:30:00Z',
      ['2026-03-29T01:00Z', '2026-03-29T02:00Z', '2026-03-29T04:00Z'],
    ],
    [
      'every two hours, not twice in an hour that comes twice',
      '0 */2 * * *',
      'Europe/Berlin',
      '2026-10-24T23:30:00Z',
      ['2026-10-25T00:00Z', '2026-10-25T03:00Z', '2026-10-25T05:00Z'],
    ],
    [
      'where clocks are set back by two hours, once',
      '30 1 * * *',
      'Antarctica/Troll',
      '2026-10-24T12:00:00Z',
      ['2026-10-24T23:30Z', '2026-10-26T01:30Z'],
    ],
    [
      'where midnight is left out, on the day that has none',
      '0 0 * * *',
      'Africa/Cairo',
      '2026-04-23T12:00:00Z',
      ['2026-04-23T22:00Z', '2026-04-24T21:00Z'],
    ],
    [
      'where the hour before midnight comes twice, once',
      '30 23 * * *',
      'Africa/Cairo',
      '2026-10-29T12:00:00Z',
      ['2026-10-29T20:30Z', '2026-10-30T21:30Z'],
    ],
    [
      'on 29 February, over the year that has none',
      '0 0 29 2 *',
      'UTC',
      '2096-03-01T00:00:00Z',
      ['2104-02-29T00:00Z'],
    ],
    [
      'on either of both days, where both are named',
      '0 0 1 * mon',
      'UTC',
      '2026-06-30T12:00:00Z',
      ['2026-07-01T00:00Z', '2026-07-06T00:00Z'],
    ],
  ];
  for (const [what, cron, time_zone, from, due] of cases) {
    test(what, () => {
      let at = Date.parse(from);
      for (const expected of due) {
        at = nextDueTime({ cron, time_zone }, at) as number;
        assert.equal(new Date(at).toISOString(), new Date(expected).toISOString());
      }
    });
  }
});

describe('which schedules are followed', () => {
  const now = Date.parse('2026-06-01T00:00:00Z');
  const FIELDS = /five fields.*\*, a number, a range/;
  const NEVER = /is never due: it must be due within 8 years/;
  const taken = [
    '0 6 * * 1',
    '*/15 * * * *',
    '0 6,18 1-15/2 * *',
    '00 06 * jan-mar MON,wed',
    '0 0 29 2 *',
    '0 0 * * 7',
    '0 0 30 2 1',
  ];
  const refused: [cron: string, says: RegExp][] = [
    ...['@daily', '@reboot', '2020-01-01T00:00:00', '2030-01-01T00:00:00', '* * * * * *', '* * * *'].map(
      both,
    ),
    ...['0 0 L * *', '0 0 LW * *', '0 0 15W * *', '0 0 * * 1#2', '0 0 * * 5L', '0 0 ? * *', '+0 0 * * 1'].map(
      both,
    ),
    ...['61 * * * *', '0 24 * * *', '0 0 0 * *', '0 0 * 13 *', '0 0 * * 8', '0 0 * XYZ *', '*/0 * * * *'].map(
      both,
    ),
    ...[
      '5/15 * * * *',
      '5-1 * * * *',
      '0 0 * * 1,',
      '-1 * * * *',
      '0x1 * * * *',
      '1.5 * * * *',
      ' 0 6 * * 1',
      '0\t6 * * 1',
    ].map(both),
    ...['0 0 30 2 *', '0 0 31 2,4,6 *', '0 0 30-31 feb *'].map((cron): [string, RegExp] => [cron, NEVER]),
  ];
  function both(cron: string): [string, RegExp] {
    return [cron, FIELDS];
  }
  for (const cron of taken) test(`${cron} is`, () => requireSchedule({ cron }, now));
  for (const [cron, says] of refused)
    test(`${JSON.stringify(cron)} is refused by its pointer`, () =>
      refusedAt({ cron }, '/schedule/cron', says));
  for (const time_zone of ['Mars/Base', '+02:00', ''])
    test(`the time zone ${JSON.stringify(time_zone)} is refused by its pointer`, () =>
      refusedAt({ cron: '0 6 * * 1', time_zone }, '/schedule/time_zone', /Europe\/Berlin or UTC/));

  function refusedAt(schedule: { cron: string; time_zone?: string }, at: string, says: RegExp) {
    assert.throws(
      () => requireSchedule(schedule, now),
      ({ errors }: AppError) => {
        assert.deepEqual(
          errors.map(({ pointer }) => pointer),
          [at],
        );
        assert.match(errors[0]?.detail ?? '', says);
        return true;
      },
    );
  }
});

const PRICED = {
  estimate: { cost_usd: null },
  outline: { targets: ['t'], scenarios: [], benchmarks: [], loads: [] },
};
const MONDAY = Date.parse('2026-06-01T06:00:00Z');
const HOUR = 3_600_000;
const WEEK = 7 * 24 * HOUR;

onEachDatabase('series that come due', (place) => {
  /** Processes on one database with a clock that the test turns; evaluations are begun and never end. */
  async function processes(t: TestContext, count: number) {
    const { dataDir, url, remove } = await place();
    const clock = { time: MONDAY - HOUR, now: () => clock.time };
    const databases: Database[] = [];
    t.after(async () => {
      for (const db of databases) await db.close();
      await remove();
    });
    const all: { db: Database; series: Series; runs: ReturnType<typeof createSeriesRuns> }[] = [];
    for (let i = 0; i < count; i++) {
      // Embedded there is one process: its runs race with each other.
      const open = url === undefined ? databases[0] : undefined;
      const db = open ?? (await openDatabase({ url, dataDir, log: silentLog }));
      if (!open) databases.push(db);
      const jobs = createJobs({ db, log: silentLog });
      const create = async (
        _actor: unknown,
        _workspace: string,
        _body: unknown,
        alongside: (batch: Batch, made: never) => void,
      ) => {
        const made = { id: newId() } as never;
        const outcome = await db.write((batch) => alongside(batch, made));
        requireCommitted(outcome);
        return made;
      };
      const evaluations = { create, price: async () => PRICED } as never;
      const options = { db, clock, jobs, tell: () => {}, evaluations };
      all.push({ db, series: createSeries(options), runs: createSeriesRuns(options) });
    }
    const [{ db, series }] = all as [(typeof all)[number]];
    const workspaceId = newId();
    const row = {
      id: workspaceId,
      name: 'W',
      description: null,
      revision: 1,
      created_at: 0,
      updated_at: 0,
      deleted_at: null,
    };
    await db.write((batch) => batch.add(batch.query.insertInto('workspaces').values(row)));
    const make = async (more: object = {}) => {
      const schedule = { cron: '0 6 * * 1' };
      const input = {
        name: 'S',
        evaluation: { name: 'E', targets: [] },
        margins: { score: 0.1 },
        schedule,
        ...more,
      };
      return (await series.create(systemActor, workspaceId, input, () => {})).id;
    };
    const find = async (id: string) => (await findSeries(db, workspaceId, id)) as SeriesRow;
    const looks = async (id: string) =>
      (await listNewestLooks(db, await find(id), 100)).map(({ state, due_at }) => [state, due_at]);
    const due = async (id: string, by = 0) => all[by]?.runs.due(await find(id));
    /** As if the look had been taken. */
    const end = (id: string) =>
      db.write((batch) =>
        batch.add(batch.query.updateTable('series').set({ running: null }).where('id', '=', id)),
      );
    return { all, clock, make, find, looks, due, end, series, workspaceId };
  }

  test('what is not due yet waits, what is due runs once, then waits for the next', async (t) => {
    const { clock, make, looks, due } = await processes(t, 1);
    const id = await make();
    assert.equal(await due(id), MONDAY);
    assert.deepEqual(await looks(id), []);
    clock.time = MONDAY + 5;
    assert.equal(await due(id), MONDAY + WEEK);
    assert.equal(await due(id), MONDAY + WEEK);
    assert.deepEqual(await looks(id), [['running', MONDAY]]);
  });

  test('a service that was away for three weeks runs once for all, or skips, as is set', async (t) => {
    const { clock, make, looks, due } = await processes(t, 1);
    const [once, skip] = [await make(), await make({ missed: 'skip' })];
    clock.time = MONDAY + 3 * WEEK - HOUR;
    for (const id of [once, skip]) assert.equal(await due(id), MONDAY + 3 * WEEK);
    assert.deepEqual(await looks(once), [['running', MONDAY]]);
    assert.deepEqual(await looks(skip), [['skipped', MONDAY]]);
  });

  test('of processes that find it due at the same moment one runs it', async (t) => {
    const { all, clock, make, looks, find } = await processes(t, 4);
    const ids = [await make(), await make(), await make()];
    clock.time = MONDAY + 5;
    for (const id of ids) {
      const row = await find(id);
      const answers = await Promise.all(all.map(({ runs }) => runs.due(row)));
      assert.deepEqual(answers.filter((next) => next === MONDAY + WEEK).length, 1, JSON.stringify(answers));
      assert.deepEqual(await looks(id), [['running', MONDAY]]);
    }
  });

  for (const [what, from, days] of [
    ['the day without an hour', '2026-03-28T12:00:00Z', ['2026-03-29T01:00Z', '2026-03-30T00:30Z']],
    ['the day with an hour twice', '2026-10-24T12:00:00Z', ['2026-10-25T00:30Z', '2026-10-26T01:30Z']],
  ] as const)
    test(`over ${what} two processes that look every ten minutes run each due time once`, async (t) => {
      const { all, clock, make, looks, find, end } = await processes(t, 2);
      clock.time = Date.parse(from);
      const id = await make({ schedule: { cron: '30 2 * * *', time_zone: 'Europe/Berlin' } });
      for (const until = clock.time + 2 * 24 * HOUR; clock.time < until; clock.time += HOUR / 6) {
        const row = await find(id);
        await Promise.all(all.map(({ runs }) => runs.due(row)));
        await end(id);
      }
      assert.deepEqual(
        (await looks(id)).reverse(),
        days.map((day) => ['running', Date.parse(day)]),
      );
    });

  test('what comes due while the run before goes on is skipped, and said', async (t) => {
    const { clock, make, looks, due, end } = await processes(t, 1);
    const id = await make();
    clock.time = MONDAY;
    await due(id);
    clock.time = MONDAY + WEEK;
    await due(id);
    await end(id);
    clock.time = MONDAY + 2 * WEEK;
    await due(id);
    assert.deepEqual(await looks(id), [
      ['running', MONDAY + 2 * WEEK],
      ['skipped', MONDAY + WEEK],
      ['running', MONDAY],
    ]);
  });

  test('a run of which no look can be taken ends, and the next one begins', async (t) => {
    const { all, clock, make, looks, due, find, workspaceId } = await processes(t, 1);
    const id = await make();
    clock.time = MONDAY;
    await due(id);
    const running = (await find(id)).running as string;
    const run = { workspace_id: workspaceId, series_id: id, id: running };
    await all[0]?.db.write((batch) => endRunWithoutLook(batch, run, 'It could not be read.', clock.time));
    clock.time = MONDAY + WEEK;
    await due(id);
    assert.deepEqual(await looks(id), [
      ['running', MONDAY + WEEK],
      ['failed', MONDAY],
    ]);
  });

  test('a clock that is set back runs nothing again, and a paused series nothing at all', async (t) => {
    const { clock, make, looks, due, end, series, workspaceId } = await processes(t, 1);
    const id = await make();
    clock.time = MONDAY;
    await due(id);
    await end(id);
    clock.time = MONDAY - HOUR;
    assert.equal(await due(id), MONDAY + WEEK);
    await series.patch(systemActor, workspaceId, id, { status: 'paused' }, null);
    clock.time = MONDAY + WEEK;
    assert.equal(await due(id), null);
    assert.deepEqual(await looks(id), [['running', MONDAY]]);
  });
});
