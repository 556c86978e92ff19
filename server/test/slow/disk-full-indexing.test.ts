import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkIndex } from '../../src/knowledge/search/index/check-index.ts';
import { type Service, startService } from '../support/service.ts';
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { markedText, seeded, uniqueWord } from '../support/word-text.ts';

const ENLARGED_MEGABYTES = 40;
/** About 8 chunks, 9 KB; the disk has room for some dozens. */
const PARAGRAPHS = 40;
const MOST_SOURCES = 2000;
/** More than the index finds room for. */
const TOO_MANY_SOURCES = 150;
const STALLED_MS = 2000;
const RECOVERED_WITHIN_MS = 60_000;

interface Made {
  id: string;
  marker: string;
}

test('a service on a full disk stops in good order, and goes on with everything after its next start', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-full-stop-'));
  const small = mountSmallDisk(join(folder, 'small'));
  try {
    if ('skipped' in small) return t.skip(small.skipped);
    await fillStopAndRecover(small);
  } finally {
    if ('unmount' in small) small.unmount();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('an index on a full disk falls behind; its sources become ready when there is room', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-full-index-'));
  const small = mountSmallDisk(join(folder, 'index'));
  try {
    if ('skipped' in small) return t.skip(small.skipped);
    await stallAndRecover(folder, small);
  } finally {
    if ('unmount' in small) small.unmount();
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a disk that is full while sources are indexed loses none of them; they go on when there is room', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-full-index-'));
  const small = mountSmallDisk(join(folder, 'small'));
  try {
    if ('skipped' in small) return t.skip(small.skipped);
    await fillAndRecover(small);
  } finally {
    if ('unmount' in small) small.unmount();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function fillAndRecover({ path: dataDir, enlarge }: SmallDisk): Promise<void> {
  const service = await startService({ dataDir, url: undefined, remove: async () => {} });
  try {
    const workspace = `/workspaces/${(await service.call('POST', '/workspaces', { name: 'W' })).body.id}`;
    const made = await fill(service, workspace);
    await requireReads(service, workspace, made);
    enlarge(ENLARGED_MEGABYTES);
    await requireRecovered(service, workspace, made);
  } finally {
    await service.stop();
  }
  assert.deepEqual(checkIndex(dataDir).differences, []);
}

async function fillStopAndRecover({ path: dataDir, enlarge }: SmallDisk): Promise<void> {
  const place = { dataDir, url: undefined, remove: async () => {} };
  let service = await startService(place);
  try {
    const workspace = `/workspaces/${(await service.call('POST', '/workspaces', { name: 'W' })).body.id}`;
    const made = await fill(service, workspace);
    await service.stop();
    enlarge(ENLARGED_MEGABYTES);
    service = await startService(place);
    await requireRecovered(service, workspace, made);
  } finally {
    await service.stop();
  }
}

/** The database has room; what the index holds is on a disk of its own. */
async function stallAndRecover(dataDir: string, { enlarge }: SmallDisk): Promise<void> {
  const service = await startService({ dataDir, url: undefined, remove: async () => {} });
  try {
    const workspace = `/workspaces/${(await service.call('POST', '/workspaces', { name: 'W' })).body.id}`;
    const made: Made[] = [];
    while (made.length < TOO_MANY_SOURCES) {
      const one = await add(service, workspace, made.length);
      assert.ok(one, 'the database has no room');
      if (made.push(one) === 1) await firstReady(service, workspace, one);
    }
    await stalled(service, workspace);
    await requireReads(service, workspace, made);
    enlarge(ENLARGED_MEGABYTES);
    await requireRecovered(service, workspace, made);
  } finally {
    await service.stop();
  }
  assert.deepEqual(checkIndex(dataDir).differences, []);
}

/** Until no source became ready for two seconds. */
async function stalled(service: Service, workspace: string): Promise<void> {
  for (let before = -1; ; await sleep(STALLED_MS)) {
    const { body } = await service.call('GET', `${workspace}/sources?status=ready`);
    if (body.data.length === before) return;
    before = body.data.length;
  }
}

/** Null when it is refused because the disk is full. */
async function add(service: Service, workspace: string, number: number): Promise<Made | null> {
  const marker = uniqueWord(number);
  const content = markedText(marker, PARAGRAPHS, seeded(number));
  const { status, body } = await service.call('POST', `${workspace}/sources`, { type: 'text', content });
  if (status === 201) return { id: body.id, marker };
  assert.deepEqual([status, body.code], [507, 'storage_full']);
  return null;
}

/** Until the first source can be found: texts are read by a process that must start. */
async function firstReady(service: Service, workspace: string, { id }: Made): Promise<void> {
  const until = performance.now() + RECOVERED_WITHIN_MS;
  for (;;) {
    const { body } = await service.call('GET', `${workspace}/sources/${id}`);
    if (body.status === 'ready') return;
    assert.ok(performance.now() < until, `the first source is still ${body.status}`);
    await sleep(50);
  }
}

/** Adds sources until none is accepted any more; answers those that were acknowledged. */
async function fill(service: Service, workspace: string): Promise<Made[]> {
  const made: Made[] = [];
  for (let refused = 0; refused < 5; ) {
    assert.ok(made.length < MOST_SOURCES, 'the disk did not fill up');
    const one = await add(service, workspace, made.length);
    if (one && made.push(one) === 1) await firstReady(service, workspace, one);
    if (!one) refused += await sleep(200, 1);
  }
  return made;
}

/** While the disk is full: the list holds every acknowledged source in a clear state, and searches are answered. */
async function requireReads(service: Service, workspace: string, made: readonly Made[]): Promise<void> {
  const { status, body } = await service.call('GET', `${workspace}/sources`);
  assert.equal(status, 200);
  assert.deepEqual(body.data.map(({ id }: Made) => id).sort(), made.map(({ id }) => id).sort());
  const ready = body.data.filter((source: { status: string }) => source.status === 'ready');
  assert.ok(ready.length > 0 && ready.length < made.length, `${ready.length} of ${made.length} are ready`);
  for (const { id } of ready.slice(0, 3)) await requireFound(service, workspace, made, id);
}

/** With room again, what was waiting becomes ready by itself. */
async function requireRecovered(service: Service, workspace: string, made: readonly Made[]): Promise<void> {
  const until = performance.now() + RECOVERED_WITHIN_MS;
  for (;;) {
    const { body } = await service.call('GET', `${workspace}/sources`);
    const states: string[] = body.data.map(({ status }: { status: string }) => status);
    assert.ok(!states.includes('failed'), 'a source failed because the disk was full');
    if (states.every((status) => status === 'ready')) break;
    assert.ok(performance.now() < until, `not recovered in time: ${states}`);
    await sleep(200);
  }
  for (const { id } of made) await requireFound(service, workspace, made, id);
}

async function requireFound(service: Service, workspace: string, made: readonly Made[], id: string) {
  const query = made.find((source) => source.id === id)?.marker;
  const { status, body } = await service.call('POST', `${workspace}/search`, { query, mode: 'keyword' });
  assert.equal(status, 200);
  assert.deepEqual([...new Set(body.results.map((result: { source_id: string }) => result.source_id))], [id]);
}
