import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { runCli, temporaryFolder } from '../../../../test/support/cli-process.ts';
import { runCommand } from '../../../../test/support/cli-runner.ts';
import { startJsonServer } from '../../../../test/support/json-server.ts';
import { createCatalog, endOfModel, priceInForce } from '../../../models/catalog/catalog.ts';

describe('touchstone catalog update', () => {
  const folder = temporaryFolder();
  after(() => folder.remove());
  const list = join(folder.path, 'api.json');
  const own = join(folder.path, 'own.json');
  const cost = { input: 1, output: 2, cache_read: 0.5 };
  writeFileSync(list, JSON.stringify({ openai: { models: { 'gpt-4.1': { cost } } } }));

  test('shows what would change and writes nothing, then writes what it showed', async () => {
    const shown = await runCli(['catalog', 'update', list, '--catalog-file', own]);
    assert.equal(shown.code, 0, shown.stderr);
    assert.match(shown.stdout, /openai\/gpt-4.1\n {2}- input 2, cached 0.5, output 8\n/);
    assert.match(shown.stdout, /Nothing was written/);
    assert.throws(() => readFileSync(own), /ENOENT/);

    const written = await runCommand(['catalog', 'update', list, '--write', '--catalog-file', own]);
    assert.equal(written.code, 0, written.stderr);
    const model = { provider: 'openai', modelId: 'gpt-4.1' };
    const price = priceInForce(createCatalog({ file: own }).facts, model, null, '2030-01-01');
    assert.equal(price?.input_usd_per_million, 1);
    const again = await runCommand(['catalog', 'update', list, '--write', '--catalog-file', own]);
    assert.match(again.stdout, /0 models change, 1 do not/);
  });

  test('says what is wrong with the call or the list', async () => {
    const models = join(folder.path, 'models.json');
    writeFileSync(models, JSON.stringify({ data: [{ id: 'gpt-4.1', shutdown_date: '2027-01-01' }] }));
    const wrong: [string[], number, RegExp][] = [
      [['catalog'], 2, /needs the word update/],
      [['catalog', 'update'], 2, /a file or an address, or --provider/],
      [['catalog', 'update', '--provider', 'router'], 1, /not a configured provider.* available: none/],
      [['catalog', 'update', models], 1, /name the provider with --provider/],
      [['catalog', 'update', list, '--provider', 'x'], 1, /not a list of models/],
      [['catalog', 'update', list, '--write'], 2, /--write needs a file/],
      [['catalog', 'update', join(folder.path, 'none.json')], 1, /cannot be read/],
      [['catalog', 'update', 'package.json'], 1, /neither a models.dev list/],
    ];
    const ended = await Promise.all(wrong.map(([args]) => runCommand(args)));
    for (const [i, [, code, message]] of wrong.entries()) {
      assert.equal(ended[i]?.code, code);
      assert.match(ended[i]?.stderr ?? '', message);
    }
  });

  test('asks a configured provider when its models end, with its key, and keeps that under its name alone', async () => {
    const server = await startJsonServer();
    after(() => server.stop());
    server.reply({
      body: {
        data: [
          { id: 'openai/gpt-5', expiration_date: '2027-02-01' },
          { id: 'acme/forever', expiration_date: null },
          { id: 'acme/broken', expiration_date: 'soon' },
        ],
      },
    });
    const settings = join(folder.path, 'providers.json');
    const base_url = `${server.url}/api/v1`;
    const provider = { name: 'router', kind: 'openai-compatible', base_url, api_key_env: 'ROUTER_KEY' };
    writeFileSync(settings, JSON.stringify({ providers: [provider] }));
    const file = join(folder.path, 'ends.json');
    const args = ['catalog', 'update', '--provider', 'router', '--catalog-file', file];
    const env = { TOUCHSTONE_CONFIG: settings, ROUTER_KEY: 'a-secret-key' };

    const shown = await runCommand(args, env);
    assert.equal(shown.code, 0, shown.stderr);
    assert.match(shown.stdout, /1 not read: router\/acme\/broken: its expiration_date is no day, "soon"/);
    assert.match(shown.stdout, /0 models change, 0 do not, 1 are not in the catalogue/);
    assert.deepEqual(
      [server.seen().url, server.seen().headers.authorization],
      ['/api/v1/models', 'Bearer a-secret-key'],
    );

    const written = await runCommand([...args, '--all', '--write'], env);
    assert.match(written.stdout, /router\/openai\/gpt-5\n {2}new: ends on 2027-02-01\n/);
    const { facts } = createCatalog({ file });
    const end = endOfModel(facts, 'router', 'openai/gpt-5');
    assert.deepEqual([end?.date, end?.source], ['2027-02-01', `${base_url}/models`]);
    assert.equal(endOfModel(facts, 'openai', 'gpt-5')?.date, '2026-12-11');

    server.reply({ status: 302, headers: { location: 'http://127.0.0.1:9/' } });
    const sentOn = await runCommand(args, env);
    assert.equal(sentOn.code, 1);
    assert.doesNotMatch(`${sentOn.stdout}${sentOn.stderr}`, /a-secret-key/);
  });
});
