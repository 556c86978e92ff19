import assert from 'node:assert/strict';
import { afterEach, beforeEach, it, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MockModel, startMockModel } from '@touchstone/mock';
import { newId } from '../src/kernel/ids.ts';
import {
  createEmbeddingStore,
  createSearchEngine,
  type SearchEngine,
} from '../src/knowledge/search/search.ts';
import type { SearchInput } from '../src/knowledge/search/search-contract.ts';
import { createModels, type Models } from '../src/models/models.ts';
import { ConfigError } from '../src/platform/config.ts';
import { type Database, openDatabase } from '../src/platform/db/db.ts';
import { onDisk, onEachDatabaseInFull, type TestPlace } from './support/each-database.ts';
import { writeProviders } from './support/evaluation-service.ts';
import { createMemoryChunkStore } from './support/memory-chunk-store.ts';
import { searchInTime } from './support/search-engine.ts';
import { startService } from './support/service.ts';
import { silentLog } from './support/silent-log.ts';

const SOON = { soonMs: 5, laterMs: 5 };
const PATIENCE = 1500;
const TEXTS = Array.from({ length: 150 }, (_, n) => `Invoice number ${n} for the repair of wheel ${n % 7}`);

onEachDatabaseInFull('search with an embedding model', (newPlace) => {
  let place: TestPlace;
  let db: Database;
  let mock: MockModel;
  let models: Models;
  let search: SearchEngine;
  const store = createMemoryChunkStore();
  let workspace: string;

  const openSearch = (model: string | null) =>
    createSearchEngine({
      dataDir: place.dataDir,
      store,
      log: silentLog,
      training: SOON,
      embedding:
        model === null
          ? null
          : {
              name: `mock/${model}`,
              connection: models.resolveEmbedding('mock', model),
              store: createEmbeddingStore(db),
            },
    });
  const ask = (query: string, more: Partial<SearchInput> = {}) =>
    searchInTime(search, workspace, { query, limit: 10, ...more });
  const put = async (texts: readonly string[], source = 'notes') =>
    search.waitUntilIndexed(workspace, store.put(workspace, source, 'Notes', texts));
  const asked = () => Object.values(mock.stats().models).reduce((sum, { requests }) => sum + requests, 0);

  async function until(what: string, holds: () => Promise<boolean>) {
    for (let attempt = 0; attempt < PATIENCE; attempt++) {
      if (await holds()) return;
      await sleep(20);
    }
    assert.fail(`It never was so: ${what}`);
  }
  const embedded = () =>
    until('every chunk is embedded', async () => {
      const { mode, warnings } = await ask('invoice', { mode: 'semantic' });
      return mode === 'semantic' && warnings.length === 0 && (await rows()) > 0;
    });
  const rows = async () => {
    const found = await db.query
      .selectFrom('embeddings')
      .select((q) => q.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(found.n);
  };

  beforeEach(async () => {
    place = await newPlace();
    db = await openDatabase({ url: place.url, dataDir: place.dataDir, log: silentLog });
    mock = await startMockModel();
    const provider = { name: 'mock', kind: 'openai-compatible' as const, baseUrl: `${mock.url}/v1` };
    models = createModels({ log: silentLog, providers: [provider] });
    workspace = newId();
    const now = Date.now();
    await db.write((batch) => {
      batch.add(
        batch.query.insertInto('workspaces').values({
          id: workspace,
          name: 'w',
          description: null,
          revision: 1,
          created_at: now,
          updated_at: now,
          deleted_at: null,
        }),
      );
    });
    search = openSearch('small');
  });

  afterEach(async () => {
    await search.stop();
    await models.stop();
    await mock.stop();
    await db.close();
    await place.remove();
  });

  it('finds by its vectors, asks once for each text, and asks nothing again after the index is lost', async () => {
    await put([...TEXTS, ...TEXTS.slice(0, 5)]);
    await embedded();
    assert.equal(await rows(), TEXTS.length);
    const { results } = await ask('invoices repaired', { mode: 'semantic' });
    assert.ok(results.length > 0);
    const before = asked();
    await search.drop(workspace);
    await search.stop();
    search = openSearch('small');
    await embedded();
    // The query alone: this process has not asked for it yet.
    assert.ok(asked() - before <= 2, `${asked() - before} requests`);
    assert.equal(await rows(), TEXTS.length);
  });

  it('answers by the old model, then by the new one, when another is named', async () => {
    await put(TEXTS);
    await embedded();
    await search.stop();
    search = openSearch('large');
    for (const mode of ['keyword', 'hybrid'] as const)
      assert.ok((await ask('invoice', { mode })).results.length > 0);
    await until('the other model has every text', async () => (await rows()) === 2 * TEXTS.length);
    await embedded();
    await search.stop();
    search = openSearch(null);
    await until(
      'the own model answers again',
      async () => (await ask('invoice', { mode: 'semantic' })).mode === 'semantic',
    );
  });

  it('asks by its beginning for a text that is too long for the model, and for the others as they are', async () => {
    await mock.setScript({ defaults: { embedding_max_tokens: 100 } });
    const long = `The warranty of a tractor. ${'And so on for many words. '.repeat(60)}`;
    await put([...TEXTS.slice(0, 20), long]);
    await embedded();
    assert.equal(await rows(), 21);
    const { results } = await ask('the warranty of a tractor', { mode: 'semantic', limit: 21 });
    assert.ok(results.some(({ text }) => text.startsWith('The warranty')));
  });

  it('tells why where the model refuses every text, however short', async () => {
    await mock.setScript({ only_listed_models: true });
    await put(TEXTS.slice(0, 3));
    await until('the refusal is told', async () =>
      (await ask('invoice', { mode: 'hybrid' })).warnings.join('\n').includes('does not exist'),
    );
  });

  it('goes on by keyword with a warning while the endpoint fails, and tries again', async () => {
    await mock.setScript({ defaults: { quota_requests: 0 } });
    await put(TEXTS.slice(0, 20));
    await until('the failure is told', async () =>
      /^embedding_unavailable:/.test((await ask('invoice', { mode: 'hybrid' })).warnings.join('\n')),
    );
    const { results } = await ask('invoice', { mode: 'hybrid' });
    assert.ok(results.length > 0);
    await mock.setScript({});
    await embedded();
    await put(['A new invoice about a bicycle'], 'later');
    await until('what is added later is found by meaning', async () =>
      (await ask('bicycles', { mode: 'semantic' })).results.some(({ text }) => text.includes('bicycle')),
    );
  });
});

const newPlace = () => onDisk(undefined, async () => {});

test('the service embeds with the model that EMBEDDING_MODEL names', async () => {
  const place = newPlace();
  const mock = await startMockModel();
  const service = await startService(place, {
    'touchstone-config': writeProviders(place.dataDir, mock),
    'embedding-model': 'mock/small',
  });
  const { body: workspace } = await service.call('POST', '/workspaces', { name: 'Embedded' });
  const content = 'Invoices are paid within thirty days.';
  await service.call('POST', `/workspaces/${workspace.id}/sources`, { type: 'text', content });
  const request = { query: 'an invoice', mode: 'semantic' };
  for (let attempt = 0; ; attempt++) {
    const { body } = await service.call('POST', `/workspaces/${workspace.id}/search`, request);
    if (body.mode === 'semantic' && body.results[0]?.text.includes('Invoices')) break;
    assert.ok(attempt < PATIENCE, JSON.stringify(body));
    await sleep(20);
  }
  assert.ok((mock.stats().models.small?.requests ?? 0) >= 2);
  await service.stop();
  await mock.stop();
});

const refused: [name: string, value: string, message: RegExp][] = [
  ['a provider that is not configured', 'nobody/small', /EMBEDDING_MODEL.*nobody/s],
  ['a provider that has no embeddings', 'baseline/echo', /EMBEDDING_MODEL/],
  ['a name without a provider', 'small', /EMBEDDING_MODEL/],
];
for (const [name, value, message] of refused)
  test(`EMBEDDING_MODEL is refused at the start: ${name}`, async () => {
    const place = newPlace();
    const start = startService(place, { 'embedding-model': value });
    await assert.rejects(
      start,
      (error: unknown) => error instanceof ConfigError && message.test(error.message),
    );
    await place.remove();
  });
