import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createReasons, type FailureNote } from './reasons.ts';

const note = (message: string, more: Partial<FailureNote> = {}): FailureNote => ({
  outcome: 'failed',
  cause: 'server_error',
  message,
  ...more,
});

test('messages that differ in ids and numbers are one reason, with the first as the example', () => {
  const reasons = createReasons();
  reasons.add(note('busy', { request_id: 'a' }));
  reasons.add(note('request req_01ab took 20 s', { request_id: 'b' }));
  reasons.add(note('request req_02cd took 31 s', { request_id: 'c' }), 3);
  assert.deepEqual(reasons.list(), [
    { ...note('request req_01ab took 20 s', { request_id: 'b' }), count: 4 },
    { ...note('busy', { request_id: 'a' }), count: 1 },
  ]);
});

test('the same words with another outcome, cause or scope are another reason', () => {
  const reasons = createReasons();
  reasons.add(note('no'));
  reasons.add(note('no', { outcome: 'refused', cause: 'rejected', scope: 'request' }));
  reasons.add(note('no', { outcome: 'refused', cause: 'rejected', scope: 'model' }));
  assert.equal(reasons.list().length, 3);
});

test('a server with another message each time fills no memory, and every call is counted', () => {
  const reasons = createReasons();
  const word = (n: number) => String.fromCharCode(97 + (n % 26), 97 + (Math.floor(n / 26) % 26));
  for (let i = 0; i < 500; i++) reasons.add(note(`words ${word(i)}`));
  const list = reasons.list();
  assert.ok(list.length <= 21, `${list.length}`);
  assert.equal(
    list.reduce((sum, { count }) => sum + count, 0),
    500,
  );
});
