import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEventReader } from './event-stream.ts';

/** What is read when the text arrives in pieces of so many bytes. */
function read(text: string, bytes = Number.POSITIVE_INFINITY): string[] {
  const got: string[] = [];
  const reader = createEventReader((data) => got.push(data));
  const all = Buffer.from(text);
  for (let at = 0; at < all.length; at += bytes)
    reader.push(all.subarray(at, Math.min(all.length, at + bytes)));
  reader.end();
  return got;
}

const STREAMS: [string, string, string[]][] = [
  ['events one after another', 'data: a\n\ndata: b\n\n', ['a', 'b']],
  ['carriage returns', 'data: a\r\n\r\ndata: b\r\n\r\n', ['a', 'b']],
  ['no space after the colon', 'data:a\n\n', ['a']],
  ['several lines of data', 'data: a\ndata: b\n\n', ['a\nb']],
  ['comments, names and ids', ': ping\n\nevent: x\nid: 7\ndata: a\n\nevent: only a name\n\n', ['a']],
  ['no empty line at the end', 'data: a\n\ndata: b', ['a', 'b']],
  ['letters of several bytes', 'data: Grüße 👋 日本\n\n', ['Grüße 👋 日本']],
];

for (const [name, text, expected] of STREAMS) {
  test(`${name}, in one piece and byte by byte`, () => {
    for (const bytes of [Number.POSITIVE_INFINITY, 1, 3]) assert.deepEqual(read(text, bytes), expected);
  });
}
