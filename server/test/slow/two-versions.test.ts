import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { answer, createClient, readEvents, TouchstoneError } from '@touchstone/client';
import { NEWEST_MIGRATION } from '../../src/platform/db/migrations/migrations.ts';
import { CLI, flagsFor, runCli, type ServeProcess, startServe } from '../support/cli-process.ts';
import { onDisk, onEachDatabase, type TestPlace } from '../support/each-database.ts';
import { httpRequest } from '../support/http-request.ts';
import { makeNextVersion, type NextVersion } from '../support/next-version.ts';
import { emptyPostgresDatabase, postgresSkipReason } from '../support/postgres.ts';
import { until } from '../support/until.ts';

const ARITHMETIC = {
  name: 'E',
  targets: ['echo', 'arithmetic'].map((model_id) => ({
    target_type: 'model' as const,
    model_provider: 'baseline',
    model_id,
  })),
  benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 20 }],
};

describe('this version and the next one on one PostgreSQL', { skip: postgresSkipReason() ?? false }, () => {
  let next: NextVersion;
  let places: TestPlace[];
  let one: ServeProcess;
  let other: ServeProcess;
  before(async () => {
    next = makeNextVersion();
    const { url, drop } = await emptyPostgresDatabase();
    places = [onDisk(url, async () => {}), onDisk(url, drop)];
    one = await startServe(flagsFor(places[0] as TestPlace));
    other = await startServe(flagsFor(places[1] as TestPlace), {}, next.cli);
  });
  after(async () => {
    await Promise.all([one.stop(), other.stop()]);
    for (const place of places) await place.remove();
    next.remove();
  });

  it('serve what the other wrote, each by a client of this version', async () => {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const [writer, reader] = [from, to].map(({ url }) => createClient({ baseUrl: url }));
      assert.ok(writer && reader);
      const made = await answer(writer.POST('/workspaces', { body: { name: 'W' } }));
      const params = { path: { workspace_id: made.id } };
      assert.deepEqual(await answer(reader.GET('/workspaces/{workspace_id}', { params })), made);
      const body = { type: 'text', title: 'T', content: 'A kestrel hovers over the field.' } as const;
      const source = await answer(writer.POST('/workspaces/{workspace_id}/sources', { params, body }));
      const hits = async () => {
        const asked = reader.POST('/workspaces/{workspace_id}/search', {
          params,
          body: { query: 'kestrel' },
        });
        return (await answer(asked)).results.length;
      };
      await until(async () => (await hits()) === 1, 50);
      let isTold = false;
      const stop = new AbortController();
      const listening = (async () => {
        const stream = readEvents(`${to.url}/workspaces/${made.id}/events`, { signal: stop.signal });
        for await (const { type } of stream) isTold ||= type === 'workspace.updated';
      })().catch(() => {});
      for (let change = 0; !isTold && change < 100; change++) {
        const patch = { params, body: { description: `Changed ${change}` } };
        await answer(writer.PATCH('/workspaces/{workspace_id}', patch));
        await sleep(100);
      }
      assert.ok(isTold);
      stop.abort();
      await listening;
      assert.equal(source.title, 'T');
      await answer(
        writer.POST('/workspaces/{workspace_id}/scenarios', {
          params,
          body: { name: 'S', workload_type: 'chat' },
        }),
      );
      await answer(
        writer.POST('/workspaces/{workspace_id}/stacks', { params, body: { name: 'S', model: {} } }),
      );
      const said = { role: 'user', content: 'Hello', respond: false } as const;
      await answer(writer.POST('/workspaces/{workspace_id}/messages', { params, body: said }));
      for (const noun of ['sources', 'scenarios', 'stacks', 'messages'] as const) {
        const path = `/workspaces/${made.id}/${noun}`;
        const [here, there] = await Promise.all([from, to].map(({ url }) => httpRequest('GET', url + path)));
        assert.deepEqual([here?.body.data.length, here?.body], [1, there?.body], noun);
      }
    }
  });

  it('run evaluations that the other began', async () => {
    for (const [from, to] of [
      [one, other],
      [other, one],
    ] as const) {
      const [writer, reader] = [from, to].map(({ url }) => createClient({ baseUrl: url }));
      assert.ok(writer && reader);
      const { id } = await answer(writer.POST('/workspaces', { body: { name: 'E' } }));
      const made = await answer(
        writer.POST('/workspaces/{workspace_id}/evaluations', {
          params: { path: { workspace_id: id } },
          body: ARITHMETIC,
        }),
      );
      const params = { path: { workspace_id: id, evaluation_id: made.id } };
      const path = '/workspaces/{workspace_id}/evaluations/{evaluation_id}';
      const status = async () => (await answer(reader.GET(path, { params }))).status;
      await until(async () => (await status()) === 'completed', 100);
      assert.deepEqual(
        await answer(reader.GET(path, { params })),
        await answer(writer.GET(path, { params })),
      );
    }
  });

  it('answer a client of the other with what it does not know, and refuse what they do not', async () => {
    const alive = async ({ url }: ServeProcess) => answer(createClient({ baseUrl: url }).GET('/healthz'));
    assert.deepEqual(
      [await alive(one), await alive(other)],
      [{ status: 'alive' }, { status: 'alive', colour: 'blue' }],
    );
    const body = { name: 'W', colour: 'blue' };
    await assert.rejects(
      answer(createClient({ baseUrl: one.url }).POST('/workspaces', { body })),
      (error: Error) =>
        error instanceof TouchstoneError &&
        error.status === 400 &&
        /colour/.test(JSON.stringify(error.errors)),
    );
  });

  it('go back without a restore: this version starts on what the next one left, and has all of it', async () => {
    const names = async ({ url }: ServeProcess) =>
      (await answer(createClient({ baseUrl: url }).GET('/workspaces'))).data
        .map(({ id, name }) => `${id} ${name}`)
        .sort();
    const late = await answer(
      createClient({ baseUrl: other.url }).POST('/workspaces', {
        body: { name: 'Written last by the next one' },
      }),
    );
    const there = await names(other);
    await Promise.all([one.stop(), other.stop()]);
    one = await startServe(flagsFor(places[0] as TestPlace));
    other = await startServe(flagsFor(places[1] as TestPlace));
    assert.deepEqual([await names(one), await names(other)], [there, there]);
    assert.ok(there.includes(`${late.id} ${late.name}`));
  });
});

