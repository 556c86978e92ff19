import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { takeBackup } from '../src/app/backups/backups.ts';
import { AWS_KEYS, AWS_REGION, startBedrockServer } from './support/bedrock-server.ts';
import { flagsFor, runCli, startServe } from './support/cli-process.ts';
import { runCommand } from './support/cli-runner.ts';
import { onDisk, onEachDatabaseInFull, type TestPlace } from './support/each-database.ts';
import { httpRequest } from './support/http-request.ts';
import { type KeyedProvider, startKeyedProvider } from './support/keyed-provider.ts';
import { freshPostgresDatabase, postgresSkipReason } from './support/postgres.ts';
import { runSql } from './support/run-sql.ts';
import { type Service, startService } from './support/service.ts';
import { until } from './support/until.ts';

const newKey = () => randomBytes(32).toString('base64');
const [FIRST, SECOND] = [newKey(), newKey()];
const PLANTED = `sk-planted-${randomBytes(12).toString('hex')}`;
const ARITHMETIC = { benchmark_type: 'arithmetic', num_samples: 4 };

const vertexBy = (credentials: object | string) => ({
  kind: 'vertex',
  base_url: undefined,
  account: {
    project: 'p',
    location: 'l',
    service_account: typeof credentials === 'string' ? credentials : JSON.stringify(credentials),
  },
});

