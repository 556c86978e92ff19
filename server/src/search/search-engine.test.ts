import assert from 'node:assert/strict';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, afterEach, before, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import {
  createMemoryChunkStore,
  type MemoryChunk,
  type MemoryChunkStore,
} from '../../test/support/memory-chunk-store.ts';
import { silentLog } from '../../test/support/silent-log.ts';
import { newId } from '../kernel/ids.ts';
import { createSearchEngine, type SearchEngine } from './search.ts';
import type { ChunkStore } from './stores/contract.ts';

interface House {
  dataDir: string;
  store: MemoryChunkStore;
  search: SearchEngine;
  file(workspaceId: string): string;
  restart(store?: ChunkStore): Promise<void>;
  close(): Promise<void>;
}

/** These tests are of keyword search: a model trained in the middle of one would change the mode of its answers. */
const NEVER = { soonMs: 3_600_000, laterMs: 3_600_000 };

function openHouse(): House {
  const dataDir = mkdtempSync(join(tmpdir(), 'touchstone-search-'));
  const store = createMemoryChunkStore();
  const house: House = {
    dataDir,
    store,
    search: createSearchEngine({ dataDir, store, log: silentLog, training: NEVER }),
    file: (workspaceId) => join(dataDir, 'index', `${workspaceId}.sqlite`),
    async restart(other = store) {
      await house.search.stop();
      house.search = createSearchEngine({ dataDir, store: other, log: silentLog, training: NEVER });
    },
    async close() {
      await house.search.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return house;
}

async function put(
  house: House,
  workspace: string,
  source: string,
  title: string,
  chunks: readonly MemoryChunk[],
) {
  await house.search.waitUntilIndexed(workspace, house.store.put(workspace, source, title, chunks));
}

async function found(
  house: House,
  workspace: string,
  query: string,
  sourceIds?: string[],
): Promise<string[]> {
  const input = { query, limit: 100, mode: 'keyword' as const, ...(sourceIds ? { sourceIds } : {}) };
  return (await house.search.search(workspace, input)).results.map((result) => result.text);
}

/** The texts of the matched passages of the first result. */
async function marked(house: House, workspace: string, query: string): Promise<string[] | undefined> {
  const [first] = (await house.search.search(workspace, { query, limit: 1, mode: 'keyword' })).results;
  return first?.highlights.map(({ start, end }) => first.text.slice(start, end));
}

describe('search over a small collection', () => {
  const workspace = newId();
  let house: House;
  const texts = {
    cpp: 'Templates in C++ are compiled for every type.',
    book: "Tim O'Reilly wrote about the web.",
    code: 'Call getUserById(42) before sending; see src/http/HTTPServer.ts and user_name.',
    version: 'Released as v1.2.3 on Monday.',
    layer: 'The boundary-layer separates from the running wing.',
    chinese: '我们使用机器学习方法来分析数据。',
    japanese: '東京都は日本の首都です。検索は速い。',
    thai: 'ภาษาไทยไม่มีช่องว่างระหว่างคำ',
    hebrew: 'שלום עולם, זה טקסט בעברית.',
    arabic: 'مرحبا بالعالم في هذا النص.',
    emoji: 'Launch day 🚀 for the rocket team 👩‍🚀!',
    accents: 'Un café très agréable à Zürich.',
    ligature: 'The e\uFB03cient \uFB01lter is ﬁne.',
    the: 'To be or not to be.',
  };

  before(async () => {
    house = openHouse();
    for (const [source, text] of Object.entries(texts))
      await put(house, workspace, source, `About ${source}`, [text]);
    await put(house, workspace, 'titled', 'Quantum handbook', [
      { text: 'Nothing else.', heading: ['Entanglement', 'Bell'] },
    ]);
  });
  after(() => house.close());

  const finds: [query: string, source: keyof typeof texts][] = [
    ['c++', 'cpp'],
    ["O'Reilly", 'book'],
    ['-neg templates', 'cpp'],
    ['col:templates', 'cpp'],
    ['templates AND', 'cpp'],
    ['"templates', 'cpp'],
    ['templates (', 'cpp'],
    ['templates*', 'cpp'],
    ['^templates', 'cpp'],
    ['{templates}: x', 'cpp'],
    ['NEAR(templates)', 'cpp'],
    ['templates + types', 'cpp'],
    ['NOT templates;', 'cpp'],
    ['user', 'code'],
    ['getUserById', 'code'],
    ['get user by id', 'code'],
    ['server', 'code'],
    ['user_name', 'code'],
    ['"1.2.3"', 'version'],
    ['v1.2.3', 'version'],
    ['"boundary layer"', 'layer'],
    ['run wings', 'layer'],
    ['bound*', 'layer'],
    ['机器学习', 'chinese'],
    ['数据', 'chinese'],
    ['検索', 'japanese'],
    ['首都', 'japanese'],
    ['ช่องว่าง', 'thai'],
    ['שלום', 'hebrew'],
    ['العالم بالعالم', 'arabic'],
    ['rocket 🚀', 'emoji'],
    ['cafe agreable', 'accents'],
    ['cafe\u0301', 'accents'],
    ['efficient', 'ligature'],
    ['to be or not', 'the'],
    ['"to be"', 'the'],
  ];
  for (const [query, source] of finds) {
    it(`finds ${source} first for ${query}`, async () => {
      assert.equal((await found(house, workspace, query))[0], texts[source]);
    });
  }

  it('finds a chunk by its title and by its headings', async () => {
    assert.deepEqual(await found(house, workspace, 'quantum'), ['Nothing else.']);
    assert.deepEqual(await found(house, workspace, 'entangled'), ['Nothing else.']);
  });

  it('answers a query of punctuation, and one that only leaves out, with a sentence', async () => {
    for (const [query, sentence] of [
      ['?! … -- ""', /no letter/],
      ['-web', /only says what to leave out/],
      ['🚀', /no letter/],
    ] as const) {
      const { results, warnings } = await house.search.search(workspace, { query, limit: 10 });
      assert.deepEqual(results, []);
      assert.match(warnings.join(), sentence);
    }
  });

  it('leaves out what stands after a minus, words and phrases', async () => {
    assert.equal((await found(house, workspace, 'templates wing')).length, 2);
    assert.deepEqual(await found(house, workspace, 'templates wing -compiling'), [texts.layer]);
    assert.deepEqual(await found(house, workspace, 'templates wing -"boundary layer"'), [texts.cpp]);
    assert.equal((await found(house, workspace, 'templates wing -"layer boundary"')).length, 2);
  });

  it('requires a phrase, counts the words beside it, and takes either side of OR', async () => {
    assert.deepEqual(await found(house, workspace, '"running wing" templates'), [texts.layer]);
    assert.deepEqual(await found(house, workspace, '"wing running"'), []);
    assert.deepEqual(
      (await found(house, workspace, '"running wing" OR "every type"')).sort(),
      [texts.cpp, texts.layer].sort(),
    );
    assert.deepEqual(
      (await found(house, workspace, 'templates OR wing')).sort(),
      [texts.cpp, texts.layer].sort(),
    );
  });

  const highlights: [query: string, passages: string[]][] = [
    ['ran runs wings', ['running', 'wing']],
    ['"boundary layer"', ['boundary-layer']],
    ['bound*', ['boundary']],
    ['user', ['User', 'user']],
    ['机器学习', ['机器学习']],
    ['数据', ['数据']],
    ['cafe', ['café']],
    ['efficient fine', ['e\uFB03cient', 'ﬁne']],
    ['rocket', ['rocket']],
    ['quantum', []],
  ];
  for (const [query, passages] of highlights) {
    it(`highlights ${passages.join(' and ') || 'nothing in the text'} for ${query}`, async () => {
      assert.deepEqual(await marked(house, workspace, query), passages);
    });
  }

  it('scores in [0, 1], best first', async () => {
    const { results } = await house.search.search(workspace, {
      query: 'the templates wing about server',
      limit: 100,
    });
    assert.ok(results.length > 2);
    const scores = results.map((result) => result.score);
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    );
    for (const score of scores) assert.ok(score > 0 && score < 1);
  });

  it('searches only the given sources and names what it does not know', async () => {
    assert.deepEqual(
      await found(house, workspace, 'templates web wing', ['book', 'layer']).then((all) => all.sort()),
      [texts.layer, texts.book].sort(),
    );
    const many = [...Array.from({ length: 200 }, () => newId()), 'book'];
    assert.deepEqual(await found(house, workspace, 'templates web wing', many), [texts.book]);
    const unknown = await house.search.search(workspace, { query: 'web', limit: 9, sourceIds: ['nobody'] });
    assert.deepEqual(unknown.results, []);
    assert.match(unknown.warnings.join(), /nobody/);
    const none = await house.search.search(workspace, { query: 'web', limit: 9, sourceIds: [] });
    assert.deepEqual(none.results, []);
    assert.match(none.warnings.join(), /empty/);
  });

  it('answers any string of 1 to 2,000 characters', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        '"',
        ' -',
        '*',
        ' OR ',
        ' ',
        '-"',
        '(',
        'templates',
        '机器学习',
        'שלום',
        '🚀',
        'the ',
        "'",
        '\u0003',
        '\\',
      ),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 40 }), async (pieces) => {
        const query = pieces.join('').slice(0, 2000);
        const { results } = await house.search.search(workspace, { query, limit: 5 });
        assert.ok(results.length <= 5);
      }),
      { numRuns: 200 },
    );
    for (const unit of ['a ', '"', 'a*', '-x ', '漢', 'OR ', '"a" ', 'aB1'])
      await found(house, workspace, unit.repeat(2000 / unit.length));
  });
});