onEachDatabase('a backup', (newPlace) => {
  let next: NextVersion;
  before(() => {
    next = makeNextVersion();
  });
  after(() => next.remove());

  const cases = [
    ['this version', 'the next one', NEWEST_MIGRATION, false, true],
    ['the next version', 'this one', NEWEST_MIGRATION + 1, true, false],
  ] as const;
  for (const [by, restoredBy, schema, isTakenByNext, isRestoredByNext] of cases)
    it(`of ${by} is verified, restored and served by ${restoredBy}`, async () => {
      const [taker, restorer] = [isTakenByNext, isRestoredByNext].map((isNext) => (isNext ? next.cli : CLI));
      const place = await newPlace();
      const service = await startServe(flagsFor(place), {}, taker);
      const { id } = await answer(
        createClient({ baseUrl: service.url }).POST('/workspaces', { body: { name: 'Kept' } }),
      );
      const taken = await runCli(['backup', join(place.dataDir, 'copies'), ...flagsFor(place)], {}, taker);
      assert.equal(taken.code, 0, taken.stderr);
      assert.match(taken.stdout, new RegExp(`schema ${schema}:`));
      await service.stop();
      const backup = taken.stdout.split('\n')[0] ?? '';
      const database = place.url === undefined ? null : await emptyPostgresDatabase();
      const target = onDisk(database?.url, async () => database?.drop());
      for (const command of [['verify', backup], ['restore', backup], ['verify']]) {
        const { code, stdout, stderr } = await runCli([...command, ...flagsFor(target)], {}, restorer);
        assert.equal(code, 0, `${command[0]}: ${stdout}${stderr}`);
      }
      const restored = await startServe(flagsFor(target), {}, restorer);
      const { data } = await answer(createClient({ baseUrl: restored.url }).GET('/workspaces'));
      assert.deepEqual(
        data.map((workspace) => [workspace.id, workspace.name]),
        [[id, 'Kept']],
      );
      await restored.stop();
      await target.remove();
      await place.remove();
    });
});
