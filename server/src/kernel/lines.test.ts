import assert from 'node:assert/strict';
import { PassThrough, Readable } from 'node:stream';
import { test } from 'node:test';
import { readLinesOfStream } from './lines.ts';

test('a line ends at a line feed only, wherever the bytes are cut', async () => {
  const bytes = Buffer.from('{"a": "\u2028\u2029\u0085\v"}\r\n\né\rü\nlast');
  for (let size = 1; size <= bytes.length; size++) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    );
    assert.deepEqual(await Array.fromAsync(readLinesOfStream(Readable.from(pieces))), [
      '{"a": "\u2028\u2029\u0085\v"}',
      '',
      'é\rü',
      'last',
    ]);
  }
});

test('an aborted signal ends the lines of a stream that goes on', async () => {
  const input = new PassThrough();
  const stop = new AbortController();
  const lines = readLinesOfStream(input, stop.signal);
  input.write('one\ntwo');
  assert.equal((await lines.next()).value, 'one');
  const next = lines.next();
  stop.abort();
  assert.equal((await next).done, true);
});
