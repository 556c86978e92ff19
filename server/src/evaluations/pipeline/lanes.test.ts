import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull, type TestPlace } from '../../../test/support/each-database.ts';
import { inFull } from '../../../test/support/in-full.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { simulateLanes } from '../../../test/support/simulate-lanes.ts';
import { type Database, openDatabase } from '../../db/db.ts';

const STEPS = 1500;

onEachDatabaseInFull(
  'workers that ask one evaluation in lanes, under kills, stalls and cancellations',
  (newPlace) => {
    const seeds = Array.from({ length: inFull(3, 10) }, (_, i) => i + 1);
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

    test(`ask nothing again that is durable, keep the cap, and end: ${seeds.length} simulations`, async (t) => {
      let [lanes, kills, stalls] = [0, 0, 0];
      for (const seed of seeds) {
        const report = await simulateLanes(db, seed, STEPS);
        t.diagnostic(JSON.stringify(report));
        lanes = Math.max(lanes, report.lanes);
        kills += report.kills;
        stalls += report.stalls;
      }
      // A simulation in which nothing happens shows nothing.
      assert.deepEqual([lanes, kills > seeds.length, stalls > seeds.length], [4, true, true]);
    });

    test('the same seed does the same, so that what it found is found again', async () => {
      for (const seed of seeds.slice(0, inFull(1, 2)))
        assert.deepEqual(await simulateLanes(db, seed, STEPS), await simulateLanes(db, seed, STEPS));
    });

    for (const [planted, caught] of [
      ['fences that stand still', /had lost it|asked again/],
      ['a budget for each', /calls of/],
    ] as const)
      test(`a planted fault is found: ${planted}`, async () => {
        await assert.rejects(async () => {
          for (let seed = 1; seed <= 10; seed++) await simulateLanes(db, seed, STEPS, planted);
        }, caught);
      });
  },
);