onEachDatabaseInFull('added providers', (newPlace) => {
  let place: TestPlace;
  let service: Service;
  let server: KeyedProvider;
  let workspace: string;

  /** Starts the service anew on the same data, with these encryption keys. */
  async function restart(keys: string, env: Record<string, string> = {}): Promise<void> {
    await service?.app.stop();
    service = await startService(
      place,
      { 'target-allow-hosts': server.pair },
      { ENCRYPTION_KEYS: keys, OPENAI_API_KEY: 'sk-configured', ...env },
    );
  }
  const call: Service['call'] = (...request) => service.call(...request);
  const one = async (name: string) =>
    (await call('GET', '/providers')).body.data.find((provider: { name: string }) => provider.name === name);
  const check = (name: string, model_id?: string) =>
    call('POST', `/providers/${name}/check`, model_id === undefined ? {} : { model_id });

  before(async () => {
    place = await newPlace();
    server = await startKeyedProvider(PLANTED);
    await restart(FIRST);
    workspace = `/workspaces/${(await call('POST', '/workspaces', { name: 'W' })).body.id}`;
  });
  after(async () => {
    await service.stop();
    await server.stop();
  });

  it('are created with a key that no response repeats, and can be called at once', async () => {
    const made = await call('POST', '/providers', {
      name: 'ours',
      kind: 'openai-compatible',
      base_url: server.baseUrl,
      api_key: PLANTED,
      max_concurrency: 3,
      prices: { able: { input_usd_per_million: 1, output_usd_per_million: 2 } },
    });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    assert.deepEqual(
      [made.headers.get('etag'), made.headers.get('location'), made.body.source, made.body.problem],
      ['"1"', '/providers/ours', 'added', null],
    );
    assert.deepEqual(await one('ours'), made.body);
    assert.ok(!JSON.stringify(made.body).includes(PLANTED));
    const got = await call('GET', '/providers/ours');
    assert.deepEqual([got.status, got.body], [200, made.body]);
    assert.equal((await check('ours', 'able')).body.model.responds.works, 'yes');
    assert.ok(server.authorizations.every((sent) => sent === `Bearer ${PLANTED}`));
  });

  it('are checked: what a model can do, its latency, price and cost', async () => {
    const { status, body } = await check('ours', 'able');
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.models, {
      listed: { works: 'yes', detail: null },
      count: 2,
      has_more: false,
      ids: ['able', 'plain'],
    });
    const { responds, streams, seed, json_schema, tools } = body.model;
    assert.deepEqual(
      [responds, streams, seed, json_schema, tools].map(({ works }) => works),
      ['yes', 'yes', 'yes', 'yes', 'yes'],
    );
    assert.ok(body.model.latency_ms > 0 && body.model.first_token_ms > 0);
    assert.deepEqual(
      [body.model.price, body.model.price_source],
      [{ input_usd_per_million: 1, output_usd_per_million: 2 }, 'provider'],
    );
    assert.equal(body.model.cost_usd, 0.00048);
    const plain = (await check('ours', 'plain')).body.model;
    assert.deepEqual(
      [plain.responds, plain.streams, plain.seed, plain.json_schema, plain.tools].map(({ works }) => works),
      ['yes', 'no', 'no', 'no', 'no'],
    );
    assert.deepEqual([plain.price, plain.cost_usd], [null, null]);
  });

  const paged: [kind: string, ids: string[]][] = [
    ['anthropic', ['claude']],
    ['google', ['gemini']],
  ];
  for (const [kind, ids] of paged) {
    it(`are asked for the largest page of models, and say that there are more: ${kind}`, async () => {
      const base_url = `http://${server.pair}/${kind}`;
      const made = await call('POST', '/providers', { name: 'paged', kind, base_url });
      assert.equal(made.status, 201, JSON.stringify(made.body));
      const { models } = (await check('paged')).body;
      assert.deepEqual(models, { listed: { works: 'yes', detail: null }, count: 1, has_more: true, ids });
      assert.equal((await call('DELETE', '/providers/paged')).status, 204);
    });
  }

  it('say why a check fails, without the key that the server repeats', async () => {
    await call('POST', '/providers', {
      name: 'wrong',
      kind: 'openai-compatible',
      base_url: server.baseUrl,
      api_key: 'sk-wrong-but-secret',
    });
    const { body } = await check('wrong', 'able');
    assert.deepEqual(
      [body.models.listed.works, body.model.responds.works, body.model.tools.works],
      ['no', 'no', 'unknown'],
    );
    assert.match(body.model.responds.detail, /Incorrect API key/);
    assert.ok(!JSON.stringify(body).includes('sk-wrong-but-secret'));
    assert.equal((await call('DELETE', '/providers/wrong')).status, 204);
    const gone = await check('wrong');
    assert.deepEqual([gone.status, gone.body.code], [422, 'provider_not_configured']);
  });

  const given = { name: 'new', kind: 'openai-compatible', base_url: 'https://api.example.com/v1' };
  const refused: [string, object, [number, string], RegExp][] = [
    ['the name of an added one', { name: 'ours' }, [409, 'conflict'], /"ours" is used by an added provider/],
    ['the name of a configured one', { name: 'openai' }, [409, 'conflict'], /used by the settings/],
    ['the built-in name', { name: 'baseline' }, [409, 'conflict'], /used by the settings/],
    ['a name that is a path', { name: '..' }, [400, 'invalid_request'], /name/],
    ['an application', { kind: 'http' }, [400, 'invalid_request'], /kind/],
    ['no kind and no preset', { kind: undefined }, [422, 'impossible'], /Give a kind/],
    ['a kind without an address', { base_url: undefined }, [422, 'impossible'], /Give the address/],
    [
      'a password in the address',
      { base_url: 'https://u:p@x.example/v1' },
      [422, 'impossible'],
      /without user/,
    ],
    ['a query in the address', { base_url: 'https://x.example/v1?key=1' }, [422, 'impossible'], /query/],
    ['metadata of a cloud', { base_url: 'http://169.254.169.254/v1' }, [422, 'impossible'], /not allowed/],
    ['a private address', { base_url: 'http://10.0.0.7/v1' }, [422, 'impossible'], /TARGET_ALLOW_HOSTS/],
    ['another port', { base_url: 'https://x.example:8443/v1' }, [422, 'impossible'], /TARGET_ALLOW_HOSTS/],
    [
      'a key over http',
      { base_url: 'http://x.example/v1', api_key: 'sk-clear' },
      [422, 'impossible'],
      /unencrypted/,
    ],
    ['a key with a space', { api_key: 'sk with spaces' }, [400, 'invalid_request'], /api_key/],
    [
      'a price that would be rounded',
      { prices: { m: { input_usd_per_million: 1e-7, output_usd_per_million: 1 } } },
      [422, 'impossible'],
      /6 decimals/,
    ],
    ['a field that is not known', { allow_http: true }, [400, 'invalid_request'], /allow_http/],
    [
      'credentials of Google that name files and addresses of the machine',
      vertexBy({ type: 'external_account', credential_source: { file: '/etc/passwd' } }),
      [422, 'impossible'],
      /must be the JSON of a key of a service account or of a user/,
    ],
    [
      'a service account whose assertion would be sent unencrypted',
      vertexBy({ type: 'service_account', token_uri: 'http://tokens.example.com/' }),
      [422, 'impossible'],
      /token_uri of the service account must be https/,
    ],
    [
      'a service account that is no JSON',
      vertexBy('ya29.a-token'),
      [422, 'impossible'],
      /must be the JSON of a key/,
    ],
  ];
  for (const [what, input, expected, says] of refused) {
    it(`refuse ${what}`, async () => {
      const { status, body } = await call('POST', '/providers', { ...given, ...input });
      assert.deepEqual([status, body.code], expected, JSON.stringify(body));
      assert.match(JSON.stringify(body).replaceAll('\\"', '"'), says);
      const sent = (input as { api_key?: string }).api_key;
      assert.ok(sent === undefined || !JSON.stringify(body).includes(sent));
    });
  }

  it('take the kind and address of a preset from its name, and are hidden by a configured one until removed', async () => {
    const { status, body } = await call('POST', '/providers', { name: 'groq', api_key: 'gsk-1234' });
    assert.equal(status, 201, JSON.stringify(body));
    assert.deepEqual([body.kind, body.base_url], ['openai-compatible', 'https://api.groq.com/openai/v1']);
    const isHidden = async () => (await one('groq')).problem;
    await restart(FIRST, { GROQ_API_KEY: 'gsk-configured' });
    assert.match(await isHidden(), /An added provider is called "groq" too and is not used/);
    const change = await call('PATCH', '/providers/groq', { models: null });
    assert.deepEqual([change.status, change.body.code], [409, 'wrong_state']);
    assert.equal((await call('DELETE', '/providers/groq')).status, 204);
    assert.equal(await isHidden(), null);
    assert.equal((await call('DELETE', '/providers/groq')).body.code, 'wrong_state');
    await restart(FIRST);
  });

  it('take an API key in place of an application of Entra ID', async () => {
    const account = {
      tenant_id: 't',
      client_id: 'c',
      client_secret: 's',
      scope: 'https://x.example/.default',
    };
    const base_url = 'https://ours.openai.azure.com/openai/v1';
    const made = await call('POST', '/providers', { name: 'entra', kind: 'azure', base_url, account });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const changed = await call('PATCH', '/providers/entra', { api_key: 'sk-azure' });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.equal(changed.body.problem, null);
    const back = await call('PATCH', '/providers/entra', { account });
    assert.equal(back.status, 200, JSON.stringify(back.body));
    assert.equal((await call('DELETE', '/providers/entra')).status, 204);
  });

  const FIXED: [sent: object, pointers: string[]][] = [
    [{ name: 'theirs' }, ['/name']],
    [{ kind: 'anthropic' }, ['/kind']],
    [{ name: 'theirs', kind: null }, ['/name', '/kind']],
    [{ name: 'ours', kind: 'openai-compatible' }, []],
  ];
  for (const [sent, pointers] of FIXED) {
    it(`${pointers.length === 0 ? 'take' : 'refuse'} a change with ${JSON.stringify(sent)}`, async () => {
      const { status, body } = await call('PATCH', '/providers/ours', sent);
      assert.equal(status, pointers.length === 0 ? 200 : 400, JSON.stringify(body));
      assert.deepEqual(
        (body.errors ?? []).map(({ pointer }: { pointer: string }) => pointer),
        pointers,
      );
    });
  }

  it('are changed under their ETag, and keep their key', async () => {
    const before = await call('GET', '/providers/ours');
    const tag = before.headers.get('etag') ?? '';
    const changed = await call(
      'PATCH',
      '/providers/ours',
      { max_concurrency: null, models: ['able'] },
      { 'if-match': tag },
    );
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    assert.deepEqual([changed.body.max_concurrency, changed.body.accepts_other_models], [null, false]);
    const stale = await call('PATCH', '/providers/ours', { models: null }, { 'if-match': tag });
    assert.equal(stale.status, 412);
    const same = await call('PATCH', '/providers/ours', changed.body.models ? { models: ['able'] } : {});
    assert.equal(same.headers.get('etag'), changed.headers.get('etag'));
    assert.equal((await check('ours', 'able')).body.model.responds.works, 'yes');
    assert.equal((await call('PATCH', '/providers/ours', { models: null })).status, 200);
    const configured = await call('PATCH', '/providers/openai', { models: null });
    assert.deepEqual([configured.status, configured.body.code], [409, 'wrong_state']);
    assert.equal((await call('DELETE', '/providers/nobody')).status, 404);
  });

  const sentBack: [string, object, object][] = [
    ['any model', {}, { accepts_other_models: true, models: [] }],
    [
      'any model, one with a price',
      { prices: { able: { input_usd_per_million: 1, output_usd_per_million: 2 } } },
      { accepts_other_models: true },
    ],
    ['certain models', { models: ['able', 'plain'] }, { accepts_other_models: false }],
    ['an empty list of models', { models: [] }, { accepts_other_models: true, models: [] }],
  ];
  for (const [what, input, shows] of sentBack) {
    it(`can be sent back as they were read, with another limit: ${what}`, async () => {
      const made = await call('POST', '/providers', { ...given, ...input });
      const read = (await call('GET', '/providers/new')).body;
      const changed = await call('PATCH', '/providers/new', { ...read, max_concurrency: 5 });
      assert.equal(changed.status, 200, JSON.stringify(changed.body));
      assert.deepEqual(changed.body, { ...made.body, ...shows, max_concurrency: 5 });
      const fewer = await call('PATCH', '/providers/new', { models: [{ id: 'able', price: null }] });
      assert.deepEqual(
        [fewer.body.accepts_other_models, fewer.body.models.map(({ id }: { id: string }) => id)],
        // The only model with a price is what GET showed: nothing changed.
        [what === 'any model, one with a price', ['able']],
      );
      const any = await call('PATCH', '/providers/new', { models: [] });
      assert.equal(any.body.accepts_other_models, true);
      assert.equal((await call('DELETE', '/providers/new')).status, 204);
    });
  }

  it('need the key again for another address, which never gets the stored one', async () => {
    const thief = await startKeyedProvider('sk-thief');
    const before = server.authorizations.length;
    const elsewhere = { base_url: thief.baseUrl };
    await restartWith(thief.pair);
    const refusedPatch = await call('PATCH', '/providers/ours', elsewhere);
    assert.deepEqual([refusedPatch.status, refusedPatch.body.errors[0].pointer], [422, '/api_key']);
    const https = await call('PATCH', '/providers/ours', { base_url: 'https://attacker.example/v1' });
    assert.match(https.body.detail, /only for http:\/\/127\.0\.0\.1/);
    // Whoever can write the row sends the key nowhere either.
    await runSql(place, `UPDATE model_providers SET base_url = '${thief.baseUrl}' WHERE name = 'ours'`);
    await restartWith(thief.pair);
    assert.match((await one('ours')).problem, /changed outside of the service/);
    assert.equal((await check('ours', 'able')).body.code, 'provider_not_configured');
    assert.deepEqual(thief.authorizations, []);
    await runSql(place, `UPDATE model_providers SET base_url = '${server.baseUrl}' WHERE name = 'ours'`);
    await restart(FIRST);
    assert.equal((await one('ours')).problem, null);
    const path = await call('PATCH', '/providers/ours', { base_url: `${server.baseUrl}/` });
    assert.equal(path.status, 200, 'the path is not the origin');
    assert.equal(server.authorizations.length, before);
    await thief.stop();

    async function restartWith(pair: string): Promise<void> {
      await service.app.stop();
      const settings = { 'target-allow-hosts': `${server.pair},${pair}` };
      service = await startService(place, settings, {
        ENCRYPTION_KEYS: FIRST,
        OPENAI_API_KEY: 'sk-configured',
      });
    }
  });

  it('run evaluations; one that is removed ends what it began and refuses what is new', async () => {
    const target = { target_type: 'model', model_provider: 'ours', model_id: 'able', label: 'able' };
    const definition = { name: 'E', targets: [target], benchmarks: [ARITHMETIC] };
    // The request before a run passes.
    server.hold(1);
    const made = await call('POST', `${workspace}/evaluations`, definition);
    assert.equal(made.status, 201, JSON.stringify(made.body));
    await until(async () => server.held() > 0, 20);
    assert.equal((await call('DELETE', '/providers/ours')).status, 204);
    const next = await call('POST', `${workspace}/evaluations`, definition);
    assert.deepEqual([next.status, next.body.code], [422, 'provider_not_configured']);
    assert.match(next.body.detail, /No model provider is called "ours"/);
    server.release();
    const ended = await until(async () => {
      const { body } = await call('GET', `${workspace}/evaluations/${made.body.id}`);
      return body.status !== 'queued' && body.status !== 'running' && body;
    }, 60);
    assert.deepEqual([ended.status, ended.failed_samples ?? 0], ['completed', 0], JSON.stringify(ended));
    const again = { name: 'ours', kind: 'openai-compatible', base_url: server.baseUrl, api_key: PLANTED };
    assert.equal((await call('POST', '/providers', again)).status, 201);
  });

  it('are unusable without the encryption key, and nothing else is', async () => {
    for (const [keys, says] of [
      ['', /ENCRYPTION_KEYS does not hold/],
      [SECOND, /ENCRYPTION_KEYS does not hold/],
    ] as const) {
      await restart(keys);
      assert.match((await one('ours')).problem, says);
      assert.equal((await one('openai')).problem, null);
      const { status, body } = await check('ours', 'able');
      assert.deepEqual([status, body.code], [422, 'provider_not_configured']);
      assert.match(body.detail, says);
      assert.equal((await call('GET', '/readyz')).status, 200);
    }
    await restart('');
    const { key_storage } = (await call('GET', '/providers')).body;
    assert.equal(key_storage.available, false);
    assert.match(key_storage.problem, /ENCRYPTION_KEYS.*openssl rand -base64 32/);
    const withKey = await call('POST', '/providers', { ...given, api_key: 'sk-1' });
    assert.deepEqual([withKey.status, withKey.body.errors[0].pointer], [422, '/api_key']);
    assert.match(withKey.body.detail, /openssl rand -base64 32/);
    assert.equal((await call('POST', '/providers/rewrap')).status, 422);
    const keyless = await call('POST', '/providers', given);
    assert.equal(keyless.status, 201, JSON.stringify(keyless.body));
    assert.equal((await call('DELETE', '/providers/new')).status, 204);
  });

  it('are rewrapped by the first key while calls run; then the old key is not needed', async () => {
    await restart(`${SECOND},${FIRST}`);
    const calls = Array.from({ length: 5 }, () => check('ours', 'able'));
    const rewrapped = await call('POST', '/providers/rewrap');
    assert.deepEqual(rewrapped.body, { rewrapped: 1, unchanged: 0, unreadable: [] });
    for (const { body } of await Promise.all(calls)) assert.equal(body.model.responds.works, 'yes');
    const again = await call('POST', '/providers/rewrap');
    assert.deepEqual(again.body, { rewrapped: 0, unchanged: 1, unreadable: [] });
    await restart(SECOND);
    assert.equal((await check('ours', 'able')).body.model.responds.works, 'yes');
    await restart(FIRST);
    const lost = await call('POST', '/providers/rewrap');
    assert.deepEqual(lost.body, { rewrapped: 0, unchanged: 0, unreadable: ['ours'] });
    await restart(SECOND);
  });

  it('leave no key in clear in the database, a backup, an export or the log', async () => {
    const exported = await call('GET', '/providers');
    const { path } = await takeBackup(
      { dataDir: place.dataDir, databaseUrl: place.url, env: { PATH: process.env.PATH } },
      join(place.dataDir, 'copies'),
    );
    const evaluations = await call('GET', `${workspace}/evaluations`);
    for (const { id } of evaluations.body.data)
      for (const format of ['json', 'csv', 'html'])
        assertNoKey(
          (await call('GET', `${workspace}/evaluations/${id}/export?format=${format}`)).body,
          format,
        );
    assertNoKey(exported.body, 'the list');
    for (const file of filesIn(path)) assertNoKey(readFileSync(file), file);
    await service.app.stop();
    const serve = await startServe(
      [...flagsFor(place), '--log-level', 'debug', '--target-allow-hosts', server.pair],
      {
        ENCRYPTION_KEYS: SECOND,
      },
    );
    const json = { name: 'logged', kind: 'openai-compatible', base_url: server.baseUrl, api_key: PLANTED };
    const made = await httpRequest('POST', `${serve.url}/providers`, { json });
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const invalid = await httpRequest('POST', `${serve.url}/providers`, { json: { ...json, more: 1 } });
    assert.equal(invalid.status, 400);
    await httpRequest('POST', `${serve.url}/providers/logged/check`, { json: { model_id: 'able' } });
    assertNoKey(invalid.body, 'an error');
    const { stdout, stderr } = await serve.stop();
    assertNoKey(stdout + stderr, 'the log');
    // All files: the database, its log of writes, the search index.
    const stored = [...filesIn(place.dataDir).map((file) => readFileSync(file)), await rowsOf(place)];
    assert.ok(
      stored.some((bytes) => bytes.includes(server.pair)),
      'what is stored is searched',
    );
    for (const bytes of stored) assertNoKey(bytes, 'what is stored');
    await restart(SECOND);
  });

  it('are managed by admins of all workspaces only', async () => {
    const admin = (await call('POST', '/api-keys', { name: 'a', role: 'admin' })).body.key;
    const asAdmin = { authorization: `Bearer ${admin}` };
    const key = async (body: object) => {
      const made = await call('POST', '/api-keys', { name: 'k', ...body }, asAdmin);
      return { authorization: `Bearer ${made.body.key}` };
    };
    const limited = await key({ role: 'admin', workspaces: [workspace.split('/')[2]] });
    for (const headers of [
      limited,
      await key({ role: 'editor' }),
      await key({ role: 'editor', agent: true }),
    ]) {
      for (const [method, path, body] of [
        ['POST', '/providers', given],
        ['PATCH', '/providers/ours', { models: null }],
        ['DELETE', '/providers/ours', undefined],
        ['POST', '/providers/ours/check', {}],
        ['POST', '/providers/rewrap', undefined],
      ] as const)
        assert.equal((await call(method, path, body, headers)).status, 403, `${method} ${path}`);
      assert.equal((await call('GET', '/providers/ours', undefined, headers)).status, 200);
    }
    // Open mode is over: this machine needs a permission now.
    const here = { name: 'here', kind: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1' };
    assert.equal((await call('POST', '/providers', here, asAdmin)).status, 422);
  });
});

