import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { PROTOCOLS, SAID } from '../../test/support/model-protocols.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import {
  ENTRA_APPLICATION,
  events,
  json,
  serviceAccount,
  startTokenServer,
} from '../../test/support/token-server.ts';
import { type ChatRequest, createModels, type Models, type ProviderSettings } from './models.ts';

const QUESTION: ChatRequest = { messages: [{ role: 'user', content: 'What is 6 · 7?' }], maxTokens: 64 };
const GEMINI = '/v1/projects/our-project/locations/europe-west4/publishers/google';

let server: Awaited<ReturnType<typeof startTokenServer>>;
let models: Models;

const vertexAt = (service_account: string) => ({
  project: 'our-project',
  location: 'europe-west4',
  service_account,
});

before(async () => {
  server = await startTokenServer();
  const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  const vertex = (name: string, text: string): ProviderSettings => ({
    name,
    kind: 'vertex',
    baseUrl: server.url + GEMINI,
    account: vertexAt(text),
  });
  const azure = (name: string, changed: object = {}): ProviderSettings => ({
    name,
    kind: 'azure',
    baseUrl: `${server.url}/openai/v1`,
    account: { ...ENTRA_APPLICATION, authority: server.url, ...changed },
  });
  const user = { type: 'authorized_user', client_id: 'c', client_secret: 's', refresh_token: 'r' };
  models = createModels({
    log: silentLog,
    providers: [
      vertex('vertex', serviceAccount(server.url)),
      vertex(
        'another-key',
        serviceAccount(server.url, { private_key: other.export({ type: 'pkcs8', format: 'pem' }) }),
      ),
      vertex('no-pem', serviceAccount(server.url, { private_key: 'nonsense' })),
      vertex('federated', JSON.stringify({ type: 'external_account' })),
      vertex('unencrypted', serviceAccount('http://tokens.example.com')),
      { ...vertex('api-key', '{}'), account: { project: 'p', location: 'l' }, apiKey: 'AIza-key' },
      vertex('no-json', 'ya29.a-token'),
      vertex('user', JSON.stringify(user)),
      azure('azure'),
      azure('wrong-secret', { client_secret: 'another-secret-value' }),
    ],
  });
});
beforeEach(() => {
  server.fail(undefined);
  server.reply((response) => json(response, 200, {}));
});
after(async () => {
  await models.stop();
  await server.stop();
});

const ask = (provider: string, request = QUESTION, stream = false) =>
  models.resolve(provider, 'the-model').call(request, { timeoutMs: 10_000, stream });

