import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type IndexReader, openIndexReader } from '../index/index-reader.ts';
import { openIndexWriter } from '../index/index-writer.ts';
import { parseQuery } from '../query/parse-query.ts';
import { planKeywords } from '../query/plan-keywords.ts';
import { createHybridKeywordScorer } from './hybrid-keyword-scores.ts';

const exactly = (postings: number) => ({ share: 0, least: postings, most: postings, spare: 0 });

describe('the keyword half of a hybrid search', () => {
  let folder: string;
  let reader: IndexReader;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'touchstone-keyword-'));
    const path = join(folder, 'index.sqlite');
    const file = openIndexWriter(path);
    assert.ok(file);
    file.begin();
    // Rows 1 to 20 hold apple, 1 to 4 of them pear as well, the second three times; 21 to 24 hold neither.
    for (let row = 1; row <= 24; row++) {
      const pear = row === 2 ? 'pear pear pear' : row <= 4 ? 'pear' : 'plum';
      const text = row <= 20 ? `apple ${pear}` : 'cherry stone';
      file.addChunks(row % 2 === 0 ? 'even' : 'odd', '', [{ chunk_id: `c${row}`, text, heading: [] }]);
    }
    file.commit(1);
    file.close();
    const opened = openIndexReader(path);
    assert.ok(opened);
    reader = opened;
  });
  after(() => {
    reader.close();
    rmSync(folder, { recursive: true, force: true });
  });

  function scorerOf(query: string, weighted: number, matched: number) {
    const request = { plan: planKeywords(parseQuery(query)), deadline: 1, now: () => 0 };
    const budget = { weighted: exactly(weighted), matched: exactly(matched) };
    return createHybridKeywordScorer(reader, request, 100, budget);
  }
  const rowsOf = (query: string, weighted: number, matched: number) =>
    reader.snapshot(() =>
      scorerOf(query, weighted, matched)
        .scoresIn(null)
        .hits.map(({ id }) => id),
    );

  it('weights the rarest words by BM25 and only matches the next ones', () => {
    const rows = rowsOf('apple pear', 5, 50);
    assert.equal(rows.length, 20);
    assert.equal(rows[0], 2);
    assert.deepEqual(rows.slice(0, 4).sort(), [1, 2, 3, 4]);
    // Matched only, every chunk with a word is worth the same: row order.
    assert.deepEqual(rowsOf('pear', 0, 50), [1, 2, 3, 4]);
  });

  it('leaves out what fits neither budget, and has no hits where nothing fits', () => {
    assert.equal(rowsOf('apple pear', 5, 10).length, 4);
    assert.deepEqual(rowsOf('apple pear', 2, 2), []);
  });

  it('obeys phrases and excluded words', () => {
    assert.deepEqual(rowsOf('"apple pear" plum', 50, 50).sort(), [1, 2, 3, 4]);
    assert.equal(rowsOf('apple -pear', 0, 50).length, 16);
  });

  it('gives a chunk the same relevance with every source filter', () => {
    for (const [weighted, matched] of [
      [50, 50],
      [5, 50],
      [0, 50],
    ] as const)
      reader.snapshot(() => {
        const scorer = scorerOf('apple pear', weighted, matched);
        const [whole, odd] = [scorer.scoresIn(null), scorer.scoresIn(reader.sourceRows(['odd']))];
        assert.equal(odd.hits.length, 10);
        for (const { id, score } of odd.hits) {
          assert.equal(score, whole.relevanceOf(id));
          assert.equal(odd.relevanceOf(id), score);
        }
      });
  });
});
