import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import type { AppError } from '../../kernel/errors.ts';
import { silentLog } from '../../kernel/log.ts';
import { openThreadChannel, type ThreadChannel } from './thread-channel.ts';

/** Answers what it is told; ends, throws or takes its time on request. */
const ECHO = `
import { parentPort } from 'node:worker_threads';
parentPort.on('message', (mail) => {
  if (mail === 'stop') return parentPort.close();
  for (const [, question] of mail) {
    if (question === 'exit') process.exit(1);
    if (question === 'throw') throw new Error('on request');
    if (question === 'slow') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  }
  parentPort.postMessage(mail);
});`;

let channel: ThreadChannel<unknown, unknown>;
afterEach(() => channel.close());

function open(): void {
  const entry = new URL(`data:text/javascript,${encodeURIComponent(ECHO)}`);
  channel = openThreadChannel(entry, {}, silentLog);
}

const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    (answer) => ({ answer }),
    (error: AppError) => error.code,
  );

test('each question gets its own answer, of one turn and of many', async () => {
  open();
  const questions = Array.from({ length: 100 }, (_, i) => i);
  assert.deepEqual(await Promise.all(questions.map((q) => channel.ask(q))), questions);
  for (const question of ['a', null, { nested: [1n, new Uint8Array([1])] }]) {
    assert.deepEqual(await channel.ask(question), question);
  }
});

for (const end of ['exit', 'throw']) {
  test(`a thread that ends (${end}) fails what it was asked, and the next question starts another`, async () => {
    open();
    assert.equal(await channel.ask('warm'), 'warm');
    const pending = ['slow', 'x', end].map((question) => codeOf(channel.ask(question)));
    assert.deepEqual(await Promise.all(pending), Array(3).fill('storage_unavailable'));
    assert.equal(await channel.ask('again'), 'again');
  });
}

test('a question that cannot be copied fails alone', async () => {
  open();
  const [good, bad, other] = [channel.ask(1), channel.ask(Symbol('no')), channel.ask(2)];
  await assert.rejects(bad, { name: 'DataCloneError' });
  assert.deepEqual(await Promise.all([good, other]), [1, 2]);
});

test('close waits for the answers, refuses later questions, and may be called again', async () => {
  open();
  const slow = channel.ask('slow');
  const closing = channel.close();
  assert.equal(await codeOf(channel.ask('late')), 'storage_unavailable');
  await closing;
  assert.equal(await slow, 'slow');
  await channel.close();
});

test('a channel that was never asked closes at once', async () => {
  open();
  await channel.close();
});
