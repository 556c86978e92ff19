import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { after, before, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { startJsonServer } from '../../../test/support/json-server.ts';
import { PROTOCOLS, SAID } from '../../../test/support/model-protocols.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import { ENTRA_APPLICATION, startTokenServer } from '../../../test/support/token-server.ts';
import { createModels } from '../../models/models.ts';
import { askModel } from './ask-model.ts';
import { endToEndLatency, latencyFromActualSend, scheduleLag } from './request-times.ts';

const HANDSHAKE_MS = 300;
const PEM = readFileSync(new URL('../../../test/fixtures/loopback-tls.pem', import.meta.url), 'utf8');
const protocol = PROTOCOLS.find(({ kind }) => kind === 'openai-compatible');
assert.ok(protocol);
const events = protocol.stream(SAID).join('');

const trusted = getCACertificates('default');
const https = createServer({ key: PEM, cert: PEM }, (_, response) => {
  response.setHeader('content-type', 'text/event-stream').end(events);
});
/** Takes a connection at once, and begins its TLS handshake late. */
const slow = createTcpServer((socket) => setTimeout(() => https.emit('connection', socket), HANDSHAKE_MS));

before(async () => {
  setDefaultCACertificates([...trusted, PEM]);
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
});

after(() => {
  setDefaultCACertificates(trusted);
  https.closeAllConnections();
  slow.close();
});

test('a connection that the target is slow to set up is the target’s time, and no lateness of ours', async () => {
  const baseUrl = `https://127.0.0.1:${(slow.address() as AddressInfo).port}/v1`;
  const providers = [{ name: 'p', kind: protocol.kind, baseUrl, apiKey: 'sk-secret' }];
  const models = createModels({ log: silentLog, providers });
  const begun = performance.now();
  const ask = askModel(models.resolve('p', 'm'), { requestTimeoutMs: 20_000 });
  const now = () => performance.now() - begun;
  const asked = await ask({ prompt: 'Hello', maxTokens: 9 }, now, new AbortController().signal);
  await models.stop();
  assert.equal(asked.outcome, 'answered');
  const request = { scheduledMs: asked.calledMs, ...asked };
  assert.equal(scheduleLag(request), 0);
  // A timer may be a millisecond early.
  assert.ok(asked.sentMs - asked.calledMs >= HANDSHAKE_MS - 2, `${asked.sentMs} of ${asked.calledMs}`);
  assert.equal(latencyFromActualSend(request), endToEndLatency(request));
  assert.ok((latencyFromActualSend(request) ?? 0) >= HANDSHAKE_MS - 2);
});

test('the wait for a token comes before the times of the request', async (t) => {
  const server = await startTokenServer();
  const account = { ...ENTRA_APPLICATION, authority: server.url };
  const providers = [{ name: 'p', kind: 'azure' as const, baseUrl: `${server.url}/openai/v1`, account }];
  const models = createModels({ log: silentLog, providers });
  server.reply((response) => response.setHeader('content-type', 'text/event-stream').end(events));
  const monotonic = performance.now.bind(performance);
  let ahead = 0;
  t.mock.method(performance, 'now', () => monotonic() + ahead);
  server.onGrant(() => (ahead += 60_000));
  const ask = askModel(models.resolve('p', 'm'), { requestTimeoutMs: 20_000 });
  const { calledMs, sentMs, firstMs, lastMs, endedMs, outcome } = await ask(
    { prompt: 'Hello', maxTokens: 9 },
    () => performance.now(),
    new AbortController().signal,
  );
  await models.stop();
  await server.stop();
  assert.equal(outcome, 'answered');
  assert.ok(sentMs - calledMs >= 60_000, `${sentMs} of ${calledMs}`);
  const times = [sentMs, firstMs, lastMs, endedMs].map(Number);
  assert.deepEqual(
    times,
    times.toSorted((a, b) => a - b),
  );
});

test('a load is sent as the stack says the model is served, and the system text is part of its tokens', async () => {
  const server = await startJsonServer();
  const providers = [{ name: 'p', kind: protocol.kind, baseUrl: `${server.url}/v1` }];
  const models = createModels({ log: silentLog, providers });
  const serving = {
    top_p: 0.9,
    stop: ['END'],
    response_format: { type: 'json_object' as const },
    reasoning_effort: 'low' as const,
  };
  const system = 'You are kind. '.repeat(10);
  const as = { temperature: 0.2, seed: 7, system, serving, requestTimeoutMs: 20_000 };
  const ask = askModel(models.resolve('p', 'm'), as);
  const prompt = `${'begin '.repeat(20)}${'middle '.repeat(100)}${'.'.repeat(80)}`;
  server.reply({ body: {} });
  await ask({ prompt, maxTokens: 9 }, () => 0, new AbortController().signal);
  const { messages, ...parameters } = server.seen().body as Record<string, unknown>;
  const [first, second] = messages as { role: string; content: string }[];
  assert.deepEqual(first, { role: 'system', content: system });
  assert.equal(system.length + (second?.content.length ?? 0), prompt.length);
  assert.ok(second?.content.startsWith('begin '.repeat(20)) && second.content.endsWith('.'.repeat(80)));
  assert.deepEqual(parameters, {
    model: 'm',
    temperature: 0.2,
    max_tokens: 9,
    seed: 7,
    ...serving,
    stream: true,
    stream_options: { include_usage: true },
  });
  // A system text that leaves no room for a prompt: what makes it its own and asks for its length stays.
  server.reply({ body: {} });
  await ask({ prompt: 'p'.repeat(150), maxTokens: 9 }, () => 0, new AbortController().signal);
  const [, short] = (server.seen().body as { messages: { content: string }[] }).messages;
  assert.equal(short?.content.length, 150);
  await models.stop();
  await server.stop();
});
