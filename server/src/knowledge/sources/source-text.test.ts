import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import { NO_EVENTS, NO_JOBS } from '../../../test/support/no-background.ts';
import { silentLog as log } from '../../../test/support/silent-log.ts';
import { systemActor } from '../../kernel/actor.ts';
import { systemClock as clock } from '../../kernel/clock.ts';
import type { AppError } from '../../kernel/errors.ts';
import { openDatabase } from '../../platform/db/db.ts';
import { createJobs } from '../../platform/jobs/jobs.ts';
import { createWorkspaces } from '../../platform/workspaces/workspaces.ts';
import { createSources } from './sources.ts';

const MB = 1024 * 1024;
const nothing = () => {};

onEachDatabaseInFull('the text of a source', (newPlace) => {
  test('one above 64 MB is refused, by its bytes before it is read, and by its text while it is; a title must say which one', async (t) => {
    const place = await newPlace();
    const db = await openDatabase({ url: place.url, dataDir: place.dataDir, log });
    t.after(async () => {
      await db.close();
      await place.remove();
    });
    const workspaces = createWorkspaces({ db, clock, jobs: NO_JOBS, events: NO_EVENTS });
    const jobs = createJobs({ db, log });
    const sources = createSources({
      db,
      clock,
      jobs,
      publish: nothing,
      search: { changed: () => {} },
      reading: { refusal: () => null },
      graderProblems: () => [],
      columnsProblem: async () => null,
      maxBytes: 200 * MB,
      maxSources: 10,
    });
    const { id: workspaceId } = await workspaces.create(systemActor, { name: 'W' }, nothing);

    async function newSource(title: string, byteSize: number, pieces: string[], content = title) {
      const { id } = await sources.create(
        systemActor,
        workspaceId,
        { type: 'text', title, content },
        nothing,
      );
      await db.write((batch) => {
        batch.add(
          batch.query
            .updateTable('sources')
            .set({ byte_size: byteSize, generation: 1, status: 'ready' })
            .where('id', '=', id),
        );
        for (const [ordinal, text] of pieces.entries()) {
          const row = { workspace_id: workspaceId, source_id: id, generation: 1, ordinal, text };
          batch.add(batch.query.insertInto('source_contents').values(row));
        }
      });
      return id;
    }
    await newSource('many bytes', 64 * MB + 1, ['short']);
    await newSource('long text', 1000, ['x'.repeat(32 * MB), 'y'.repeat(32 * MB), 'z']);
    await newSource('fits', 64 * MB, ['one, ', 'two']);
    for (const title of ['many bytes', 'long text']) {
      await assert.rejects(sources.text(systemActor, workspaceId, title), { code: 'limit_exceeded' }, title);
    }
    assert.equal((await sources.text(systemActor, workspaceId, 'fits'))?.text, 'one, two');

    const twins = [await newSource('twin', 10, ['first']), await newSource('twin', 10, ['second'], 'other')];
    await assert.rejects(sources.text(systemActor, workspaceId, 'twin'), ({ code, message }: AppError) => {
      return code === 'impossible' && twins.every((id) => message.includes(id));
    });
    assert.equal((await sources.text(systemActor, workspaceId, twins[0] ?? ''))?.text, 'first');
    const copy = { type: 'text', title: 'fits', content: 'fits' } as const;
    await sources.create(systemActor, workspaceId, copy, nothing);
    assert.equal((await sources.text(systemActor, workspaceId, 'fits'))?.text, 'one, two');
  });
});