describe('the index', () => {
  let house: House;
  afterEach(() => house.close());

  it('finds a source as soon as waitUntilIndexed resolves, and never a deleted one', async () => {
    house = openHouse();
    const workspace = newId();
    await put(house, workspace, 'a', 'A', ['apples grow']);
    assert.deepEqual(await found(house, workspace, 'apples'), ['apples grow']);
    const change = house.store.delete(workspace, 'a');
    assert.deepEqual(await found(house, workspace, 'apples'), []);
    await house.search.waitUntilIndexed(workspace, change);
    assert.deepEqual(await found(house, workspace, 'apples'), []);
  });

  it('replaces and deletes sources of many chunks, again and again, in one file', async () => {
    house = openHouse();
    const workspace = newId();
    for (const round of ['first', 'second', 'third']) {
      for (const source of ['a', 'b', 'c']) {
        const chunks = Array.from({ length: 30 }, (_, n) => `apple ${n} ${round} ${source}`);
        await put(house, workspace, source, 'T', chunks);
      }
    }
    assert.equal((await found(house, workspace, 'third')).length, 90);
    assert.deepEqual(await found(house, workspace, 'second'), []);
    for (const source of ['a', 'b', 'c'])
      await house.search.waitUntilIndexed(workspace, house.store.delete(workspace, source));
    assert.deepEqual(await found(house, workspace, 'third'), []);
  });

  it('shows the old chunks of a source or the new ones, never both and never none', async () => {
    house = openHouse();
    const workspace = newId();
    const pages = (mark: string) => Array.from({ length: 1200 }, (_, n) => `pear ${mark} ${n}`);
    await put(house, workspace, 'a', 'A', pages('v0'));
    // The database's side of the switch is atomic; what is watched here is the index alone, so nothing is dropped.
    const chunksById: ChunkStore['chunksById'] = async (_workspace, ids) =>
      new Map(
        ids.map((id) => [
          id,
          {
            chunk_id: id,
            source_id: 'a',
            source_title: 'A',
            text: id,
            heading: [],
            url: null,
            start: 0,
            end: 0,
            place: null,
          },
        ]),
      );
    await house.restart({ ...house.store, chunksById });
    const seen = new Set<string>();
    for (let version = 1; version <= 4; version++) {
      let done = false;
      const switched = house.search
        .waitUntilIndexed(workspace, house.store.put(workspace, 'a', 'A', pages(`v${version}`)))
        .then(() => {
          done = true;
        });
      while (!done) {
        const { results } = await house.search.search(workspace, { query: 'pear', limit: 100 });
        const revisions = new Set(results.map((result) => result.chunk_id.split('/')[1] ?? ''));
        assert.equal(results.length, 100);
        assert.equal(revisions.size, 1);
        for (const revision of revisions) seen.add(revision);
      }
      await switched;
    }
    assert.ok(seen.size >= 4, `versions seen: ${[...seen]}`);
  });

  it('says index_behind when it cannot catch up in time, and answers from what it has', async () => {
    house = openHouse();
    const workspace = newId();
    await put(house, workspace, 'a', 'A', ['apples grow']);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const chunksOf: ChunkStore['chunksOf'] = async (...page) => {
      await held;
      return house.store.chunksOf(...page);
    };
    await house.restart({ ...house.store, chunksOf });
    const change = house.store.put(workspace, 'b', 'B', ['apples fall']);
    const behind = await house.search.search(workspace, { query: 'apples', limit: 9 });
    assert.deepEqual(
      behind.results.map((result) => result.text),
      ['apples grow'],
    );
    assert.match(behind.warnings.join(), /^index_behind:/);
    release();
    await house.search.waitUntilIndexed(workspace, change);
    const current = await house.search.search(workspace, { query: 'apples', limit: 9 });
    assert.equal(current.results.length, 2);
    assert.deepEqual(current.warnings, []);
  });

  it('goes on after a failure of the database, and says so to who waits', async () => {
    house = openHouse();
    const workspace = newId();
    let broken = true;
    const chunksOf: ChunkStore['chunksOf'] = async (...page) => {
      if (broken && page[3] > 0) throw new Error('the database is away');
      return house.store.chunksOf(...page);
    };
    await house.restart({ ...house.store, chunksOf });
    const change = house.store.put(
      workspace,
      'a',
      'A',
      Array.from({ length: 700 }, (_, n) => `plum ${n}`),
    );
    await assert.rejects(house.search.waitUntilIndexed(workspace, change), /the database is away/);
    assert.deepEqual(await found(house, workspace, 'plum'), []);
    broken = false;
    await house.search.waitUntilIndexed(workspace, change);
    assert.equal((await found(house, workspace, 'plum')).length, 100);
    await assert.rejects(house.search.waitUntilIndexed(workspace, change + 1), /no such change/);
  });

  it('passes over a revision that was replaced while it was read', async () => {
    house = openHouse();
    const workspace = newId();
    let raced = false;
    const chunksOf: ChunkStore['chunksOf'] = async (...page) => {
      if (page[3] > 0 && !raced) {
        raced = true;
        house.store.put(workspace, 'a', 'A', ['fig new']);
      }
      return house.store.chunksOf(...page);
    };
    await house.restart({ ...house.store, chunksOf });
    house.store.put(
      workspace,
      'a',
      'A',
      Array.from({ length: 700 }, () => 'fig old'),
    );
    await house.search.waitUntilIndexed(workspace, 2);
    assert.deepEqual(await found(house, workspace, 'fig'), ['fig new']);
  });

  it('is kept over a restart and not read from the database again', async () => {
    house = openHouse();
    const workspace = newId();
    await put(house, workspace, 'a', 'A', ['apples grow']);
    const chunksOf: ChunkStore['chunksOf'] = () => Promise.reject(new Error('asked again'));
    await house.restart({ ...house.store, chunksOf });
    assert.deepEqual(await found(house, workspace, 'apples'), ['apples grow']);
  });

  const damages: Record<string, (path: string) => void> = {
    'is missing': (path) => rmSync(path),
    'is empty': (path) => truncateSync(path, 0),
    'is not a database': (path) => writeFileSync(path, 'not a database at all, '.repeat(1000)),
    'is of another version': (path) => {
      const db = new DatabaseSync(path);
      db.exec(
        "UPDATE meta SET value = '0' WHERE key = 'version'; UPDATE meta SET value = 99 WHERE key = 'applied'",
      );
      db.close();
    },
    'has lost its second half': (path) => truncateSync(path, readFileSync(path).length >> 1),
    'has noise in the middle': (path) => {
      const bytes = readFileSync(path);
      writeFileSync(path, bytes.fill(0xa5, 4096));
    },
  };
  for (const [state, damage] of Object.entries(damages)) {
    it(`is built anew from the database when its file ${state}`, async () => {
      house = openHouse();
      const workspace = newId();
      await put(
        house,
        workspace,
        'a',
        'A',
        Array.from({ length: 100 }, (_, n) => `apples grow ${n}`),
      );
      await house.search.stop();
      damage(house.file(workspace));
      await house.restart();
      // The first answers come from what there is; the index repairs itself behind them.
      for (
        let attempt = 0;
        attempt < 500 && (await found(house, workspace, 'apples')).length < 100;
        attempt++
      ) {
        await sleep(20);
      }
      const { results, warnings } = await house.search.search(workspace, { query: 'apples', limit: 100 });
      assert.equal(results.length, 100);
      assert.deepEqual(warnings, []);
    });
  }

  it('serves 100 workspaces round robin, with at most 64 files open in each thread', async () => {
    house = openHouse();
    const workspaces = Array.from({ length: 100 }, () => newId());
    for (const workspace of workspaces) await put(house, workspace, 'a', 'A', [`apples of ${workspace}`]);
    for (let round = 0; round < 2; round++) {
      for (const workspace of workspaces) {
        assert.deepEqual(await found(house, workspace, 'apples'), [`apples of ${workspace}`]);
      }
    }
    if (process.platform !== 'linux') return;
    assert.ok(openFiles(house.dataDir) <= 2 * 64, `${openFiles(house.dataDir)} database files are open`);
  });

  it('drops a workspace and sweeps what no workspace owns', async () => {
    house = openHouse();
    const [kept, dropped, vanished] = [newId(), newId(), newId()];
    for (const workspace of [kept, dropped, vanished]) await put(house, workspace, 'a', 'A', ['apples']);
    await house.search.drop(dropped);
    assert.equal(existsSync(house.file(dropped)), false);
    house.store.forget(vanished);
    house.store.forget(dropped);
    await house.search.sweep();
    assert.deepEqual(
      readdirSync(join(house.dataDir, 'index')).filter((name) => !name.startsWith(kept)),
      [],
    );
    assert.deepEqual(await found(house, kept, 'apples'), ['apples']);
  });

  it('lowers the chunks of one source beyond the third, so that others come in', async () => {
    house = openHouse();
    const workspace = newId();
    await put(
      house,
      workspace,
      'long',
      'Long',
      Array.from({ length: 10 }, () => 'grape grape grape'),
    );
    await put(house, workspace, 'short', 'Short', [
      'grape and a few more words about other things of the orchard',
    ]);
    const { results } = await house.search.search(workspace, { query: 'grape', limit: 8 });
    assert.ok(results.some((result) => result.source_id === 'short'));
    const scores = results.map((result) => result.score);
    assert.deepEqual(
      scores,
      scores.toSorted((a, b) => b - a),
    );
  });
});

/** How many index files this process has open, WAL and shared memory not counted. */
function openFiles(dataDir: string): number {
  const maps = readdirSync('/proc/self/fd').map((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`);
    } catch {
      return '';
    }
  });
  return maps.filter((path) => path.startsWith(dataDir) && path.endsWith('.sqlite')).length;
}
