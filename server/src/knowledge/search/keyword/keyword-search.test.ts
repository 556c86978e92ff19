import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it } from 'node:test';
import { type IndexReader, openIndexReader } from '../index/index-reader.ts';
import { INDEX_TABLES } from '../index/index-schema.ts';
import { type IndexWriter, openIndexWriter } from '../index/index-writer.ts';
import { parseQuery } from '../query/parse-query.ts';
import { planKeywords } from '../query/plan-keywords.ts';
import { type KeywordRequest, searchKeywords } from './keyword-search.ts';

let folder: string;
before(() => {
  folder = mkdtempSync(join(tmpdir(), 'touchstone-keyword-'));
});
after(() => rmSync(folder, { recursive: true, force: true }));

const search = (reader: IndexReader, request: KeywordRequest) =>
  reader.snapshot(() => searchKeywords(reader, request));

interface Indexed {
  file: IndexWriter;
  reader: IndexReader;
  /** Chunk ids, best first; a chunk's id is `source/n`. */
  find(query: string, extra?: Partial<KeywordRequest>): string[];
}

function index(sources: Record<string, readonly string[]>): Indexed {
  const path = join(folder, `${Math.random()}.sqlite`);
  const file = openIndexWriter(path);
  assert.ok(file);
  let change = 0;
  for (const [source, texts] of Object.entries(sources)) replace(file, ++change, source, texts);
  const reader = openIndexReader(path);
  assert.ok(reader);
  after(() => {
    reader.close();
    file.close();
  });
  const find = (query: string, extra: Partial<KeywordRequest> = {}) => {
    const plan = planKeywords(parseQuery(query));
    const request = { plan, sourceIds: null, count: 100, deadline: 1, now: () => 0, ...extra };
    return search(reader, request).hits.map((hit) => hit.chunkId);
  };
  return { file, reader, find };
}

function replace(file: IndexWriter, change: number, source: string, texts: readonly string[]): void {
  file.begin();
  file.removeSource(source);
  file.addChunks(
    source,
    '',
    texts.map((text, n) => ({ chunk_id: `${source}/${n}`, text, heading: [] })),
  );
  file.commit(change);
}

const filler = (count: number, text: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => text(n));

describe('node:sqlite and contentless FTS5', () => {
  it('throws ERR_OUT_OF_RANGE after a second delete unless big integers are read: the reason they are', () => {
    const deletes = (bigIntegers: boolean) => {
      const db = new DatabaseSync(':memory:');
      db.exec(INDEX_TABLES);
      db.exec("INSERT INTO fts (rowid, body) VALUES (1, 'a'), (2, 'b'), (3, 'c')");
      const remove = db.prepare('DELETE FROM fts WHERE rowid = ?');
      remove.setReadBigInts(bigIntegers);
      try {
        db.exec('BEGIN');
        for (const row of [1, 2, 3]) remove.run(row);
        db.exec('COMMIT');
      } finally {
        db.close();
      }
    };
    deletes(true);
    assert.throws(() => deletes(false), { code: 'ERR_OUT_OF_RANGE' });
  });

  it('takes several sources out and in within one transaction', () => {
    const { file, find } = index({ a: ['apple'], b: ['apple'], c: ['apple'] });
    file.begin();
    for (const source of ['a', 'b', 'c']) file.removeSource(source);
    for (const source of ['a', 'b'])
      file.addChunks(source, '', [{ chunk_id: `${source}/new`, text: 'apple', heading: [] }]);
    file.commit(9);
    assert.deepEqual(find('apple').sort(), ['a/new', 'b/new']);
    assert.equal(file.applied(), 9);
  });
});

