import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { after, before, describe, it } from 'node:test';
import { endsAs, startHostileServers } from '../../../test/support/hostile-inputs.ts';
import { inFull } from '../../../test/support/in-full.ts';
import { silentLog } from '../../../test/support/silent-log.ts';
import type { ParseTask } from './parse-task.ts';
import { PARSER_LIMITS } from './parser-pool/parser-limits.ts';
import { createParserPool, type ParserPool } from './parser-pool/parser-pool.ts';
import { createReading, type ReadingService } from './reading.ts';

// Less memory than it really is, so that what runs into that does so soon. Time is what it really is and processes
// run like everything else: nothing here is to fail because the machine is busy.
const LIMITS = { ...PARSER_LIMITS, residentBytes: 450 * 1024 ** 2, nice: 0 };
const html = (body: string) => `<!doctype html><html><body>${body}</body></html>`;
const words = (count: number) => 'word '.repeat(count);

describe('hostile input', async () => {
  // Started here and not in a hook, because its list is the table of sentences.
  const servers = await startHostileServers();
  let reading: ReadingService;

  before(() => {
    reading = createReading({
      settings: {
        allowPrivateNetworks: false,
        fetchAllowHosts: servers.allowed,
        dataDir: tmpdir(),
        githubUrl: new URL('https://github.com'),
        githubApiUrl: new URL(servers.githubApiUrl),
        githubToken: undefined,
        youtubeUrl: new URL('https://www.youtube.com'),
        userAgent: 'Touchstone/test',
      },
      log: silentLog,
      limits: LIMITS,
      times: { connectMs: 30_000, headersMs: 60_000, totalMs: 120_000 },
    });
  });

  after(async () => {
    await reading.stop();
    await servers.stop();
  });

  for (const input of servers.inputs.filter((_, i) => i % inFull(3, 1) === 0)) {
    const { name, source } = input;
    it(`survives ${name}, and reads an ordinary page after it`, async () => {
      const result = await reading.read(source, {});
      const good = await reading.read({ type: 'url', url: servers.goodUrl }, {});
      assert.ok(good.ok && good.title === 'x', `nothing is read any more: ${JSON.stringify(good)}`);
      const text = result.ok ? result.documents.map(({ content }) => content).join('\n') : result.error.code;
      assert.ok(endsAs(input, text), text.slice(0, 100));
      if (source.type === 'url') assert.doesNotMatch(text, /(?<!\\)<script/);
    });
  }
});

describe('a parsing process', () => {
  const limits = { ...PARSER_LIMITS, nice: 0 };
  let parsers: ParserPool;
  before(() => {
    parsers = createParserPool({ log: silentLog, limits });
  });
  after(() => parsers.stop());

  const task: ParseTask = { do: 'text', mediaType: '', charset: '', name: 'a.txt' };
  const { signal } = new AbortController();
  async function* bytes(text: string) {
    yield Buffer.from(text);
  }

  it('reads many documents at once, in the order in which they were asked for', async () => {
    const texts = Array.from({ length: 40 }, (_, n) => `Document ${n} says its number, which is ${n}.`);
    const parsed = await Promise.all(texts.map((one) => parsers.parse(task, bytes(one), { signal })));
    assert.deepEqual(
      parsed.map(({ documents }) => documents[0]?.content),
      texts,
    );
  });

  it('is replaced when its document takes too long, and the others are still read', async () => {
    const never: ParseTask = { do: 'html', url: 'https://example.org/', charset: '' };
    const attributes = Array.from({ length: 200_000 }, (_, n) => `a${n}="1"`);
    const slowPage = html(`<p ${attributes.join(' ')}>${words(60)}</p>`);
    let begun = () => {};
    const hasBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    async function* slowBytes() {
      begun();
      yield Buffer.from(slowPage);
    }
    limits.processorMs = 2_000;
    const slow = parsers.parse(never, slowBytes(), { signal });
    await hasBegun;
    limits.processorMs = PARSER_LIMITS.processorMs;
    const quick = parsers.parse(task, bytes('A quick one.'), { signal });
    await assert.rejects(slow, { code: 'parsing_timed_out' });
    assert.equal((await quick).documents[0]?.content, 'A quick one.');
    assert.equal((await parsers.parse(task, bytes('After.'), { signal })).documents[0]?.content, 'After.');
  });

  it('is ended when its source breaks off, and the failure is the source’s', async () => {
    async function* broken() {
      yield Buffer.from('half');
      throw new TypeError('the source broke');
    }
    await assert.rejects(parsers.parse(task, broken(), { signal }), { code: 'parsing_crashed' });
    assert.equal((await parsers.parse(task, bytes('After.'), { signal })).documents[0]?.content, 'After.');
  });

  it('is ended when nobody wants its document any more', async () => {
    const abort = new AbortController();
    async function* waiting() {
      yield Buffer.from('half');
      await new Promise<void>((resolve) => abort.signal.addEventListener('abort', () => resolve()));
    }
    const parsing = parsers.parse(task, waiting(), { signal: abort.signal });
    setTimeout(() => abort.abort(), 100);
    await assert.rejects(parsing, { code: 'stopped' });
  });

  it('that cannot be started where Node is gone is no lack of resources', async () => {
    const own = createParserPool({ log: silentLog });
    const { execPath } = process;
    process.execPath = '/nowhere/node';
    try {
      await assert.rejects(own.parse(task, bytes('x'), { signal }), { code: 'parsing_crashed' });
    } finally {
      process.execPath = execPath;
    }
    assert.equal((await own.parse(task, bytes('After.'), { signal })).documents[0]?.content, 'After.');
    await own.stop();
  });

  it('that is not started any more says so', async () => {
    const own = createParserPool({ log: silentLog });
    await own.stop();
    await assert.rejects(own.parse(task, bytes('x'), { signal }), { code: 'stopped' });
  });
});
