import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { onDisk, onEachDatabase } from '../support/each-database.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { answers, startWebServer } from '../support/web-server.ts';
import { markedText, seeded } from '../support/word-text.ts';

/** The service may be writing. */
const BESIDE_A_WRITER = { timeout: 10_000 };
const MARKER = 'kestrelbrook';
/** About 90 chunks: all of them fit into one answer. */
const PARAGRAPHS = 440;
/** About 2,000 chunks: the index works on them while it is asked. */
const LARGE_PARAGRAPHS = 9800;
const TEXT = { 'content-type': 'text/plain' };
const SEARCHERS = 4;
const LIMIT = 100;

interface Found {
  mode: string | undefined;
  chunkIds: string[];
}

onEachDatabase('searches while a source is indexed anew', (place) => {
  it('find its old chunks or its new ones, all of them, whatever else is being indexed', async () => {
    // Each time it is asked it says something else under the same marker, so that no chunk stays as it was.
    let asked = 0;
    const web = await startWebServer({
      '/': (request, response) =>
        answers(markedText(MARKER, PARAGRAPHS, seeded(++asked)), TEXT)(request, response),
    });
    const service = await startService(await place(), { 'fetch-allow-hosts': web.pair });
    try {
      const workspace = `/workspaces/${(await service.call('POST', '/workspaces', { name: 'W' })).body.id}`;
      const { body } = await service.call('POST', `${workspace}/sources`, {
        type: 'url',
        url: `${web.url}/`,
      });
      const source = `${workspace}/sources/${body.id}`;
      const generations = [await whenReady(service, source)];
      const searching = keepSearching(service, workspace);
      for (let round = 0; round < 4; round++) generations.push(await reindex(service, source));
      const large = await add(service, workspace, markedText('heronfield', LARGE_PARAGRAPHS, seeded(2)));
      while ((await status(service, large)) !== 'ready') generations.push(await reindex(service, source));
      const answers = await searching.stop();
      assert.equal(new Set(generations.flat()).size, generations.flat().length, 'an id was used twice');
      const seen = answers.map((answer) => generationOf(answer, generations));
      assert.ok(new Set(seen).size > 2, `only generations ${[...new Set(seen)]} were seen`);
    } finally {
      await service.stop();
      await web.stop();
    }
  });
});

it('the chunks that a re-index replaced are purged, some time after searches are done with them', async () => {
  const place = onDisk(undefined, async () => {});
  const kept = { ...place, remove: async () => {} };
  let service = await startService(kept);
  try {
    const workspace = `/workspaces/${(await service.call('POST', '/workspaces', { name: 'W' })).body.id}`;
    const source = await add(service, workspace, markedText(MARKER, PARAGRAPHS, seeded(1)));
    const replaced = await whenReady(service, source);
    const current = await reindex(service, source);
    await service.stop();
    assert.deepEqual(chunkIds(place.dataDir), [...replaced, ...current].sort());
    inDatabase(place.dataDir, (db) => {
      db.exec("UPDATE jobs SET due_at = 0 WHERE kind = 'source.purge'");
      db.exec('UPDATE sources SET indexed_at = 0');
    });
    service = await startService(kept);
    await until(() => chunkIds(place.dataDir).length <= current.length);
    assert.deepEqual(chunkIds(place.dataDir), [...current].sort());
  } finally {
    await service.stop();
    await place.remove();
  }
});

function chunkIds(dataDir: string): string[] {
  return inDatabase(dataDir, (db) => db.prepare('SELECT id FROM chunks ORDER BY id').all()).map(({ id }) =>
    String(id),
  );
}

function inDatabase<T>(dataDir: string, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(join(dataDir, 'touchstone.db'), BESIDE_A_WRITER);
  try {
    return work(db);
  } finally {
    db.close();
  }
}

/** Which generation an answer shows. Throws when it shows none, or more than one, or (by keyword) a part of one. */
function generationOf({ mode, chunkIds }: Found, generations: readonly string[][]): number {
  assert.ok(chunkIds.length > 0, `a search (${mode ?? 'no mode'}) found nothing`);
  const shown = generations.findIndex((ids) => ids.includes(chunkIds[0] ?? ''));
  const whole = new Set(generations[shown]);
  assert.deepEqual(
    chunkIds.filter((id) => !whole.has(id)),
    [],
    'chunks of two generations in one answer',
  );
  assert.equal(new Set(chunkIds).size, chunkIds.length, 'a chunk twice in one answer');
  if (mode === 'keyword') assert.equal(chunkIds.length, whole.size, `a part of generation ${shown}`);
  return shown;
}

function keepSearching(service: Service, workspace: string) {
  const answers: Found[] = [];
  let on = true;
  const loop = async (mode: string | undefined) => {
    while (on) {
      const { status, body } = await service.call('POST', `${workspace}/search`, {
        query: MARKER,
        limit: LIMIT,
        ...(mode && { mode }),
      });
      assert.equal(status, 200);
      // On a busy machine a search may end at its deadline, and says so.
      if (body.warnings?.some((warning: string) => warning.startsWith('deadline_reached'))) continue;
      const own = body.results.filter(({ text }: { text: string }) => text.includes(MARKER));
      answers.push({ mode, chunkIds: own.map(({ chunk_id }: { chunk_id: string }) => chunk_id) });
    }
  };
  const loops = Array.from({ length: SEARCHERS }, (_, at) => loop(at === 0 ? undefined : 'keyword'));
  const done = Promise.all(loops);
  // A rejection before `stop` is told by `stop`.
  done.catch(() => {});
  return {
    async stop(): Promise<Found[]> {
      on = false;
      await done;
      return answers;
    },
  };
}

async function add(service: Service, workspace: string, text: string): Promise<string> {
  const response = await fetch(`${service.url}${workspace}/sources?type=text`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: text,
  });
  assert.equal(response.status, 201);
  const { id } = (await response.json()) as { id: string };
  return `${workspace}/sources/${id}`;
}

/** Indexes the source anew; answers the ids of its new chunks. */
async function reindex(service: Service, source: string): Promise<string[]> {
  assert.equal((await service.call('POST', `${source}/reindex`)).status, 200);
  return whenReady(service, source);
}

async function whenReady(service: Service, source: string): Promise<string[]> {
  await until(async () => (await status(service, source)) === 'ready');
  const { body } = await service.call('GET', `${source}/chunks?limit=1000`);
  return body.data.map(({ id }: { id: string }) => id);
}

async function status(service: Service, source: string): Promise<string> {
  const { body } = await service.call('GET', source);
  assert.notEqual(body.status, 'failed', JSON.stringify(body.error));
  return body.status;
}
