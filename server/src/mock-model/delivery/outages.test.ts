import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask, startFor } from '../../../test/support/ask-mock-model.ts';
import type { MockModel } from '../mock-model.ts';

/** Asks until the answer is the expected kind; how a failure looks. */
async function until(mock: MockModel, answers: boolean): Promise<string> {
  for (;;) {
    const result = await ask(mock, '1 + 1').then(
      ({ status }) => String(status),
      (error: Error & { code?: string }) => error.code ?? error.message,
    );
    if ((result === '200') === answers) return result;
    await sleep(5);
  }
}

test('a server that dies refuses connections for the while stated, then goes on where it was', async (t) => {
  const outage = { from_ms: 30, for_ms: 150 };
  const mock = await startFor(t, { script: { outages: [outage], models: { slow: { hang_rate: 1 } } } });
  const begun = performance.now();
  assert.equal(await until(mock, true), '200');
  const hanging = ask(mock, 'x', { model: 'slow' });
  await assert.rejects(hanging);
  assert.equal(await until(mock, false), 'ECONNREFUSED');
  await until(mock, true);
  assert.ok(performance.now() - begun >= 180);
  assert.equal(mock.stats().outcomes.hung, 1);
  assert.ok((mock.stats().outcomes.answered ?? 0) >= 2);
});

test('an answer under way when the server dies is counted as lost to the outage', async (t) => {
  const script = { outages: [{ from_ms: 20, for_ms: 50 }], defaults: { latency: LONG } };
  const mock = await startFor(t, { script });
  await assert.rejects(ask(mock, '1 + 1'));
  while (mock.stats().in_flight > 0) await sleep(1);
  assert.equal(mock.stats().outcomes.outage, 1);
});

test('a server can also be there and reset every connection', async (t) => {
  const mock = await startFor(t, { script: { outages: [{ from_ms: 10, for_ms: 100, how: 'reset' }] } });
  await until(mock, true);
  assert.match(await until(mock, false), /ECONNRESET|UND_ERR_SOCKET/);
  await until(mock, true);
});

test('stopping, a reset and another script end what was planned', async (t) => {
  const mock = await startFor(t, { script: { outages: [{ from_ms: 0, for_ms: 60_000 }] } });
  await assert.rejects(ask(mock, '1 + 1').then(() => until(mock, false).then(assert.fail)));
  await mock.setScript({});
  await until(mock, true);
  await mock.setScript({ outages: [{ from_ms: 0, for_ms: 60_000 }] });
  await until(mock, false);
  await mock.stop();
});

const LONG = { distribution: 'constant', ms: 30_000 } as const;
