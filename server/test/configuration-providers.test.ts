import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { ConfigError, loadConfig } from '../src/platform/config.ts';

describe('model providers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-providers-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const local = { name: 'local', kind: 'openai-compatible', base_url: 'http://127.0.0.1:9/v1' };

  function read(env: Record<string, string>, providers?: readonly unknown[]) {
    const file = join(folder, 'providers.json');
    if (providers) writeFileSync(file, JSON.stringify({ providers }));
    const named = providers ? { TOUCHSTONE_CONFIG: file } : {};
    return loadConfig({ env: { ...env, ...named }, flags: { 'data-dir': join(folder, 'data') } }).providers;
  }

  const openai = { name: 'openai', kind: 'openai-compatible' };
  const usable: [string, Record<string, string>, object[]][] = [
    ['nothing set makes none', {}, []],
    [
      'a key alone goes to the usual address',
      { OPENAI_API_KEY: 'k' },
      [{ name: 'openai', kind: 'openai', baseUrl: 'https://api.openai.com/v1', apiKey: 'k' }],
    ],
    [
      'the keys of other companies make a provider each',
      { ANTHROPIC_API_KEY: 'a', GOOGLE_GENERATIVE_AI_API_KEY: 'g', MISTRAL_API_KEY: 'm' },
      [
        { name: 'anthropic', kind: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', apiKey: 'a' },
        {
          name: 'google',
          kind: 'google',
          baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
          apiKey: 'g',
        },
        { name: 'mistral', kind: 'mistral', baseUrl: 'https://api.mistral.ai/v1', apiKey: 'm' },
      ],
    ],
    [
      'Anthropic’s address may be without its version',
      { ANTHROPIC_BASE_URL: 'http://127.0.0.1:9/' },
      [{ name: 'anthropic', kind: 'anthropic', baseUrl: 'http://127.0.0.1:9/v1' }],
    ],
    [
      'a key alone is enough for a provider with one address for all',
      { GROQ_API_KEY: 'g', OPENROUTER_API_KEY: 'o' },
      [
        { name: 'groq', kind: 'openai-compatible', baseUrl: 'https://api.groq.com/openai/v1', apiKey: 'g' },
        {
          name: 'openrouter',
          kind: 'openai-compatible',
          baseUrl: 'https://openrouter.ai/api/v1',
          apiKey: 'o',
        },
      ],
    ],
    [
      'a resource of Azure has its own address, which may be without the path of the API',
      { AZURE_OPENAI_API_KEY: 'k', AZURE_OPENAI_ENDPOINT: 'https://ours.openai.azure.com/' },
      [
        {
          name: 'azure',
          kind: 'azure',
          baseUrl: 'https://ours.openai.azure.com/openai/v1',
          apiKey: 'k',
        },
      ],
    ],
    [
      'an application of Entra ID takes the place of a key of Azure',
      {
        AZURE_TENANT_ID: 't',
        AZURE_CLIENT_ID: 'c',
        AZURE_CLIENT_SECRET: 's',
        AZURE_OPENAI_ENDPOINT: 'https://ours.openai.azure.com/',
      },
      [
        {
          name: 'azure',
          kind: 'azure',
          baseUrl: 'https://ours.openai.azure.com/openai/v1',
          account: { tenant_id: 't', client_id: 'c', client_secret: 's' },
        },
      ],
    ],
    [
      'an application of Entra ID without a resource is for other programs',
      { AZURE_TENANT_ID: 't', AZURE_CLIENT_ID: 'c', AZURE_CLIENT_SECRET: 's', AZURE_AUTHORITY_HOST: 'a' },
      [],
    ],
    [
      'a key of Azure is used where the platform sets a part of an application of Entra ID',
      {
        AZURE_OPENAI_API_KEY: 'k',
        AZURE_OPENAI_ENDPOINT: 'https://ours.openai.azure.com/',
        AZURE_TENANT_ID: 't',
        AZURE_CLIENT_ID: 'c',
        AZURE_AUTHORITY_HOST: 'login.microsoftonline.us',
      },
      [
        {
          name: 'azure',
          kind: 'azure',
          baseUrl: 'https://ours.openai.azure.com/openai/v1',
          apiKey: 'k',
        },
      ],
    ],
    [
      'a file of Google’s credentials for other programs is not read',
      { GOOGLE_APPLICATION_CREDENTIALS: '/nowhere/key.json' },
      [],
    ],
    [
      'a project of Google Cloud makes Vertex, by the identity of the machine',
      { GOOGLE_VERTEX_PROJECT: 'p', GOOGLE_VERTEX_LOCATION: 'global' },
      [
        {
          name: 'vertex',
          kind: 'vertex',
          baseUrl: 'https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google',
          account: { project: 'p', location: 'global' },
        },
      ],
    ],
    [
      'keys of AWS with a region make Bedrock, and a session token goes with them',
      {
        AWS_REGION: 'eu-central-1',
        AWS_ACCESS_KEY_ID: 'AKID',
        AWS_SECRET_ACCESS_KEY: 's',
        AWS_SESSION_TOKEN: 't',
      },
      [
        {
          name: 'bedrock',
          kind: 'bedrock',
          baseUrl: 'https://bedrock-runtime.eu-central-1.amazonaws.com',
          account: {
            region: 'eu-central-1',
            access_key_id: 'AKID',
            secret_access_key: 's',
            session_token: 't',
          },
        },
      ],
    ],
    ['a region of AWS alone is for other programs', { AWS_REGION: 'eu-central-1' }, []],
    ['keys of AWS without a region are too', { AWS_ACCESS_KEY_ID: 'A', AWS_SECRET_ACCESS_KEY: 's' }, []],
    [
      'servers of one’s own need no key',
      { OLLAMA_BASE_URL: 'http://127.0.0.1:11434', VLLM_BASE_URL: 'http://127.0.0.1:8000/v1' },
      [
        { name: 'ollama', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1' },
        { name: 'vllm', kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:8000/v1' },
      ],
    ],
    [
      'an address alone is asked without a key',
      { OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' },
      [{ ...openai, baseUrl: 'http://127.0.0.1:11434/v1' }],
    ],
  ];
  for (const [name, env, expected] of usable) {
    it(name, () => assert.deepEqual(read(env), expected));
  }

  it('one named openai in the file replaces that of the environment', () => {
    const listed = { ...local, name: 'openai' };
    assert.deepEqual(read({ OPENAI_API_KEY: 'k' }, [local, listed]), [
      { name: 'local', kind: 'openai-compatible', baseUrl: local.base_url },
      { ...openai, baseUrl: local.base_url },
    ]);
  });

  it('an application has an endpoint in place of an address and a key, and secrets by the names in its headers', () => {
    const endpoint = {
      url: 'http://127.0.0.1:9/answer',
      headers: { authorization: 'Bearer {{secret.APP_KEY}}' },
      request: { q: '{{input}}' },
      response: { answer: '$.a' },
    };
    const app = { name: 'app', kind: 'http', endpoint };
    const secrets = [{ name: 'APP_KEY', value: 'hush-hush' }];
    assert.deepEqual(read({ APP_KEY: 'hush-hush' }, [app]), [{ ...app, baseUrl: endpoint.url, secrets }]);
    const wrong: [object, RegExp][] = [
      [app, /names APP_KEY, which is not set/],
      [{ ...app, endpoint: undefined }, /endpoint must be an object/],
      [{ ...app, api_key_env: 'K' }, /omit api_key_env/],
      [{ ...local, endpoint }, /is allowed only for the kind http/],
    ];
    for (const [provider, says] of wrong) assert.throws(() => read({}, [provider]), says);
  });

  it('an account in the file has secrets by the names of variables', () => {
    const account = { region: 'us-east-1', access_key_id_env: 'ID', secret_access_key_env: 'SECRET' };
    const bedrock = { name: 'aws', kind: 'bedrock', account };
    const [provider] = read({ ID: 'AKID', SECRET: 's' }, [bedrock]);
    assert.deepEqual(
      [provider?.baseUrl, provider?.account],
      [
        'https://bedrock-runtime.us-east-1.amazonaws.com',
        { region: 'us-east-1', access_key_id: 'AKID', secret_access_key: 's' },
      ],
    );
    const wrong: [object, RegExp][] = [
      [bedrock, /account\.access_key_id_env names ID, which is not set/],
      [{ ...bedrock, account: { access_key_id: 'A' } }, /base_url|account\.region is required/],
      [
        { ...bedrock, account: { region: 'r', access_key_id: 'A' } },
        /account\.secret_access_key is required/,
      ],
      [{ ...bedrock, account: { region: 'a/b' } }, /account\.region must be a word/],
      [{ ...bedrock, account: { regoin: 'r' } }, /account\.regoin is unknown; .* takes region, /],
      [{ ...local, account: { region: 'r' } }, /account\.region is unknown; .* takes no account/],
    ];
    for (const [one, says] of wrong) assert.throws(() => read({}, [one]), says);
  });

  it('a kind with an address of its own needs none', () => {
    const [provider] = read({ K: 'secret' }, [{ name: 'claude', kind: 'anthropic', api_key_env: 'K' }]);
    assert.deepEqual([provider?.kind, provider?.baseUrl], ['anthropic', 'https://api.anthropic.com/v1']);
  });

  it('names by which a server answers for a model are read, one or several', () => {
    const [provider] = read({}, [
      { ...local, answers_as: { fast: 'gpt-4o-mini', good: ['gpt-4o', 'gpt-4.1'] } },
    ]);
    assert.deepEqual(provider?.answersAs, { fast: ['gpt-4o-mini'], good: ['gpt-4o', 'gpt-4.1'] });
  });

  it('batches are read with what the operator says of their price', () => {
    const batches = { price_factor: 0.6, price_source: 'our contract', max_requests: 100 };
    const [some, none] = read({}, [
      { ...local, batches },
      { ...local, name: 'other', batches: false },
    ]);
    assert.deepEqual(
      [some?.batches, none?.batches],
      [{ priceFactor: 0.6, priceSource: 'our contract', maxRequests: 100 }, false],
    );
  });

  const price = (input: unknown) => ({ m: { input_usd_per_million: input, output_usd_per_million: '1' } });
  const unusable: [string, object, RegExp][] = [
    ['no address', { base_url: undefined }, /providers\[1\]\.base_url must be an address such as/],
    ['an address that is none', { base_url: 'http://' }, /base_url must be an address/],
    ['an address that is not http', { base_url: 'ftp://host/' }, /base_url must be an address/],
    ['a password in the address', { base_url: 'http://u:hush@host/v1' }, /without user or password/],
    ['a kind that there is not', { kind: 'telepathy' }, /kind must be one of openai-compatible, openai/],
    ['a name twice', { name: 'local' }, /providers\[1\]\.name: local is repeated/],
    ['the built-in name', { name: 'baseline' }, /other than baseline/],
    ['a price that is not exact', { prices: price('0.0000001') }, /at most 6 decimals/],
    ['an answering name that is none', { answers_as: { m: 5 } }, /answers_as\.m must be a list of model ids/],
    ['batches that cost nothing', { batches: { price_factor: 0 } }, /price_factor must be a number above 0/],
    ['batches with a field that is none', { batches: { factor: 1 } }, /unknown fields: factor; known: price/],
    ['batches of half a request', { batches: { max_requests: 0.5 } }, /max_requests must be a whole number/],
    [
      'batches of a kind without any',
      { kind: 'google', batches: {} },
      /batches is allowed only for the kinds openai/,
    ],
    ['a price below 0', { prices: price('-1') }, /at most 6 decimals/],
  ];
  for (const [name, fields, message] of unusable) {
    it(`${name} stops the start before anything is opened, and no secret is repeated`, () => {
      const isSaid = (error: unknown) =>
        error instanceof ConfigError && message.test(error.message) && !error.message.includes('hush');
      assert.throws(() => read({}, [local, { ...local, name: 'other', ...fields }]), isSaid);
      assert.deepEqual(readdirSync(folder), ['providers.json']);
    });
  }

  const far = { ...local, name: 'far', base_url: 'http://10.0.0.5:8000/v1' };
  const KEY = { KEY: 'hush' };
  const inTheClear: [what: string, provider: object, refused: boolean][] = [
    ['a key to another machine', { ...far, api_key_env: 'KEY' }, true],
    ['headers to another machine', { ...far, headers: { 'x-key': 'hush' } }, true],
    ['a key with allow_http', { ...far, api_key_env: 'KEY', allow_http: true }, false],
    ['no secret', far, false],
    ['a key to this machine', { ...far, api_key_env: 'KEY', base_url: 'http://localhost:8000/v1' }, false],
    [
      'a key to this machine by IPv6',
      { ...far, api_key_env: 'KEY', base_url: 'http://[::1]:8000/v1' },
      false,
    ],
    ['a key over https', { ...far, api_key_env: 'KEY', base_url: 'https://10.0.0.5/v1' }, false],
  ];
  for (const [what, provider, refused] of inTheClear)
    it(`over http ${what} is ${refused ? 'refused' : 'sent'}`, () => {
      if (!refused) assert.equal(read(KEY, [provider]).length, 1);
      else assert.throws(() => read(KEY, [provider]), /^(?!.*hush).*unencrypted.*"allow_http": true/s);
    });

  it('OPENAI_BASE_URL takes no key over http to another machine, unless the file has the provider with allow_http', () => {
    const env = { OPENAI_BASE_URL: 'http://10.0.0.5/v1', OPENAI_API_KEY: 'hush' };
    assert.throws(() => read(env), /The provider openai would send its key/);
    const named = { name: 'openai', kind: 'openai-compatible', base_url: 'http://10.0.0.5/v1' };
    assert.equal(read(env, [{ ...named, api_key_env: 'OPENAI_API_KEY', allow_http: true }]).length, 1);
  });

  const entra = {
    AZURE_TENANT_ID: 't',
    AZURE_CLIENT_ID: 'c',
    AZURE_CLIENT_SECRET: 's',
    AZURE_OPENAI_ENDPOINT: 'https://ours.openai.azure.com/',
  };
  const vertex = { GOOGLE_VERTEX_PROJECT: 'p', GOOGLE_VERTEX_LOCATION: 'global' };
  const stops: [string, Record<string, string>, RegExp][] = [
    [
      'a file of Google’s credentials that cannot be read',
      { ...vertex, GOOGLE_APPLICATION_CREDENTIALS: '/nowhere/key.json' },
      /GOOGLE_APPLICATION_CREDENTIALS names a file that cannot be read/,
    ],
    [
      'an authority of Entra ID without https',
      { ...entra, AZURE_AUTHORITY_HOST: 'login.microsoftonline.us' },
      /AZURE_AUTHORITY_HOST \(provider azure\) must be an address/,
    ],
    [
      'an application of Entra ID without its secret',
      { ...entra, AZURE_CLIENT_SECRET: '' },
      /AZURE_CLIENT_SECRET \(provider azure\) is required/,
    ],
  ];
  for (const [what, env, says] of stops)
    it(`${what} stops the start`, () => assert.throws(() => read(env), says));

  it('an authority of Entra ID may have a port', () => {
    const [azure] = read({ ...entra, AZURE_AUTHORITY_HOST: 'https://login.example.com:8443/' });
    assert.equal(azure?.account?.authority, 'https://login.example.com:8443/');
  });

  it('a key of Azure without an address stops the start', () => {
    assert.throws(
      () => read({ AZURE_OPENAI_API_KEY: 'k' }),
      (error) => error instanceof ConfigError && /AZURE_OPENAI_ENDPOINT is not/.test(error.message),
    );
  });

  it('a password in OPENAI_BASE_URL stops the start too', () => {
    assert.throws(
      () => read({ OPENAI_BASE_URL: 'http://u:hush@host/v1' }),
      (error) =>
        error instanceof ConfigError &&
        /OPENAI_BASE_URL must be/.test(error.message) &&
        !error.message.includes('hush'),
    );
  });
});
