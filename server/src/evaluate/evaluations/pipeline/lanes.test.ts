import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  onEachDatabase,
  onEachDatabaseInFull,
  type TestPlace,
} from '../../../../test/support/each-database.ts';
import { inFull, isInFull } from '../../../../test/support/in-full.ts';
import { silentLog } from '../../../../test/support/silent-log.ts';
import { type SimulatedLanes, simulateLanes } from '../../../../test/support/simulate-lanes.ts';
import { type Database, openDatabase } from '../../../platform/db/db.ts';

const STEPS = 1500;
/** An evaluation ends after a thousand steps or so: 200,000 on two databases. */
const IN_FULL = 100;
/** So that each test keeps to the time of one. */
const SEEDS_A_TEST = 10;

/** The simulation turns the timers of the process, so the databases do not go at the same time. */
const onDatabases = isInFull() ? onEachDatabase : onEachDatabaseInFull;

onDatabases(
  'workers that ask one evaluation in lanes, under kills, stalls, lost messages and cancellations',
  (newPlace) => {
    const seeds = Array.from({ length: inFull(4, IN_FULL) }, (_, i) => i + 1);
    let place: TestPlace;
    let db: Database;
    const reports = new Map<number, SimulatedLanes>();
    before(async () => {
      place = await newPlace();
      db = await openDatabase({ url: place.url, dataDir: place.dataDir, log: silentLog });
    });
    after(async () => {
      await db.close();
      await place.remove();
    });

    for (let at = 0; at < seeds.length; at += SEEDS_A_TEST) {
      const some = seeds.slice(at, at + SEEDS_A_TEST);
      test(`ask nothing again that is durable, keep the cap, and end: seeds ${some[0]} to ${some.at(-1)}`, async (t) => {
        const sums = { kills: 0, stalls: 0, lost: 0, delayed: 0, clocks: 0 };
        let [lanes, dividedAnew] = [0, 0];
        for (const seed of some) {
          const report = await simulateLanes(db, seed, STEPS);
          reports.set(seed, report);
          t.diagnostic(JSON.stringify(report));
          for (const key of Object.keys(sums) as (keyof typeof sums)[]) sums[key] += report[key];
          lanes = Math.max(lanes, report.lanes);
          dividedAnew += report.dividedAnew;
        }
        // A simulation in which nothing happens shows nothing.
        assert.equal(lanes, 4);
        assert.ok(
          Object.values(sums).every((n) => n > some.length),
          JSON.stringify(sums),
        );
        assert.ok(dividedAnew > 0);
      });
    }

    test('a worker that still holds a shard from before a cancellation writes into no new one: seed 103', async () => {
      await simulateLanes(db, 103, STEPS);
    });

    test('the same seed does the same, so that what it found is found again', async () => {
      for (const seed of seeds.slice(0, inFull(1, 2)))
        assert.deepEqual(
          await simulateLanes(db, seed, STEPS),
          reports.get(seed) ?? (await simulateLanes(db, seed, STEPS)),
        );
    });

    for (const [planted, caught] of [
      ['fences that stand still', /had lost it|asked again|nobody runs it/],
      ['a budget for each', /calls of/],
    ] as const)
      test(`a planted fault is found: ${planted}`, async () => {
        await assert.rejects(async () => {
          for (let seed = 1; seed <= 10; seed++) await simulateLanes(db, seed, STEPS, planted);
        }, caught);
      });
  },
);
