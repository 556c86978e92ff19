import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tellError } from './explain-client-error.ts';
import { UsageError } from './usage-error.ts';

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
  for (const [error, expected] of rows) assert.equal(tellError(error), expected);
});