const wires = [
  {
    provider: 'vertex',
    kind: 'google',
    path: (stream: boolean) =>
      `${GEMINI}/models/the-model:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  },
  { provider: 'azure', kind: 'openai-compatible', path: () => '/openai/v1/chat/completions' },
] as const;

for (const { provider, kind, path } of wires) {
  const protocol = PROTOCOLS.find((one) => one.kind === kind);
  assert.ok(protocol);
  const answersWhole = () => server.reply((response) => json(response, 200, protocol.whole(SAID)));
  describe(`${provider}, by a token of its account`, () => {
    for (const stream of [false, true]) {
      test(`answers${stream ? ' in a stream' : ''}`, async () => {
        server.reply((response) => {
          if (!stream) return json(response, 200, protocol.whole(SAID));
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end(protocol.stream(SAID).join(''));
        });
        const answer = await ask(provider, QUESTION, stream);
        assert.ok(answer.ok, answer.ok ? '' : answer.message);
        assert.deepEqual([answer.text, answer.finishReason], [SAID.text.join(''), 'stop']);
        assert.deepEqual([answer.usage.input_tokens, answer.usage.cached_tokens], [12, 5]);
        const { path: asked, headers } = server.last();
        assert.equal(asked, path(stream));
        assert.equal(headers['x-goog-api-key'], undefined);
      });
    }

    for (const stream of [false, true]) {
      test(`the time for a token is no part of the latency${stream ? ' of a stream' : ''}`, async (t) => {
        server.expire();
        server.reply((response) => {
          if (!stream) return json(response, 200, protocol.whole(SAID));
          response.writeHead(200, { 'content-type': 'text/event-stream' });
          response.end(protocol.stream(SAID).join(''));
        });
        const now = performance.now.bind(performance);
        // Every token that was kept has expired.
        const later = stream ? 20_000_000 : 10_000_000;
        let ahead = later;
        t.mock.method(performance, 'now', () => now() + ahead);
        server.onGrant(() => (ahead += 60_000));
        const answer = await ask(provider, QUESTION, stream).finally(() => server.onGrant(() => {}));
        assert.equal(ahead, later + 60_000);
        assert.ok(answer.ok, answer.ok ? '' : answer.message);
        assert.ok(answer.latencyMs < 30_000, `${answer.latencyMs}`);
        if (stream) assert.ok(Number(answer.timings?.sentMs) < 30_000);
      });
    }

    test('uses a token for all calls until it expires, also for those that come together', async () => {
      server.expire();
      answersWhole();
      await ask(provider);
      const before = server.issued();
      await Promise.all([1, 2, 3, 4].map(() => ask(provider)));
      assert.equal(server.issued(), before);
    });

    test('gets a new token when the one that it kept is refused, and the call is answered', async () => {
      answersWhole();
      await ask(provider);
      const before = server.issued();
      server.expire();
      const answer = await ask(provider);
      assert.ok(answer.ok, answer.ok ? '' : answer.message);
      assert.equal(server.issued(), before + 1);
    });

    test('calls use a token that soon expires while it cannot be replaced, and fail once it has expired', async (t) => {
      server.expire();
      answersWhole();
      await ask(provider);
      server.fail({ status: 503, body: { error: 'temporarily_unavailable' } });
      const now = performance.now.bind(performance);
      let ahead = 3_500_000;
      t.mock.method(performance, 'now', () => now() + ahead);
      const answer = await ask(provider);
      assert.ok(answer.ok, answer.ok ? '' : answer.message);
      ahead = 3_700_000;
      const failure = await ask(provider);
      assert.ok(!failure.ok);
      assert.equal(failure.reason, 'server_error', failure.message);
    });

    test('replaces a token before it expires', async (t) => {
      server.expire();
      answersWhole();
      await ask(provider);
      const before = server.issued();
      const now = performance.now.bind(performance);
      t.mock.method(performance, 'now', () => now() + 3_500_000);
      await ask(provider);
      while (server.issued() === before) await new Promise(setImmediate);
      assert.equal(server.issued(), before + 1);
    });

    test('a call that is aborted while the token server fails ends with the reason of its signal', async () => {
      server.expire();
      answersWhole();
      await ask(provider);
      server.expire();
      server.fail({ status: 503, body: {} });
      const signal = AbortSignal.abort(new Error('no longer wanted'));
      await assert.rejects(
        models.resolve(provider, 'the-model').call(QUESTION, { timeoutMs: 10_000, signal }),
        /no longer wanted/,
      );
    });

    test('reports a token that is refused although it is new', async () => {
      server.expire();
      server.reply((response) =>
        json(response, 401, { error: { message: 'No permission for this project.' } }),
      );
      const failure = await ask(provider);
      assert.ok(!failure.ok);
      assert.deepEqual([failure.reason, failure.scope], ['unauthorized', 'account']);
    });

    const refusals: [string, { status: number; body: object }, string, RegExp][] = [
      [
        'throttling',
        {
          status: 429,
          body: { error: { code: 429, message: 'Too many requests', status: 'RESOURCE_EXHAUSTED' } },
        },
        'rate_limited',
        /Too many/,
      ],
      [
        'a prompt that is too long',
        {
          status: 400,
          body: {
            error: {
              code: 'context_length_exceeded',
              message: 'The input exceeds the maximum context length.',
            },
          },
        },
        'rejected',
        /context length/,
      ],
      [
        'a content filter',
        {
          status: 400,
          body: {
            error: {
              code: 'content_filter',
              message: 'The prompt was filtered.',
              innererror: { code: 'ResponsibleAIPolicyViolation' },
            },
          },
        },
        'filtered',
        /filtered/,
      ],
    ];
    for (const [sentence, { status, body }, reason, says] of refusals) {
      test(`reports ${sentence}`, async () => {
        server.reply((response) => json(response, status, body));
        const failure = await ask(provider);
        assert.ok(!failure.ok);
        assert.equal(failure.reason, reason, failure.message);
        assert.match(failure.message, says);
      });
    }

    test('reports a token server that is overloaded as one, which is asked again', async () => {
      server.reply((response) => json(response, 401, {}));
      await ask(provider); // drops the token that was kept
      server.fail({
        status: 503,
        body: { error: 'temporarily_unavailable', error_description: 'Try later.' },
      });
      const failure = await ask(provider);
      assert.ok(!failure.ok);
      assert.deepEqual([failure.reason, failure.class], ['server_error', 'transient'], failure.message);
      assert.match(failure.message, /^The token server http:.* answered 503: Try later/);
    });
  });
}

describe('accounts that get no token', () => {
  const refused: [provider: string, says: RegExp][] = [
    ['another-key', /^The token server http:\S+\/token answered 400: Invalid JWT Signature/],
    ['no-pem', /private_key of the service account is no key in PEM/],
    ['wrong-secret', /oauth2\/v2\.0\/token answered 401: AADSTS7000215: Invalid client secret/],
  ];
  for (const [provider, says] of refused) {
    for (const stream of [false, true]) {
      test(`${provider} is reported as a wrong account${stream ? ' where a stream is asked for' : ''}`, async () => {
        const failure = await ask(provider, QUESTION, stream);
        assert.ok(!failure.ok);
        assert.deepEqual(
          [failure.reason, failure.scope, failure.class],
          ['unauthorized', 'account', 'deterministic'],
          failure.message,
        );
        assert.match(failure.message, says);
        assert.doesNotMatch(failure.message, /another-secret-value|nonsense/);
      });
    }
  }

  const unusable: [provider: string, says: RegExp][] = [
    ['federated', /npm install google-auth-library/],
    ['unencrypted', /token_uri of the service account must be https/],
    ['no-json', /must be the JSON of a key of a service account/],
  ];
  for (const [provider, says] of unusable) {
    test(`${provider} is refused before anything is asked`, () => {
      assert.throws(() => models.resolve(provider, 'the-model'), says);
      assert.match(models.list().find(({ name }) => name === provider)?.problem ?? '', says);
    });
  }
});

test('tools are called over Vertex as over Google’s own API', async () => {
  const call = { functionCall: { name: 'search', args: { query: 'p95' } } };
  const content = { role: 'model', parts: [call] };
  server.reply((response) =>
    events(response, [
      { candidates: [{ content, finishReason: 'STOP', index: 0 }], usageMetadata: { promptTokenCount: 3 } },
    ]),
  );
  const tools = [
    { name: 'search', description: 'Searches.', parameters: { type: 'object', properties: {} } },
  ];
  const answer = await ask('vertex', { ...QUESTION, tools }, true);
  assert.ok(answer.ok, answer.ok ? '' : answer.message);
  assert.deepEqual(
    answer.toolCalls?.map(({ name, arguments: given }) => [name, given]),
    [['search', '{"query":"p95"}']],
  );
});

test('models are listed with a token', async () => {
  server.reply((response) =>
    json(response, 200, { publisherModels: [{ name: 'publishers/google/models/gemini-3-pro' }] }),
  );
  const listed = await models.listModels('vertex', AbortSignal.timeout(10_000));
  assert.deepEqual(listed, { ok: true, ids: ['gemini-3-pro'], hasMore: false });
  server.reply((response) => json(response, 200, { data: [{ id: 'gpt-5' }] }));
  const deployments = await models.listModels('azure', AbortSignal.timeout(10_000));
  assert.deepEqual(deployments, { ok: true, ids: ['gpt-5'], hasMore: false });
});

test('models of Vertex are listed with the header of its API keys', async () => {
  await models.listModels('api-key', AbortSignal.timeout(10_000));
  const { headers } = server.last();
  assert.deepEqual([headers['x-goog-api-key'], headers.authorization], ['AIza-key', undefined]);
});