describe('searchKeywords', () => {
  it('ranks by rarity and by how often a word stands in how short a chunk', () => {
    const { find } = index({
      a: ['rare common', 'common common', 'common and many other words', 'other', 'words'],
    });
    assert.deepEqual(find('rare common'), ['a/0', 'a/1', 'a/2']);
  });

  it('still tells chunks apart by a word that stands in most of them', () => {
    const { reader, find } = index({
      a: ['apple pie', 'apple apple apple', 'apple and a lot of other things too'],
    });
    assert.deepEqual(find('apple'), ['a/1', 'a/0', 'a/2']);
    const { hits } = search(reader, {
      plan: planKeywords(parseQuery('apple')),
      sourceIds: null,
      count: 3,
      deadline: 1,
      now: () => 0,
    });
    for (const hit of hits) assert.ok(hit.relevance > 0.05, `relevance ${hit.relevance}`);
  });

  it('gives the same relevance whether other chunks were deleted or never there', () => {
    const texts = filler(20, (n) => `apple number ${n} ${n % 3 === 0 ? 'pear' : 'plum'}`);
    const relevance = (indexed: Indexed) =>
      search(indexed.reader, {
        plan: planKeywords(parseQuery('pear')),
        sourceIds: ['a'],
        count: 1,
        deadline: 1,
        now: () => 0,
      }).hits[0]?.relevance ?? 0;
    const never = index({ a: texts });
    const deleted = index({ a: texts, b: filler(500, (n) => `cherry number ${n} plum`) });
    replace(deleted.file, 3, 'b', []);
    assert.ok(Math.abs(relevance(never) - relevance(deleted)) < 1e-9);
    assert.ok(relevance(never) > 0);
  });

  it('leaves a word out that stands in more than a fifth of the chunks and 2,500 of them, unless it is alone', () => {
    const texts = filler(13_000, (n) => (n === 0 ? 'rare' : n <= 2601 ? 'common' : 'filler'));
    const count = (chunks: readonly string[], query: string) =>
      index({ a: chunks }).find(query, { count: 9999 }).length;
    assert.equal(count(texts, 'rare common'), 1);
    assert.equal(count(texts, 'common'), 2601);
    assert.equal(count(texts.slice(0, 2501), 'rare common'), 2501);
    assert.equal(count([...texts, ...filler(100, () => 'filler')], 'rare common'), 2602);
  });

  it('keeps to the posting budget: words beyond it only re-rank what the rarer ones found', () => {
    const half = 30_000;
    const word = (n: number) => (n < 10 ? 'rare' : n < half ? 'left' : n < 2 * half ? 'right' : 'filler');
    const chunks = filler(160_000, (n) => `${word(n)} filler`);
    chunks[5] = 'rare right';
    const { find } = index({ a: chunks });
    const best = find('rare left right');
    assert.equal(best[0], 'a/5', 'the third word re-ranks what the first found');
    const all = find('rare left right', { count: 200_000 });
    assert.ok(!all.includes(`a/${half + 5}`), 'what only the third word finds is not visited');
    assert.equal(find('left').length, 100);
  });

  it('stops at the deadline with what it has, in the middle of a phrase or while it counts', () => {
    const { reader } = index({ a: filler(60_000, (n) => (n < 5 ? 'rare' : n % 2 ? 'odd' : 'even')) });
    const searchUntil = (deadline: number) => {
      let time = 0;
      const plan = planKeywords(parseQuery('rare odd OR even'));
      return search(reader, { plan, sourceIds: null, count: 60_000, deadline, now: () => time++ });
    };
    const all = searchUntil(Number.POSITIVE_INFINITY);
    assert.deepEqual([all.timedOut, all.hits.length], [false, 5]);
    const plain = planKeywords(parseQuery('odd even'));
    let time = 0;
    const late = search(reader, {
      plan: plain,
      sourceIds: null,
      count: 60_000,
      deadline: 10,
      now: () => time++,
    });
    assert.equal(late.timedOut, true);
    assert.ok(late.hits.length > 0 && late.hits.length < 30_000, `${late.hits.length} hits`);
    assert.equal(searchUntil(1).timedOut, true);
  });

  it('finds the same in some sources as in all, whether they are few or more than fit the expression', () => {
    const names = filler(150, (n) => `s${n}`);
    const { find } = index(
      Object.fromEntries(names.map((name, n) => [name, [`apple ${n % 2 ? 'pear' : 'plum'}`, 'fig']])),
    );
    for (const count of [1, 5, 64, 65, 149]) {
      const chosen = names.slice(0, count);
      const expected = find('pear', { count: 1000 }).filter((id) => chosen.includes(id.split('/')[0] ?? ''));
      assert.deepEqual(find('pear', { sourceIds: chosen, count: 1000 }), expected);
    }
    assert.deepEqual(find('pear', { sourceIds: ['unknown'] }), []);
    assert.deepEqual(find('s3'), [], 'the token of a source is not a word');
  });

  it('counts a title three times, in the length of a chunk too, and finds no phrase across its repetitions', () => {
    const { file, reader, find } = index({});
    file.begin();
    const chunk = (id: string, text: string) => ({ chunk_id: id, text, heading: ['red green'] });
    file.addChunks('titled', 'compiler design', [chunk('title', 'notes')]);
    file.addChunks('other', '', [chunk('text', 'compiler design compiler design compiler design notes')]);
    file.commit(1);
    const relevanceOf = new Map(
      search(reader, {
        plan: planKeywords(parseQuery('compiler')),
        sourceIds: null,
        count: 10,
        deadline: 1,
        now: () => 0,
      }).hits.map(({ chunkId, relevance }) => [chunkId, relevance]),
    );
    const [title = 0, text = 1] = [relevanceOf.get('title'), relevanceOf.get('text')];
    assert.ok(Math.abs(title / text - 1) < 0.1, `${title} and ${text}`);
    assert.deepEqual(find('"compiler design"').sort(), ['text', 'title']);
    assert.deepEqual(find('"design compiler"'), ['text']);
    assert.deepEqual(find('"green red"'), []);
  });

  it('requires every phrase group, and ranks by the words beside it', () => {
    const { find } = index({ a: ['red green', 'green red', 'red green blue', 'blue', 'red green x y red'] });
    assert.deepEqual(find('"red green"').sort(), ['a/0', 'a/2', 'a/4']);
    assert.equal(find('"red green" blue')[0], 'a/2');
    assert.deepEqual(find('"red green" "y red"'), ['a/4']);
    assert.deepEqual(find('"red green" -blue').sort(), ['a/0', 'a/4']);
  });
});
