import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type JsonServer, startJsonServer } from '../../test/support/json-server.ts';
import { PROTOCOLS, SAID } from '../../test/support/model-protocols.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import { createModels, type Models } from './models.ts';

let server: JsonServer;
let models: Models;

before(async () => {
  server = await startJsonServer();
  const baseUrl = `${server.url}/v1`;
  models = createModels({
    log: silentLog,
    providers: PROTOCOLS.map(({ kind }) => ({ name: kind, kind, baseUrl, apiKey: 'sk-1234567890' })),
  });
});

after(async () => {
  await models.stop();
  await server.stop();
});

type Json = Record<string, unknown>;
const atRoot = (body: Json): Json => ({ ...body, service_tier: 'flex' });
const inUsage =
  (name: string, more: object) =>
  (body: Json): Json =>
    Object.fromEntries(
      Object.entries(body).map(([key, value]) => [
        key,
        key === name
          ? { ...(value as object), ...more }
          : key === 'message' || key === 'response'
            ? inUsage(name, more)(value as Json)
            : value,
      ]),
    );

/** Where each protocol names the tier. */
const NAMED: Record<string, [change: (body: Json) => Json, headers?: Record<string, string>]> = {
  'openai-compatible': [atRoot],
  openai: [atRoot],
  'openai-responses': [
    (body) => (body.response ? { ...body, response: atRoot(body.response as Json) } : atRoot(body)),
  ],
  anthropic: [
    inUsage('usage', {
      service_tier: 'flex',
      cache_creation_input_tokens: 7,
      cache_creation: { ephemeral_5m_input_tokens: 4, ephemeral_1h_input_tokens: 3 },
    }),
  ],
  google: [(body) => body, { 'x-gemini-service-tier': 'flex' }],
};

for (const [kind, [change, headers = {}]] of Object.entries(NAMED)) {
  const protocol = PROTOCOLS.find((one) => one.kind === kind);
  assert.ok(protocol);
  for (const stream of [false, true]) {
    test(`the tier that served a request is read of ${kind}, ${stream ? 'streamed' : 'whole'}`, async () => {
      const changed = (piece: string) =>
        piece.replace(/^data: (\{.*)$/m, (_, data) => `data: ${JSON.stringify(change(JSON.parse(data)))}`);
      server.reply(
        stream
          ? {
              headers: { 'content-type': 'text/event-stream', ...headers },
              pieces: protocol.stream(SAID).map((piece) => ({ text: changed(piece), atMs: 0 })),
            }
          : { headers, body: change(protocol.whole(SAID) as Json) },
      );
      const answer = await models
        .resolve(kind, 'some-model')
        .call(
          { messages: [{ role: 'user', content: 'Hello' }], maxTokens: 64 },
          { timeoutMs: 10_000, stream },
        );
      assert.ok(answer.ok, answer.ok ? '' : answer.message);
      assert.equal(answer.usage.service_tier, 'flex');
      if (kind !== 'anthropic') return;
      assert.equal(answer.usage.input_tokens, SAID.usage.input + 7);
      assert.deepEqual([answer.usage.cache_write_tokens, answer.usage.cache_write_1h_tokens], [4, 3]);
    });
  }
}
