import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { READING_FAILURES, ReadingFailure, toReadingError } from './failures.ts';

const WINGS = readdirSync(new URL('../../', import.meta.url));

describe('docs/explanation/how-a-reading-ends.md', () => {
  const page = new URL('../../../../docs/explanation/how-a-reading-ends.md', import.meta.url);

  it('names for each limit a constant of a file, and a code that there is', () => {
    const limits = readFileSync(page, 'utf8')
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
      .filter(([, , , , file = '']) => file.endsWith('.ts'));
    assert.equal(limits.length, 19);
    for (const [, limit = '', , constant = '', file = '', code = ''] of limits) {
      const found = WINGS.map((wing) => new URL(`../../${wing}/${file}`, import.meta.url)).find(existsSync);
      assert.ok(found && readFileSync(found, 'utf8').includes(constant), `${limit}: ${constant} in ${file}`);
      assert.ok(code in READING_FAILURES || code.startsWith('none: '), code);
    }
  });
});

describe('a reading error', () => {
  it('is the sentence of the table, with the detail behind it', () => {
    assert.deepEqual(toReadingError(new ReadingFailure('page_not_found', 'status 404')), {
      code: 'page_not_found',
      message: 'There is nothing at this address (404 or 410); check the address. (status 404)',
      retryable: false,
    });
  });

  it('has no word twice in a row in any sentence of the table', () => {
    for (const { message } of Object.values(READING_FAILURES)) assert.doesNotMatch(message, /\b(\w+) \1\b/);
  });
});
