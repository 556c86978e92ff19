import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from './arguments.ts';
import { explainClientError } from './explain-client-error.ts';

test('an error is told with its remedy and never as a stack trace', () => {
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const rows: [unknown, string][] = [
    [new UsageError('give a file'), 'give a file'],
    [new Error('the disk is gone'), 'the disk is gone'],
    [
      new TypeError('fetch failed', { cause: refused }),
      'The service cannot be reached: ECONNREFUSED. Is it running at this address?',
    ],
    [new TypeError('no cause'), 'no cause'],
    ['text', 'text'],
  ];
  for (const [error, expected] of rows) assert.equal(explainClientError(error), expected);
});
