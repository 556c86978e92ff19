import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { test } from 'node:test';
import { fetchFrom, networkFailureReason } from './reach.ts';

test('a service that is not there is named with its address and why no answer came', async () => {
  const listening = createServer().listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const { port } = listening.address() as { port: number };
  listening.close();
  await once(listening, 'close');
  const url = `http://someone:secret@127.0.0.1:${port}/base/`;
  const ask = fetchFrom(url, () => AbortSignal.timeout(5000));
  await assert.rejects(ask(new Request(`http://127.0.0.1:${port}/base/health`)), {
    name: 'TypeError',
    message: `The service at http://127.0.0.1:${port}/base cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}. Check that it runs and that its address is right.`,
  });
});

test('a name with several addresses is refused with the reason of each, once', () => {
  const refused = (address: string) => new Error(`connect ECONNREFUSED ${address}`);
  const all = new AggregateError([refused('::1:80'), refused('127.0.0.1:80'), refused('::1:80')]);
  assert.equal(networkFailureReason(all), 'connect ECONNREFUSED ::1:80, connect ECONNREFUSED 127.0.0.1:80');
  assert.equal(networkFailureReason(Object.assign(new Error(''), { code: 'ECONNRESET' })), 'ECONNRESET');
});
