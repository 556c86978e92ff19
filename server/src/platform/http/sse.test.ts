import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnyRequest } from './app-type.ts';
import { wantsStream } from './sse.ts';

const ACCEPTED: readonly (readonly [accept: string | undefined, streams: boolean])[] = [
  [undefined, false],
  ['', false],
  ['*/*', false],
  ['application/json', false],
  ['text/event-stream', true],
  ['Text/Event-Stream; charset=utf-8', true],
  ['application/json, text/event-stream', true],
  ['application/json;q=0.9, text/event-stream', true],
  ['application/json, text/event-stream;q=0.5', false],
  ['text/event-stream;q=0', false],
  ['text/event-stream;q=none', false],
  ['text/event-streams', false],
  ['application/x-text/event-stream', false],
];

for (const [accept, streams] of ACCEPTED)
  test(`Accept: ${accept} ${streams ? 'streams' : 'is answered at once'}`, () => {
    assert.equal(wantsStream({ headers: { accept } } as AnyRequest), streams);
  });
