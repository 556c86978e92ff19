import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPages } from './read-pages.ts';

/** Reads the numbers from 1 to `rows` in pages of three, and says after which ones it was asked. */
async function read(rows: number) {
  const asked: number[] = [];
  const pages: number[][] = [];
  const page = async (after: number) => {
    asked.push(after);
    return Array.from({ length: rows }, (_, i) => i + 1)
      .filter((row) => row > after)
      .slice(0, 3);
  };
  for await (const each of readPages(3, 0, page, (row) => row)) pages.push(each);
  return { asked, pages };
}

for (const [rows, asked, pages] of [
  [0, [0], []],
  [2, [0], [[1, 2]]],
  [3, [0, 3], [[1, 2, 3]]],
  [7, [0, 3, 6], [[1, 2, 3], [4, 5, 6], [7]]],
] as const) {
  test(`${rows} rows in pages of three: all of them, once, and no page is empty`, async () => {
    assert.deepEqual(await read(rows), { asked, pages });
  });
}
