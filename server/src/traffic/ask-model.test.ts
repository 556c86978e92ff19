import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { after, before, test } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { PROTOCOLS, SAID } from '../../test/support/model-protocols.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import { createModels } from '../models/models.ts';
import { askModel } from './ask-model.ts';
import { endToEnd, fromActualSend, scheduleLag } from './request-times.ts';

const HANDSHAKE_MS = 300;
const PEM = readFileSync(new URL('../../test/fixtures/loopback-tls.pem', import.meta.url), 'utf8');
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
  assert.equal(fromActualSend(request), endToEnd(request));
  assert.ok((fromActualSend(request) ?? 0) >= HANDSHAKE_MS - 2);
});