describe('added providers of several processes', { skip: postgresSkipReason() ?? false }, () => {
  it('are there in each process, and gone in each', async () => {
    const database = await freshPostgresDatabase();
    const places = [onDisk(database.url, async () => {}), onDisk(database.url, database.drop)] as const;
    const server = await startKeyedProvider(PLANTED);
    const start = (place: TestPlace) =>
      startService(place, { 'target-allow-hosts': server.pair }, { ENCRYPTION_KEYS: FIRST });
    const [here, there] = [await start(places[0]), await start(places[1])];
    const seen = async () =>
      (await there.call('GET', '/providers')).body.data.some(({ name }: { name: string }) => name === 'ours');
    const json = { name: 'ours', kind: 'openai-compatible', base_url: server.baseUrl, api_key: PLANTED };
    assert.equal((await here.call('POST', '/providers', json)).status, 201);
    await until(seen);
    const { body } = await there.call('POST', '/providers/ours/check', { model_id: 'able' });
    assert.equal(body.model.responds.works, 'yes', JSON.stringify(body));
    assert.equal((await there.call('DELETE', '/providers/ours')).status, 204);
    const gone = await until(async () => {
      const { data } = (await here.call('GET', '/providers')).body;
      return data.every(({ name }: { name: string }) => name !== 'ours');
    });
    assert.ok(gone);
    await here.stop();
    await there.stop();
    await server.stop();
  });
});

