import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { tableRows } from '../../../test/markdown-table.ts';
import { READING_FAILURES, ReadingFailure, readingError } from './failures.ts';

const WINGS = readdirSync(new URL('../../', import.meta.url));

describe('docs/reading-failures.md', () => {
  const rows = tableRows('docs/reading-failures.md');

  it('has every code of the table with whether a retry is worth it, each once, and no other', () => {
    const documented = rows.map(([code = '', retry]) => [code, retry]);
    const table = Object.entries(READING_FAILURES).map(([code, { retryable }]) => [
      code,
      retryable ? 'yes' : 'no',
    ]);
    assert.deepEqual(documented.sort(), table.sort());
  });

  it('says of each code when it happens and what to do', () => {
    for (const [code, , when, remedy] of rows) assert.ok(when && remedy, `${code} lacks a sentence`);
  });

  it('names for each limit a file and a code that there are', () => {
    const limits = readFileSync(
      new URL('../../../../docs/reading-failures.md', import.meta.url),
      'utf8',
    ).split('## Limits')[1];
    const found = [...(limits ?? '').matchAll(/\| `([\w/-]+\.ts)` \| (?:`(\w+)`|none: [a-z ]+) \|$/gm)];
    assert.equal(found.length, limits?.match(/^\| (?!limit|---)/gm)?.length);
    for (const [, file = '', code] of found) {
      assert.ok(
        WINGS.some((wing) => existsSync(new URL(`../../${wing}/${file}`, import.meta.url))),
        file,
      );
      if (code !== undefined) assert.ok(code in READING_FAILURES, code);
    }
  });
});

describe('a reading error', () => {
  it('is the sentence of the table, with the detail behind it', () => {
    assert.deepEqual(readingError(new ReadingFailure('page_not_found', 'status 404')), {
      code: 'page_not_found',
      message: 'There is nothing at this address (404 or 410); check the address. (status 404)',
      retryable: false,
    });
  });
});
