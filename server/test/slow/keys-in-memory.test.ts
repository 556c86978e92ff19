import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { createLoadThreads } from '../../src/measure/traffic/traffic.ts';
import type { WindowPlan } from '../../src/measure/traffic/window-plan.ts';
import { flagsFor, startServe, temporaryFolder } from '../support/cli-process.ts';
import { onDisk } from '../support/each-database.ts';
import { httpRequest } from '../support/http-request.ts';
import { type KeyedProvider, startKeyedProvider } from '../support/keyed-provider.ts';
import { until } from '../support/until.ts';

const PLANTED = `sk-planted-${randomBytes(12).toString('hex')}`;
const WINDOW: WindowPlan = {
  traffic: { loop: 'open', arrivals: { kind: 'constant', rateRps: 20 }, note: '' },
  warmupMs: 0,
  requests: 10,
  longestMs: 1000,
  inputTokens: { dist: 'constant', value: 10 },
  outputTokens: { dist: 'constant', value: 10 },
  seed: 1,
};

describe('keys of added providers in memory', () => {
  let server: KeyedProvider;
  before(async () => {
    server = await startKeyedProvider(PLANTED);
  });
  after(() => server.stop());

  it('are in a load thread while it sends, and not after its window', async () => {
    const workers: Worker[] = [];
    const note = (worker: Worker) => void workers.push(worker);
    process.on('worker', note);
    const settings = {
      name: 'ours',
      kind: 'openai-compatible' as const,
      baseUrl: server.baseUrl,
      apiKey: PLANTED,
    };
    const threads = createLoadThreads({ providers: [], logLevel: 'silent' }, () => [
      { settings, problem: null },
      { settings: { ...settings, name: 'other', apiKey: `${PLANTED}-other` }, problem: null },
    ]);
    try {
      server.hold(0);
      const target = { provider: 'ours', modelId: 'able', quirks: {}, requestTimeoutMs: 60_000 };
      const sent = threads.run(target, WINDOW, new AbortController().signal);
      await until(async () => server.held() > 0, 30);
      const during = await snapshotOf(workers[0]);
      assert.ok(during.includes(PLANTED), 'the search finds a key that is in use');
      assert.ok(!during.includes('-other'), 'the thread is given the key of its own provider alone');
      server.release();
      const { requests } = await sent;
      assert.ok(requests.length > 0);
      assert.ok(server.authorizations.includes(`Bearer ${PLANTED}`));
      // Sockets and responses are let go of in the turns after the last request.
      await until(async () => !(await snapshotOf(workers[0])).includes(PLANTED), 60);
    } finally {
      process.off('worker', note);
      await threads.stop();
    }
  });

  it('are not in the service after their provider was removed', async () => {
    const place = onDisk(undefined, async () => {});
    const snapshots = temporaryFolder();
    const flags = [...flagsFor(place), '--target-allow-hosts', server.pair];
    const NODE_OPTIONS = `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${snapshots.path}`;
    const keys = { ENCRYPTION_KEYS: randomBytes(32).toString('base64'), NODE_OPTIONS };
    const service = await startServe(flags, keys);
    let taken = 0;
    const snapshot = async () => {
      service.child.kill('SIGUSR2');
      taken += 1;
      const file = await until(async () => {
        const files = globSync(`${snapshots.path}/*.heapsnapshot`).sort();
        return files.length === taken ? files.at(-1) : undefined;
      }, 60);
      return wholeFile(file);
    };
    const provider = { name: 'ours', kind: 'openai-compatible', base_url: server.baseUrl, api_key: PLANTED };
    try {
      const call = (method: string, path: string, json?: object) =>
        httpRequest(method, service.url + path, json === undefined ? {} : { json });
      assert.equal((await call('POST', '/providers', provider)).status, 201);
      const checked = await call('POST', '/providers/ours/check', { model_id: 'able' });
      assert.equal(checked.status, 200, JSON.stringify(checked.body));
      assert.ok((await snapshot()).includes(PLANTED), 'the search finds a key that is in use');
      assert.equal((await call('DELETE', '/providers/ours')).status, 204);
      // Kept-alive connections hold the header of their last request until they time out.
      await until(async () => !(await snapshot()).includes(PLANTED), 120);
    } finally {
      await service.stop();
      snapshots.remove();
    }
  });

  it('are not in a service that has lost the key ring', async () => {
    const place = onDisk(undefined, async () => {});
    const snapshots = temporaryFolder();
    const flags = [...flagsFor(place), '--target-allow-hosts', server.pair];
    const first = await startServe(flags, { ENCRYPTION_KEYS: randomBytes(32).toString('base64') });
    const json = { name: 'ours', kind: 'openai-compatible', base_url: server.baseUrl, api_key: PLANTED };
    const made = await httpRequest('POST', `${first.url}/providers`, { json });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    await first.stop();
    const NODE_OPTIONS = `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${snapshots.path}`;
    const second = await startServe(flags, { ENCRYPTION_KEYS: '', NODE_OPTIONS });
    try {
      const { body } = await httpRequest('GET', `${second.url}/providers`);
      const ours = (body as { data: { name: string; problem: string | null }[] }).data.find(
        ({ name }) => name === 'ours',
      );
      assert.match(ours?.problem ?? '', /ENCRYPTION_KEYS does not hold/);
      second.child.kill('SIGUSR2');
      const file = await until(async () => globSync(`${snapshots.path}/*.heapsnapshot`)[0], 60);
      const snapshot = await wholeFile(file);
      assert.ok(snapshot.includes(server.pair), 'what is in memory is searched');
      assert.ok(!snapshot.includes(PLANTED));
    } finally {
      await second.stop();
      snapshots.remove();
    }
  });
});

/** The file, once it is no longer written. */
async function wholeFile(file: string): Promise<Buffer> {
  let size = -1;
  await until(async () => {
    const before = size;
    size = readFileSync(file).length;
    return size > 0 && size === before;
  }, 60);
  return readFileSync(file);
}

async function snapshotOf(worker: Worker | undefined): Promise<string> {
  assert.ok(worker, 'a thread was started');
  const parts: Buffer[] = [];
  for await (const part of await worker.getHeapSnapshot()) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('latin1');
}
