import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AppError } from '../../../kernel/errors.ts';
import { checkRequestAddress } from './address.ts';

for (const url of [
  '/',
  '/workspaces?limit=1&cursor=abc',
  '/a%20b/%C3%BC?q=%F0%9F%9A%80&x=%25',
  '/x?a=b=c&&=&d',
  '/x?q=a+b%2Bc',
  '*',
]) {
  test(`accepts ${url}`, () => checkRequestAddress(url));
}

const REFUSED: [url: string, code: string, pointer?: string][] = [
  ['/a%00', 'invalid_string'],
  ['/x?%00=1', 'invalid_string'],
  ['/x?a=1&b=%00', 'invalid_string', '/b'],
  ['/x?a%2Fb=%00', 'invalid_string', '/a~1b'],
  ['/x?a=b=%00', 'invalid_string', '/a'],
  ['/x?q=%ED%A0%80', 'malformed_request', '/q'],
  ['/x?q=%ff', 'malformed_request', '/q'],
  ['/x?q=%C3', 'malformed_request', '/q'],
  ['/x?q=100%', 'malformed_request', '/q'],
  ['/%zz', 'malformed_request'],
  ['/\u00fc', 'malformed_request'],
  ['/x?q=\u00e4', 'malformed_request'],
  ['/x y', 'malformed_request'],
];

for (const [url, code, pointer] of REFUSED) {
  test(`refuses ${JSON.stringify(url)}`, () => {
    assert.throws(
      () => checkRequestAddress(url),
      (error: AppError) => {
        assert.equal(error.code, code);
        assert.deepEqual(
          error.errors.map((each) => each.pointer),
          pointer === undefined ? [] : [pointer],
        );
        return true;
      },
    );
  });
}
