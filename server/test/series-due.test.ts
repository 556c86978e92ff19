import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from './support/each-database.ts';
import {
  arithmetic,
  mockTarget,
  startEvaluationService,
  writeProviders,
} from './support/evaluation-service.ts';
import { runSql } from './support/run-sql.ts';
import { startService } from './support/service.ts';
import { until } from './support/until.ts';

const WEEK_MS = 7 * 24 * 3_600_000;
/** It does not come while the test runs. */
const SELDOM = { cron: '0 6 29 2 *' };

onEachDatabase('series of a service', (place) => {
  test('after a week of sleep what was missed runs once, or is skipped, as is set; two processes run it once', async (t) => {
    const where = await place();
    const one = await startEvaluationService(
      { ...where, remove: async () => {} },
      { models: { watched: {} } },
    );
    const config = writeProviders(where.dataDir, one.mock);
    // A second one only on PostgreSQL: an embedded database has one process.
    const other =
      where.url &&
      (await startService({ ...where, remove: async () => {} }, { 'touchstone-config': config }));
    t.after(async () => {
      if (other) await other.stop();
      await one.stop();
      await where.remove();
    });
    const series = `/workspaces/${await one.newWorkspace()}/series`;
    const make = async (missed: 'once' | 'skip', schedule = SELDOM) => {
      const evaluation = { name: 'Watched', targets: [mockTarget('watched')], benchmarks: [arithmetic(2)] };
      const body = { name: missed, evaluation, margins: { score: 0.5 }, schedule, missed };
      const made = await one.call('POST', series, body);
      assert.equal(made.status, 201, JSON.stringify(made.body));
      return made.body as { id: string; next_due_at: string };
    };
    const once = await Promise.all(Array.from({ length: 4 }, () => make('once')));
    const skip = await make('skip');
    const paused = await make('once');
    await one.call('PATCH', `${series}/${paused.id}`, { status: 'paused' });

    // As if all had slept since a run came due a week ago.
    const due = Date.now() - WEEK_MS;
    await runSql(where, `UPDATE series SET next_due_at = ${due} WHERE status = 'active'`);
    await runSql(where, `UPDATE jobs SET due_at = ${due} WHERE kind = 'series.due'`);
    // Each process looks by itself; this wakes one, as a further series would.
    await make('skip');

    const looked = (id: string) =>
      until(async () => {
        const { looks, running, next_due_at } = (await one.call('GET', `${series}/${id}`)).body;
        return looks.length > 0 && running === null && { looks, next_due_at };
      }, 100);
    for (const { id, next_due_at } of once) {
      const found = await looked(id);
      assert.deepEqual(
        found.looks.map(({ state, due_at }: { state: string; due_at: string }) => [
          state,
          Date.parse(due_at),
        ]),
        [['complete', due]],
      );
      assert.equal(found.next_due_at, next_due_at, 'then it waits for the next one');
    }
    const skipped = await looked(skip.id);
    assert.deepEqual([skipped.looks.length, skipped.looks[0].state], [1, 'skipped']);
    assert.match(skipped.looks[0].reason, /was due while no service was running/);
    assert.equal(one.requestsTo('watched'), once.length * 2, 'nothing was asked twice');
    assert.deepEqual((await one.call('GET', `${series}/${paused.id}`)).body.looks, []);
  });
});
