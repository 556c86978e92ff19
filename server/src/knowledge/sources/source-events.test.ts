import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabase } from '../../../test/support/each-database.ts';
import { NO_EVENTS, NO_JOBS } from '../../../test/support/no-background.ts';
import { silentLog as log } from '../../../test/support/silent-log.ts';
import { systemActor } from '../../kernel/actor.ts';
import { systemClock as clock } from '../../kernel/clock.ts';
import { openDatabase } from '../../platform/db/db.ts';
import type { WorkspaceEvent } from '../../platform/events/events.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { createWorkspaces } from '../../platform/workspaces/workspaces.ts';
import { createSourcePoller } from './source-jobs.ts';
import { createSources } from './sources.ts';

const nothing = () => {};

onEachDatabase('what is told of sources', (newPlace) => {
  test('the deletion of an original or a copy sends an event here at once and is found by other processes', async (t) => {
    const place = await newPlace();
    const db = await openDatabase({ url: place.url, dataDir: place.dataDir, log });
    t.after(async () => {
      await db.close();
      await place.remove();
    });
    const told: WorkspaceEvent[] = [];
    const sources = createSources({
      db,
      clock,
      jobs: createJobs({ db, log }),
      publish: (_, event) => told.push(event),
      search: { changed: () => {} },
      reading: { refusal: () => null },
      graderProblems: () => [],
      columnsProblem: async () => null,
      maxBytes: 1000,
      maxSources: 10,
    });
    const workspaces = createWorkspaces({ db, clock, jobs: NO_JOBS, events: NO_EVENTS });
    const { id: workspaceId } = await workspaces.create(systemActor, { name: 'W' }, nothing);
    const add = () => sources.create(systemActor, workspaceId, { type: 'text', content: 'same' }, nothing);
    const remove = (id: string) => sources.remove(systemActor, workspaceId, id, null);
    const duplicateOf = async (id: string) =>
      (await sources.get(systemActor, workspaceId, id)).resource.duplicate_of;

    const [original, first, second, third] = [await add(), await add(), await add(), await add()];
    assert.deepEqual([first.duplicate_of, await duplicateOf(second.id)], [original.id, original.id]);
    await remove(original.id);
    assert.deepEqual([await duplicateOf(first.id), await duplicateOf(second.id)], [undefined, first.id]);
    assert.equal((await add()).duplicate_of, first.id);
    await remove(third.id);

    const deletions = told.filter(({ type }) => type === 'source.deleted');
    assert.deepEqual(
      deletions.map(({ type, id }) => [type, id]),
      [original, third].map(({ id }) => ['source.deleted', id]),
    );
    const found = await createSourcePoller(db)([workspaceId], 0);
    const foundOf = (id: string) =>
      new Set(
        found.filter(({ event }) => event.id === id).map(({ event }) => event.data.status ?? event.type),
      );
    assert.deepEqual(foundOf(original.id), new Set(['source.deleted']));
    assert.deepEqual(foundOf(third.id), new Set(['source.deleted']));
    assert.deepEqual(foundOf(second.id), new Set(['pending']));
  });
});
