import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { ask, startFor, untilInFlight } from '../../test/ask.ts';
import type { MockModel } from '../mock.ts';

const MOST_ASKED = 1000;

/** Asks once; how a failure looks. */
function outcome(mock: MockModel): Promise<string> {
  return ask(mock, '1 + 1').then(
    ({ status }) => String(status),
    (error: Error & { code?: string }) => error.code ?? error.message,
  );
}

/** Asks until the answer is the expected kind; `between` runs after each other one. The clock may be the test's own. */
async function until(mock: MockModel, answers: boolean, between = () => {}): Promise<string> {
  for (let asked = 0; asked < MOST_ASKED; asked++) {
    const result = await outcome(mock);
    if ((result === '200') === answers) return result;
    between();
    await new Promise(setImmediate);
  }
  throw new Error(`It was asked ${MOST_ASKED} times and never ${answers ? 'answered' : 'refused'}.`);
}

/** The clock of the outages, which the test turns; a port that is taken is tried again after 50 ms. */
function turnedClock(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const turn = (ms: number) => t.mock.timers.tick(ms);
  return { turn, untilBack: (mock: MockModel) => until(mock, true, () => turn(50)) };
}

test('a server that dies refuses connections for the while stated, then goes on where it was', async (t) => {
  const clock = turnedClock(t);
  const outage = { from_ms: 30, for_ms: 150 };
  const mock = await startFor(t, { script: { outages: [outage], models: { slow: { hang_rate: 1 } } } });
  assert.equal(await outcome(mock), '200');
  const hanging = ask(mock, 'x', { model: 'slow' });
  await untilInFlight(mock, 1);
  clock.turn(29);
  assert.equal(await outcome(mock), '200');
  clock.turn(1);
  await assert.rejects(hanging);
  assert.equal(await outcome(mock), 'ECONNREFUSED');
  clock.turn(149);
  assert.equal(await outcome(mock), 'ECONNREFUSED');
  clock.turn(1);
  await clock.untilBack(mock);
  assert.equal(mock.stats().outcomes.hung, 1);
  assert.ok((mock.stats().outcomes.answered ?? 0) >= 3);
});

test('an answer under way when the server dies is counted as lost to the outage', async (t) => {
  const clock = turnedClock(t);
  const script = { outages: [{ from_ms: 20, for_ms: 50 }], defaults: { latency: LONG } };
  const mock = await startFor(t, { script });
  const lost = ask(mock, '1 + 1');
  await untilInFlight(mock, 1);
  clock.turn(20);
  await assert.rejects(lost);
  await untilInFlight(mock, 0);
  assert.equal(mock.stats().outcomes.outage, 1);
});

test('a server can also be there and reset every connection', async (t) => {
  const clock = turnedClock(t);
  const mock = await startFor(t, { script: { outages: [{ from_ms: 10, for_ms: 100, how: 'reset' }] } });
  assert.equal(await outcome(mock), '200');
  clock.turn(10);
  assert.match(await outcome(mock), /ECONNRESET|UND_ERR_SOCKET/);
  clock.turn(100);
  assert.equal(await outcome(mock), '200');
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
