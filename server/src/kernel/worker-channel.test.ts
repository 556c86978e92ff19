import assert from 'node:assert/strict';
import { afterEach, describe, test } from 'node:test';
import {
  type NoAnswer,
  openWorkerChannel,
  type WorkerChannel,
  type WorkerChannelOptions,
} from './worker-channel.ts';

const served = (code: string) =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { notifyParent, serveBatches, serveRequests } from '${new URL('./worker-channel.ts', import.meta.url)}';
       const wait = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
       ${code}`,
    )}`,
  );

/** Answers what it is told, all that arrived in one message together; ends, throws or takes its time on request. */
const BATCHES = served(`
  serveBatches((requests, port) => {
    for (const [, request] of requests) {
      if (request === 'exit') process.exit(1);
      if (request === 'throw') throw new Error('on request');
      if (request === 'slow') wait(50);
    }
    port.answer(requests);
  }, () => {});`);

const REQUESTS = served(`
  class Refusal extends Error { code = 'refused'; }
  serveRequests((request, notify) => {
    if (request === 'exit') process.exit(1);
    if (request === 'fail') throw new Refusal('on request');
    if (request === 'reject') return Promise.reject(new Refusal('later'));
    if (request === 'uncloneable') return () => {};
    if (request === 'hang') for (;;);
    if (request === 'rest') wait(150);
    if (request === 'later') return new Promise((resolve) => setTimeout(resolve, 20, 'later'));
    if (request === 'steps') { notify(1); notify(2); }
    if (request === 'tell') notifyParent('told');
    return request;
  }, { close: () => notifyParent('closed') });`);

let channel: WorkerChannel<unknown, unknown>;
afterEach(() => channel.close());

function open(entry: URL, options: Partial<WorkerChannelOptions<unknown>> = {}): void {
  const noAnswer = (reason: NoAnswer<unknown>) => reason;
  channel = openWorkerChannel(entry, { name: 'test', noAnswer, ...options });
}

const whyOf = (asked: Promise<unknown>) =>
  asked.then(
    (answer) => ({ answer }),
    (reason: NoAnswer<unknown>) => reason.why ?? reason,
  );

for (const [way, entry] of [
  ['batches', BATCHES],
  ['requests', REQUESTS],
] as const) {
  describe(`a thread that serves ${way}`, () => {
    test('each request gets its own response, whether sent in one turn or in many', async () => {
      open(entry);
      const requests = Array.from({ length: 100 }, (_, i) => i);
      assert.deepEqual(await Promise.all(requests.map((each) => channel.call(each))), requests);
      for (const request of ['a', null, { nested: [1n, new Uint8Array([1])] }]) {
        assert.deepEqual(await channel.call(request), request);
      }
    });

    test('a request that cannot be copied fails alone', async () => {
      open(entry);
      const [good, bad, other] = [channel.call(1), channel.call(Symbol('no')), channel.call(2)];
      await assert.rejects(bad, { name: 'DataCloneError' });
      assert.deepEqual(await Promise.all([good, other]), [1, 2]);
    });
  });
}

describe('a channel that restarts', () => {
  for (const end of ['exit', 'throw']) {
    test(`a thread that ends (${end}) fails what it was asked, and the next request starts another`, async () => {
      open(BATCHES, { restarts: true });
      assert.equal(await channel.call('warm'), 'warm');
      const pending = ['slow', 'x', end].map((request) => whyOf(channel.call(request)));
      assert.deepEqual(await Promise.all(pending), Array(3).fill('died'));
      assert.equal(await channel.call('again'), 'again');
    });
  }

  test('close waits for the answers, refuses later requests, and may be called again', async () => {
    open(BATCHES, { restarts: true });
    const slow = channel.call('slow');
    const closing = channel.close();
    assert.equal(await whyOf(channel.call('late')), 'closed');
    await closing;
    assert.equal(await slow, 'slow');
    await channel.close();
  });

  test('a channel that was never asked closes at once', async () => {
    open(BATCHES, { restarts: true });
    await channel.close();
  });

  test('the termination of a thread fails its requests with the reason; the next request starts another thread', async () => {
    open(REQUESTS, { restarts: true });
    const hanging = whyOf(channel.call('hang'));
    const terminated = channel.terminate('enough');
    assert.equal(await hanging, 'enough');
    await terminated;
    assert.equal(await channel.call('again'), 'again');
  });
});

describe('a channel of one thread', () => {
  test('reports once why it ended, and refuses later requests', async () => {
    const ends: boolean[] = [];
    open(BATCHES, { onEnd: (answered) => ends.push(answered) });
    await assert.rejects(
      channel.call('throw'),
      ({ cause }: { cause: Error }) => cause.message === 'on request',
    );
    assert.equal(channel.ended, true);
    assert.equal(await whyOf(channel.call('again')), 'died');
    assert.deepEqual(ends, [false]);
  });

  test('terminates a thread that does not answer in time, and fails all its requests', async () => {
    const ends: boolean[] = [];
    open(REQUESTS, { onEnd: (answered) => ends.push(answered) });
    await channel.call('warm');
    const late = channel.call('hang', { timeoutMs: 50 });
    const behind = channel.call('behind');
    await assert.rejects(late, { why: 'timed_out', request: 'hang' });
    assert.equal(await whyOf(behind), 'timed_out');
    assert.equal(await whyOf(channel.call('again')), 'died');
    assert.deepEqual(ends, [true]);
  });

  test('a limit of processor time ends a thread that computes, and not one that waits', async () => {
    open(REQUESTS);
    await channel.call('warm');
    const limit = { timeoutMs: 140, ofProcessorTime: true };
    // Longer than the limit, of which it uses next to none, and much less than ten times of it.
    assert.equal(await channel.call('rest', limit), 'rest');
    await assert.rejects(channel.call('hang', limit), { why: 'timed_out', request: 'hang' });
  });

  test('a response in time clears the timer that would end the thread', async () => {
    open(REQUESTS);
    await channel.call('warm');
    assert.equal(await channel.call('quick', { timeoutMs: 1000 }), 'quick');
    await new Promise((resolve) => setTimeout(resolve, 1100));
    assert.equal(channel.ended, false);
  });
});

describe('a thread that serves requests', () => {
  test('answers each request when it is ready, not in the order of the requests', async () => {
    open(REQUESTS);
    const answered: unknown[] = [];
    const calls = ['later', 'now'].map(async (each) => answered.push(await channel.call(each)));
    await Promise.all(calls);
    assert.deepEqual(answered, ['now', 'later']);
  });

  for (const [request, message] of [
    ['fail', 'on request'],
    ['reject', 'later'],
  ]) {
    test(`an error (${request}) is the answer to its request alone`, async () => {
      open(REQUESTS);
      const [failed, other] = [channel.call(request), channel.call('other')];
      await assert.rejects(failed, { name: 'Error', message });
      assert.equal(await other, 'other');
    });
  }

  test('an answer that cannot be copied is an error of its request alone', async () => {
    open(REQUESTS);
    await assert.rejects(channel.call('uncloneable'), /could not be cloned/);
    assert.equal(await channel.call('other'), 'other');
  });

  test('notifications reach the call that they belong to, or the channel', async () => {
    const told: unknown[] = [];
    open(REQUESTS, { onNotification: (each) => told.push(each) });
    const steps: unknown[] = [];
    await channel.call('steps', { onNotification: (step) => steps.push(step) });
    await channel.call('tell');
    await channel.close();
    assert.deepEqual(
      [steps, told],
      [
        [1, 2],
        ['told', 'closed'],
      ],
    );
  });
});