describe('touchstone providers', () => {
  const place = onDisk(undefined, async () => {});
  let serve: Service;
  let server: KeyedProvider;
  before(async () => {
    server = await startKeyedProvider(PLANTED);
    serve = await startService(place, { 'target-allow-hosts': server.pair }, { ENCRYPTION_KEYS: FIRST });
  });
  after(async () => {
    await serve.stop();
    await server.stop();
  });
  const command = (args: string[]) => ['providers', ...args, '--data-dir', place.dataDir];
  const run = (...args: string[]) => runCommand(command(args), { GROQ_KEY: PLANTED });
  const at = () => ['--kind', 'openai-compatible', '--base-url', server.baseUrl];

  it('adds with a key from a variable, checks, lists, rewraps and removes', async () => {
    const added = await runCli(command(['add', 'ours', ...at(), '--api-key-env', 'GROQ_KEY']), {
      GROQ_KEY: PLANTED,
    });
    assert.deepEqual([added.code, added.stderr], [0, '']);
    assert.match(
      added.stdout,
      /^ours {2}openai-compatible at http:.* \(added\)\nadded; stacks can use it now/,
    );
    const checked = await run('check', 'ours', '--model', 'able');
    assert.equal(checked.code, 0, checked.stderr);
    assert.match(checked.stdout, /lists its models: yes, 2 models\nable .*\n {2}responds: yes, after \d+ ms/);
    assert.match(checked.stdout, /JSON schema: yes\n {2}tools: yes\n {2}price: not known/);
    const moved = await run('update', 'ours', '--base-url', 'https://api.example.com/v1');
    assert.equal(moved.code, 1);
    assert.match(moved.stderr, /Send the key again with the new address/);
    const changed = await run('update', 'ours', '--api-key-env', 'GROQ_KEY');
    assert.match(changed.stdout, /^ours .*\nchanged; new calls use it\.\n$/);
    assert.equal((await run('update', 'ours')).code, 2);
    assert.equal((await run('update', 'ours', '--kind', 'openai')).code, 2);
    const listed = await run('list', '--json');
    assert.equal(JSON.parse(listed.stdout).at(-1).name, 'ours');
    const rewrapped = await run('rewrap');
    assert.equal(rewrapped.stdout, 'Encrypted anew: 0. Already by the first key: 1.\n');
    const removed = await run('remove', 'ours');
    assert.equal(removed.stdout, 'ours is removed; new calls to it are refused.\n');
    for (const { stdout, stderr } of [added, checked, listed])
      assertNoKey(stdout + stderr, 'what is printed');
  });

  it('adds an account of a cloud with fields from the command line, variables and files, and signs its calls', async () => {
    const bedrock = await startBedrockServer();
    try {
      const secretFile = join(place.dataDir, 'secret.txt');
      writeFileSync(secretFile, AWS_KEYS.secretAccessKey);
      const fields = ['--account', `region=${AWS_REGION}`, '--account-env', 'access_key_id=AWS_ID'];
      const secret = ['--account-file', `secret_access_key=${secretFile}`];
      const address = ['--base-url', bedrock.url];
      const addBedrock = (...args: string[]) =>
        runCli(['providers', 'add', 'bedrock', ...args, '--data-dir', place.dataDir], {
          AWS_ID: AWS_KEYS.accessKeyId,
        });
      const incomplete = await addBedrock(...address, ...fields);
      assert.equal(incomplete.code, 1, incomplete.stdout);
      assert.match(incomplete.stderr, /secret_access_key is required/);
      const added = await addBedrock(...address, ...fields, ...secret);
      assert.equal(added.code, 0, added.stderr);
      bedrock.reply({
        body: {
          output: { message: { role: 'assistant', content: [{ text: 'Hi.' }] } },
          stopReason: 'end_turn',
          usage: { inputTokens: 1, outputTokens: 1 },
          modelSummaries: [{ modelId: 'm' }],
        },
      });
      const checked = await run('check', 'bedrock', '--model', 'm');
      assert.match(checked.stdout, /lists its models: yes, 1 models\nm.*\n {2}responds: yes/);
      assert.doesNotMatch(added.stdout + checked.stdout, /wJalr/);
    } finally {
      await bedrock.stop();
      await run('remove', 'bedrock');
    }
  });

  const wrong: [string, string[], number, RegExp][] = [
    ['a field of an account without its value', ['add', 'x', '--account', 'region'], 2, /FIELD=VALUE/],
    ['no word', [], 2, /needs one of list, add, update, check, remove, rewrap/],
    ['no name', ['add'], 2, /needs the name of a provider/],
    ['a variable that is not set', ['add', 'x', '--api-key-env', 'NOBODY'], 2, /NOBODY, which is not set/],
    ['empty standard input', ['add', 'x', '--api-key-stdin'], 2, /standard input was empty/],
    ['a provider that is not there', ['remove', 'nobody'], 1, /no added provider nobody/],
    ['a check of one that is not there', ['check', 'nobody'], 1, /No model provider is called "nobody"/],
  ];
  for (const [what, args, code, says] of wrong) {
    it(`refuses ${what}`, async () => {
      const ended = await run(...args);
      assert.equal(ended.code, code, ended.stdout);
      assert.match(ended.stderr, says);
    });
  }
});

function assertNoKey(content: unknown, where: string): void {
  const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
  for (const spelled of [
    PLANTED,
    Buffer.from(PLANTED).toString('base64'),
    Buffer.from(PLANTED).toString('hex'),
  ])
    assert.equal(bytes.indexOf(spelled.replace(/=+$/, '')), -1, `${where} holds the key`);
}

/** Every row of PostgreSQL as text. */
async function rowsOf({ url }: TestPlace): Promise<Buffer> {
  if (url === undefined) return Buffer.alloc(0);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows: tables } = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'");
  const texts: string[] = [];
  for (const { tablename } of tables) {
    const { rows } = await client.query(`SELECT t::text AS row FROM "${tablename}" t`);
    texts.push(...rows.map(({ row }) => row));
  }
  await client.end();
  return Buffer.from(texts.join('\n'));
}

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}
