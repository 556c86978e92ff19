import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { onDisk } from './support/each-database.ts';
import { type EmbeddingServer, startEmbeddingServer } from './support/embedding-server.ts';
import { writeProviders } from './support/evaluation-service.ts';
import { type Service, startService } from './support/service.ts';
import { until } from './support/until.ts';

// Searches over HTTP with an embedding server that is slow or fails.

const WORDS = 'abcdefghij'.split('');

let server: EmbeddingServer;
let service: Service;
let workspace: string;

const search = async (query: string) => {
  const { body } = await service.call('POST', `/workspaces/${workspace}/search`, { query });
  const [warning = ''] = body.warnings ?? [];
  return { mode: body.mode as string, warning: warning as string };
};
const isHybrid = async (query: string) => (await search(query)).mode === 'hybrid';

beforeEach(async () => {
  server = await startEmbeddingServer();
  await start();
});

async function start(provider: object = {}) {
  const place = onDisk(undefined, async () => {});
  service = await startService(place, {
    'touchstone-config': writeProviders(place.dataDir, server, provider),
    'embedding-model': 'mock/small',
  });
  workspace = (await service.call('POST', '/workspaces', { name: 'Slow' })).body.id;
}

afterEach(async () => {
  await service.stop();
  await server.stop();
});

const add = (content: string) =>
  service.call('POST', `/workspaces/${workspace}/sources`, { type: 'text', content });

async function addInvoices() {
  await add('Invoices are paid within thirty days.');
  await until(() => isHybrid('invoices'));
}

test('a slow answer holds up its own query alone, which says so and is answered by its vector later', async () => {
  await addInvoices();
  const gate = Promise.withResolvers<void>();
  server.behave(([text = '']) => (text.includes('slow') ? { after: gate.promise } : { delayMs: 0 }));
  const slow = search('slow invoices');
  await until(() => server.count() === 1);
  for (const word of WORDS) {
    // On a machine that stands still an answer that is there may be late too.
    await until(async () => {
      const { mode, warning } = await search(`invoices ${word}`);
      return mode === 'hybrid' && warning === '';
    });
  }
  const { mode, warning } = await slow;
  assert.equal(mode, 'keyword');
  assert.match(warning, /^embedding_late: the embedding model did not answer within 0\.7 s/);
  const asked = server.count();
  gate.resolve();
  await until(() => isHybrid('slow invoices'));
  assert.equal(server.count(), asked, 'the same words were asked for again');
});

test('a server that is always slow is asked for every query, and each of them ends in time', async () => {
  await addInvoices();
  const gate = Promise.withResolvers<void>();
  server.behave(() => ({ after: gate.promise }));
  const answers = await Promise.all(WORDS.map((word) => search(`invoices ${word}`)));
  for (const { mode, warning } of answers) {
    assert.equal(mode, 'keyword');
    assert.match(warning, /^embedding_late/);
  }
  gate.resolve();
  server.behave(() => ({ delayMs: 0 }));
  await until(() => isHybrid('invoices again'));
});

test('failures in a row keep queries from a server that is down, with the reason, until it answers again', async () => {
  await addInvoices();
  server.behave(() => ({ status: 500 }));
  for (const word of WORDS.slice(0, 3))
    assert.match(
      (await search(`invoices ${word}`)).warning,
      /^embedding_unavailable: the embedding model gave no vector for the query: .*500/,
    );
  assert.match(
    (await search('invoices d')).warning,
    /^embedding_unavailable: .* was not called: 3 calls in a row failed, the last with ".*500.*the next call is in \d s/,
  );
  assert.equal(server.count(), 3);
  server.behave(() => ({ delayMs: 0 }));
  await until(() => isHybrid('invoices e'), 100);
});

test('words that the model refuses keep no other query from it', async () => {
  await addInvoices();
  server.behave(([text = '']) => (text.includes('refused') ? { status: 400 } : { delayMs: 0 }));
  for (const word of WORDS) {
    await until(async () => /^embedding_unavailable: .*400/.test((await search(`refused ${word}`)).warning));
    assert.doesNotMatch((await search(`invoices ${word}`)).warning, /embedding_unavailable/);
  }
});

test('chunks are embedded in batches side by side, at most four, and a query finds a slot beside them', async () => {
  await addInvoices();
  server.behave((texts) => ({ delayMs: texts.length > 1 ? 400 : 0 }));
  const paragraph = (n: number) => `# Part ${n}\n\n${`Wheel ${n} was repaired. `.repeat(50)}`;
  await add(Array.from({ length: 600 }, (_, n) => paragraph(n)).join('\n\n'));
  await until(() => server.count() >= 5);
  const { warning } = await search('invoices beside');
  assert.doesNotMatch(warning, /embedding_(late|unavailable)/);
  await until(async () => (await search('wheel')).warning === '');
  // With the call of a query.
  assert.ok(server.maxAtOnce() >= 4 && server.maxAtOnce() <= 5, `${server.maxAtOnce()} at once`);
});

test('a query for which the account has no call left says so', async () => {
  await service.stop();
  await start({ max_concurrency: 1 });
  await addInvoices();
  const gate = Promise.withResolvers<void>();
  server.behave(() => ({ after: gate.promise }));
  const first = search('slow invoices');
  await until(() => server.count() === 1);
  assert.match(
    (await search('more invoices')).warning,
    /^embedding_unavailable: .* limit of concurrent calls was reached/,
  );
  assert.match((await first).warning, /^embedding_late/);
  assert.equal(server.maxAtOnce(), 1);
  gate.resolve();
});
