import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import { newWorkspace, pointers } from '../../../test/support/resource-behaviour.ts';
import { type Answer, type Service, startService } from '../../../test/support/service.ts';
import { until } from '../../../test/support/until.ts';

const NOWHERE = '01890000-0000-7000-8000-000000000000';
const GUIDE = '# Latency guide\n\nThe quick brown fox measures p95.\n\n## Budget\n\nMoney matters.\n';

onEachDatabaseInFull('sources', (place) => {
  let service: Service;
  before(async () => {
    service = await startService(await place(), {
      'upload-limit-bytes': '6000000',
      'chunks-per-source': '2000',
      'sources-per-workspace': '600',
    });
  });
  after(() => service.stop());

  const call: Service['call'] = (...request) => service.call(...request);

  async function collection(): Promise<string> {
    return `/workspaces/${await newWorkspace(service)}/sources`;
  }
  const add = (path: string, content: string, more: object = {}) =>
    call('POST', path, { type: 'text', content, ...more });
  const search = (path: string, body: object) => call('POST', path.replace(/sources$/, 'search'), body);
  async function upload(
    path: string,
    query: string,
    body: string | Uint8Array | ReadableStream,
    type = 'text/plain',
    more = {},
  ) {
    const response = await fetch(`${service.url}${path}?${query}`, {
      method: 'POST',
      body,
      headers: { 'content-type': type, ...more },
      ...(body instanceof ReadableStream && { duplex: 'half' }),
    } as RequestInit);
    return { status: response.status, headers: response.headers, body: await response.json() } as Answer;
  }
  /** The source once it is `ready` or `failed`. */
  async function settled(path: string, id: string): Promise<Answer['body']> {
    for (let tries = 0; tries < 6000; tries++) {
      const { body } = await call('GET', `${path}/${id}`);
      if (body.status === 'ready' || body.status === 'failed') return body;
      await sleep(10);
    }
    return assert.fail('it was never settled');
  }
  async function ready(path: string, content: string, more: object = {}) {
    const made = await add(path, content, more);
    assert.equal(made.status, 201);
    const source = await settled(path, made.body.id);
    assert.equal(source.status, 'ready');
    return source;
  }
  const get = (path: string) => fetch(service.url + path);
  const found = ({ body }: Answer) => body.results.map((one: { source_id: string }) => one.source_id);

  test('a text becomes ready, has the given fields and ours, and a search finds it at once', async () => {
    const path = await collection();
    const made = await add(path, GUIDE);
    assert.equal(made.status, 201);
    assert.equal(made.headers.get('location'), `${path}/${made.body.id}`);
    assert.equal(made.headers.get('etag'), '"1"');
    assert.equal(made.body.status, 'pending');
    const source = await settled(path, made.body.id);
    const { id, created_at, updated_at, indexed_at, ...rest } = source;
    assert.deepEqual(rest, {
      type: 'text',
      url: null,
      title: 'Latency guide',
      status: 'ready',
      chunk_count: 1,
      classification: 'documentation',
      language: 'en',
      media_type: 'text/plain',
      byte_size: GUIDE.length,
      content_hash: createHash('sha256').update(GUIDE).digest('hex'),
    });
    assert.equal(created_at, made.body.created_at);
    assert.ok(updated_at >= indexed_at);
    assert.deepEqual(found(await search(path, { query: 'fox' })), [id]);
    assert.equal((await call('GET', path.replace('/sources', ''))).body.source_count, 1);
  });

  for (const [what, content, more, title] of [
    ['the one given', GUIDE, { title: 'Mine', filename: 'a.md' }, 'Mine'],
    ['else the first heading', `Words first.\n\n${GUIDE}`, { filename: 'a.md' }, 'Latency guide'],
    ['else the filename', '```\n# no heading\n```\n', { filename: 'notes.md' }, 'notes.md'],
    ['else the first words', 'one two\nthree', {}, 'one two three'],
  ] as const) {
    test(`the title is ${what}`, async () => {
      const { body } = await add(await collection(), content, more);
      assert.equal(body.title, title);
    });
  }

  test('a title is changed, found by its words, kept when the source is read again, and never by who saw another', async () => {
    const path = await collection();
    const { id } = await ready(path, GUIDE);
    const before = await call('GET', `${path}/${id}`);
    const sent = { ...before.body, title: '  Zeppelin handbook ' };
    const renamed = await call('PATCH', `${path}/${id}`, sent, {
      'if-match': before.headers.get('etag') ?? '',
    });
    assert.deepEqual([renamed.status, renamed.body.title], [200, 'Zeppelin handbook']);
    assert.equal((await search(path, { query: 'zeppelin' })).status, 200);
    await until(async () => found(await search(path, { query: 'zeppelin' })).length > 0, 10);
    const [hit] = (await search(path, { query: 'fox' })).body.results;
    assert.equal(hit.source_title, 'Zeppelin handbook');
    await call('POST', `${path}/${id}/reindex`);
    assert.equal((await settled(path, id)).title, 'Zeppelin handbook');
    const stale = await call(
      'PATCH',
      `${path}/${id}`,
      { title: 'Late' },
      { 'if-match': before.headers.get('etag') ?? '' },
    );
    assert.equal(stale.status, 412);
    for (const title of ['', ' ', null, 'x'.repeat(201)])
      assert.equal((await call('PATCH', `${path}/${id}`, { title })).status, 400, String(title));
    assert.equal((await call('PATCH', `${path}/${NOWHERE}`, { title: 'x' })).status, 404);
  });

  test('its chunks are exact slices of its content, in order, page by page', async () => {
    const path = await collection();
    const text = Array.from({ length: 60 }, (_, n) => `## Part ${n} 🙂\n\n${`word${n} `.repeat(150)}`).join(
      '\n\n',
    );
    const { id, chunk_count } = await ready(path, text);
    const content = await (await get(`${path}/${id}/content`)).text();
    assert.equal(content, text);
    const chunks: { id: string; ordinal: number; text: string; location: { start: number; end: number } }[] =
      [];
    let cursor = '';
    do {
      const { body } = await call('GET', `${path}/${id}/chunks?limit=7${cursor}`);
      chunks.push(...body.data);
      cursor = body.next_cursor && `&cursor=${body.next_cursor}`;
    } while (cursor);
    assert.equal(chunks.length, chunk_count);
    for (const [at, { ordinal, text: slice, location }] of chunks.entries()) {
      assert.equal(ordinal, at);
      assert.equal(content.slice(location.start, location.end), slice);
    }
  });

  test('an upload of megabytes, in any pieces, is kept byte for byte and indexed in the background', async () => {
    const path = await collection();
    const line = 'Größe, 大きさ and 🙂 are words of several bytes that pieces may cut in two.\n\n';
    const text = `# Large\n\n${line.repeat(30_000)}`;
    const bytes = Buffer.from(text);
    let at = 0;
    const stream = new ReadableStream({
      pull(controller) {
        if (at >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(at, at + 77_777));
        at += 77_777;
      },
    });
    const made = await upload(
      path,
      'type=text&filename=gro%C3%9F%E2%80%AE.md',
      stream,
      'text/markdown; charset=UTF-8',
    );
    assert.equal(made.status, 201);
    assert.equal(made.body.title, 'Large');
    assert.equal(made.body.byte_size, bytes.length);
    const source = await settled(path, made.body.id);
    // 30,000 short paragraphs make more than 2,000 chunks: refused by name, with the original kept.
    assert.deepEqual(
      [source.status, source.error.code, source.error.retryable],
      ['failed', 'too_many_chunks', false],
    );
    assert.equal(source.chunk_count, 0);
    const original = await get(`${path}/${source.id}/original`);
    assert.equal(original.headers.get('content-type'), 'text/markdown; charset=utf-8');
    assert.equal(original.headers.get('x-content-type-options'), 'nosniff');
    assert.equal(
      original.headers.get('content-disposition'),
      `attachment; filename="gro__.md"; filename*=UTF-8''gro%C3%9F_.md`,
    );
    // Only a PDF is shown: what else others wrote is never a page of this service.
    const asked = await get(`${path}/${source.id}/original?inline=true`);
    assert.match(asked.headers.get('content-disposition') ?? '', /^attachment;/);
    await asked.body?.cancel();
    assert.ok(bytes.equals(Buffer.from(await original.arrayBuffer())));
  });

  test('a text of several pieces is one text again', async () => {
    const path = await collection();
    const text = `${'Wörter '.repeat(110)}\n\n`.repeat(1500).trim();
    const made = await upload(path, 'type=text&title=Long', text);
    const source = await settled(path, made.body.id);
    assert.equal(source.status, 'ready');
    assert.equal(source.title, 'Long');
    assert.equal(await (await get(`${path}/${source.id}/content`)).text(), text);
    assert.equal(
      (await call('GET', `${path}/${source.id}/chunks?limit=1000`)).body.data.length,
      source.chunk_count > 1000 ? 1000 : source.chunk_count,
    );
  });

  test('an upload above the limit is 413 and leaves nothing', async () => {
    const path = await collection();
    const { status, body } = await upload(path, 'type=text', 'x'.repeat(6_000_001));
    assert.deepEqual([status, body.code], [413, 'body_too_large']);
    assert.deepEqual((await call('GET', path)).body.data, []);
  });

  for (const [code, bytes, type] of [
    ['empty_content', ' \n\t\n '],
    ['empty_content', ''],
    ['empty_content', '\u200b\ufeff'],
    ['binary_content', 'a\0b'],
    ['binary_content', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0x41)],
    ['binary_content', Uint8Array.from({ length: 300 }, (_, n) => 1 + ((n * 97) % 255))],
    ['invalid_encoding', Uint8Array.of(0x47, 0x72, 0xf6, 0xdf, 0x65), 'text/plain; charset=utf-8'],
    ['invalid_encoding', Uint8Array.of(0x81), 'text/plain; charset=shift_jis'],
  ] as const) {
    test(`${JSON.stringify(bytes).slice(0, 60)} fails as ${code}, and trying again fails the same way`, async () => {
      const path = await collection();
      const made = await upload(path, 'type=text', bytes, type);
      assert.equal(made.status, 201);
      const source = await settled(path, made.body.id);
      assert.deepEqual([source.status, source.error?.code, source.stage], ['failed', code, undefined]);
      assert.equal((await call('GET', `${path}/${source.id}/content`)).body.code, 'wrong_state');
      const again = await call('POST', `${path}/${source.id}/retry`);
      assert.equal(again.status, 200);
      assert.equal((await settled(path, source.id)).error.code, code);
    });
  }

  const JAPANESE = '境界層は表面の近くにある流れの薄い領域である。';
  const SHIFT_JIS = Buffer.from(
    '8bab8a45917782cd955c96ca82cc8bdf82ad82c982a082e997ac82ea82cc949682a297cc88e682c582a082e98142',
    'hex',
  );
  const utf16 = Buffer.from(`\ufeff${JAPANESE}`, 'utf16le');
  for (const [what, bytes, type, charset, text] of [
    ['UTF-8 with a byte order mark', `\ufeff${JAPANESE}`, 'text/plain', 'utf-8', JAPANESE],
    ['UTF-16 with a byte order mark', utf16, 'text/plain', 'utf-16le', JAPANESE],
    ['big-endian UTF-16', Buffer.from(utf16).swap16(), 'text/plain', 'utf-16be', JAPANESE],
    ['Shift_JIS that nobody declared', SHIFT_JIS, 'text/plain', 'shift_jis', JAPANESE],
    ['Shift_JIS as declared', SHIFT_JIS.subarray(0, 6), 'text/plain; charset=x-sjis', 'shift_jis', '境界層'],
    ['windows-1252', Buffer.from('Gr\xf6\xdfe', 'latin1'), 'text/plain', 'windows-1252', 'Größe'],
    ['declared over what it looks like', 'é', 'text/plain; charset=iso-8859-1', 'windows-1252', 'Ã©'],
  ] as const) {
    test(`a text in ${what} is read, and its original says its encoding`, async () => {
      const path = await collection();
      const made = await upload(path, 'type=text', bytes, type);
      const source = await settled(path, made.body.id);
      assert.deepEqual([source.status, source.title], ['ready', text]);
      assert.equal(await (await get(`${path}/${source.id}/content`)).text(), text);
      const original = await get(`${path}/${source.id}/original`);
      assert.equal(original.headers.get('content-type'), `text/plain; charset=${charset}`);
      assert.ok(Buffer.from(bytes).equals(Buffer.from(await original.arrayBuffer())));
    });
  }

  test('an upload of HTML is read as a page; its kind and language are told', async () => {
    const path = await collection();
    const prose = 'The boundary layer is the thin region of a flow near a surface. '.repeat(8);
    const page = `<!doctype html><title>Flows</title><nav>Home</nav><article><h1>Layers</h1><p>${prose}</p></article>`;
    const made = await upload(path, 'type=text&filename=flows.html', page, 'text/html');
    assert.equal(made.body.title, 'flows.html');
    const source = await settled(path, made.body.id);
    assert.deepEqual([source.status, source.title, source.language], ['ready', 'Flows', 'en']);
    const text = await (await get(`${path}/${source.id}/content`)).text();
    assert.ok(text.includes('thin region') && !text.includes('<') && !text.includes('Home'), text);
    assert.equal(await (await get(`${path}/${source.id}/original`)).text(), page);
  });

  test('a compressed body is 415, and the response names the accepted encoding', async () => {
    const path = await collection();
    for (const type of ['text/plain', 'application/json']) {
      const sent = await upload(path, 'type=text', gzipSync('a'), type, { 'content-encoding': 'gzip' });
      assert.deepEqual([sent.status, sent.body.code], [415, 'unsupported_media_type']);
      assert.equal(sent.headers.get('accept-encoding'), 'identity');
      assert.match(sent.body.detail, /Content-Encoding/);
    }
    assert.equal(
      (await upload(path, 'type=text', 'a', 'text/plain', { 'content-encoding': 'identity' })).status,
      201,
    );
  });

  test('characters that show nothing are taken out of the text, not out of the original', async () => {
    const path = await collection();
    const { id } = await ready(path, 'ig\u200bnore \u{e0041}\u{e0042}this 👩‍🚀');
    assert.equal(await (await get(`${path}/${id}/content`)).text(), 'ignore this 👩‍🚀');
    assert.equal(
      await (await get(`${path}/${id}/original`)).text(),
      'ig\u200bnore \u{e0041}\u{e0042}this 👩‍🚀',
    );
  });

  test('the same content twice is one set of chunks, shown as the source that was asked for', async () => {
    const path = await collection();
    const first = await ready(path, GUIDE);
    const second = await upload(path, 'type=text&filename=copy.md&title=Copy', GUIDE);
    assert.equal(second.status, 201);
    assert.equal(second.body.duplicate_of, first.id);
    assert.deepEqual([second.body.status, second.body.chunk_count], ['ready', 1]);
    assert.deepEqual(found(await search(path, { query: 'fox' })), [first.id]);
    const copy = await search(path, { query: 'fox', source_ids: [second.body.id] });
    assert.deepEqual([found(copy), copy.body.results[0].source_title], [[second.body.id], 'Copy']);
    const both = await search(path, { query: 'fox', source_ids: [second.body.id, first.id] });
    assert.deepEqual(found(both), [first.id]);
  });

  test('a copy outlives the source it is a copy of, and the last one takes the content with it', async () => {
    const path = await collection();
    const first = await ready(path, GUIDE);
    const second = (await add(path, GUIDE, { title: 'Copy' })).body;
    assert.equal((await call('DELETE', `${path}/${first.id}`)).status, 204);
    assert.deepEqual(found(await search(path, { query: 'fox' })), [second.id]);
    const left = (await call('GET', `${path}/${second.id}`)).body;
    assert.deepEqual([left.duplicate_of, left.status, left.chunk_count], [undefined, 'ready', 1]);
    assert.equal(await (await get(`${path}/${second.id}/original`)).text(), GUIDE);
    assert.equal((await call('DELETE', `${path}/${second.id}`)).status, 204);
    assert.deepEqual(found(await search(path, { query: 'fox' })), []);
    const third = await ready(path, GUIDE);
    assert.equal(third.duplicate_of, undefined);
    assert.deepEqual(found(await search(path, { query: 'fox' })), [third.id]);
  });

  test('many copies at once have one owner', async () => {
    const path = await collection();
    const made = await Promise.all(Array.from({ length: 12 }, () => add(path, GUIDE)));
    assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]));
    const all = (await call('GET', path)).body.data as { id: string; duplicate_of?: string }[];
    const owners = all.filter((source) => source.duplicate_of === undefined);
    assert.equal(owners.length, 1);
    assert.deepEqual(
      new Set(all.map(({ duplicate_of }) => duplicate_of)),
      new Set([undefined, owners[0]?.id]),
    );
  });

  test('a deleted source is gone everywhere; a second delete is 404, a stale If-Match 412', async () => {
    const path = await collection();
    const { id } = await ready(path, GUIDE);
    assert.equal((await call('DELETE', `${path}/${id}`, undefined, { 'if-match': '"7"' })).status, 412);
    assert.equal((await call('DELETE', `${path}/${id}`, undefined, { 'if-match': '"1"' })).status, 204);
    assert.equal((await call('DELETE', `${path}/${id}`)).status, 404);
    for (const more of ['', '/chunks', '/content', '/original']) {
      assert.equal((await call('GET', `${path}/${id}${more}`)).status, 404);
    }
    for (const verb of ['reindex', 'retry']) {
      assert.equal((await call('POST', `${path}/${id}/${verb}`)).status, 404);
    }
    assert.deepEqual((await call('GET', path)).body.data, []);
    assert.deepEqual(found(await search(path, { query: 'fox' })), []);
    assert.equal((await call('GET', path.replace('/sources', ''))).body.source_count, 0);
  });

  test('a deletion while it is being indexed wins', async () => {
    const path = await collection();
    const text = `${'deleted words '.repeat(150)}\n\n`.repeat(500);
    const { body } = await add(path, text);
    assert.equal((await call('DELETE', `${path}/${body.id}`)).status, 204);
    const after = await ready(path, 'words of another');
    assert.deepEqual(found(await search(path, { query: 'words' })), [after.id]);
  });

  test('reindexing keeps the ids of unchanged chunks, also in pages and searches', async () => {
    const path = await collection();
    const text = Array.from({ length: 30 }, (_, n) => `## Part ${n}\n\n${'word '.repeat(200)}`).join('\n\n');
    const { id } = await ready(path, text);
    const first = (await call('GET', `${path}/${id}/chunks?limit=5`)).body;
    const before = (await call('GET', `${path}/${id}/chunks?limit=1000`)).body.data;
    assert.equal((await call('POST', `${path}/${id}/reindex`)).status, 200);
    assert.ok(found(await search(path, { query: 'word' })).length > 0, 'the chunks went for a while');
    await settled(path, id);
    assert.deepEqual((await call('GET', `${path}/${id}/chunks?limit=1000`)).body.data, before);
    const second = await call('GET', `${path}/${id}/chunks?limit=5&cursor=${first.next_cursor}`);
    assert.deepEqual(second.body.data, before.slice(5, 10));
    const results = (await search(path, { query: 'word', limit: 100 })).body.results as {
      chunk_id: string;
    }[];
    const ids = results.map(({ chunk_id }) => chunk_id).sort();
    assert.deepEqual(ids, before.map((chunk: { id: string }) => chunk.id).sort());
  });

  test('retry of a source that is ready is 409', async () => {
    const path = await collection();
    const { id } = await ready(path, GUIDE);
    const { status, body } = await call('POST', `${path}/${id}/retry`);
    assert.deepEqual([status, body.code], [409, 'wrong_state']);
  });

  test('filters choose; a value that no source can have matches nothing and names the known ones', async () => {
    const path = await collection();
    const good = await ready(path, GUIDE);
    const bad = await settled(path, (await add(path, ' ')).body.id);
    const ids = async (query: string) =>
      (await call('GET', `${path}?${query}`)).body.data.map((one: { id: string }) => one.id);
    assert.deepEqual(await ids('status=ready'), [good.id]);
    assert.deepEqual(await ids('status=failed&type=text'), [bad.id]);
    assert.deepEqual(await ids('type=pdf'), []);
    assert.deepEqual(await ids('classification=documentation'), [good.id]);
    assert.deepEqual(await ids('classification=other'), [bad.id]);
    for (const query of ['status=done', 'status=done&limit=5']) {
      const { body } = await call('GET', `${path}?${query}`);
      assert.deepEqual(body, {
        data: [],
        next_cursor: null,
        warnings: ['No source has the status "done"; known: pending, processing, ready, failed.'],
      });
    }
  });

  test('without a limit all sources are listed, with one pages of them; one too many is refused', async () => {
    const path = await collection();
    for (let from = 0; from < 600; from += 100) {
      const made = await Promise.all(Array.from({ length: 100 }, (_, n) => add(path, `text ${from + n}`)));
      assert.deepEqual(new Set(made.map(({ status }) => status)), new Set([201]));
    }
    const all = (await call('GET', path)).body;
    assert.equal(all.next_cursor, null);
    const ids = all.data.map(({ id }: { id: string }) => id);
    assert.equal(new Set(ids).size, 600);
    assert.deepEqual(ids, [...ids].sort().reverse());
    const paged: string[] = [];
    let cursor = '';
    do {
      const { body } = await call('GET', `${path}?limit=250${cursor}`);
      paged.push(...body.data.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor && `&cursor=${body.next_cursor}`;
    } while (cursor);
    assert.deepEqual(paged, ids);
    const { status, body } = await add(path, 'one too many');
    assert.deepEqual([status, body.code], [422, 'limit_exceeded']);
    assert.equal((await call('DELETE', `${path}/${ids[0]}`)).status, 204);
    assert.equal((await add(path, 'room again')).status, 201);
    // What still waits to be read would hold up the tests that follow.
    assert.equal((await call('DELETE', path.replace('/sources', ''))).status, 204);
  });

  test('an Idempotency-Key makes a source once, as JSON and as an upload', async () => {
    const path = await collection();
    const headers = { 'idempotency-key': 'k' };
    const body = { type: 'text', content: GUIDE };
    const first = await call('POST', path, body, headers);
    const again = await call('POST', path, body, headers);
    assert.deepEqual([again.headers.get('idempotency-replayed'), again.body], ['true', first.body]);
    const large = 'x y '.repeat(400_000);
    const other = { 'idempotency-key': 'u' };
    const sent = await upload(path, 'type=text', large, 'text/plain', other);
    const resent = await upload(path, 'type=text', large, 'text/plain', other);
    assert.deepEqual([resent.headers.get('idempotency-replayed'), resent.body], ['true', sent.body]);
    assert.equal(
      (await upload(path, 'type=text', 'other', 'text/plain', other)).body.code,
      'idempotency_mismatch',
    );
    assert.equal((await call('GET', path)).body.data.length, 2);
  });

  const refused: [string, object, number, string, string[]][] = [
    ['no type', { content: 'x' }, 400, 'invalid_request', ['/type']],
    ['an unknown type', { type: 'web' }, 400, 'invalid_request', ['/type']],
    ['a text without content', { type: 'text', url: 'https://a.b' }, 400, 'invalid_request', ['/content']],
    ['a text that is a number', { type: 'text', content: 5 }, 400, 'invalid_request', ['/content']],
    ['a url without url', { type: 'url', content: 'x' }, 400, 'invalid_request', ['/url']],
    ['a url of a file', { type: 'url', url: 'file:///etc/passwd' }, 400, 'invalid_request', ['/url']],
    ['a pdf without content', { type: 'pdf' }, 400, 'invalid_request', ['/content']],
    ['a pdf that is not base64', { type: 'pdf', content: 'ä' }, 400, 'invalid_request', ['/content']],
    ['an unknown field', { type: 'text', content: 'x', tags: [] }, 400, 'invalid_request', ['/tags']],
    ['a lone surrogate', { type: 'text', content: 'a\ud800' }, 400, 'invalid_string', ['/content']],
    ['an address with a password', { type: 'url', url: 'https://a:b@c.d' }, 400, 'invalid_request', ['/url']],
    [
      'a list of issues',
      { type: 'github', url: 'https://github.com/a/b/issues' },
      400,
      'invalid_request',
      ['/url'],
    ],
    ['another host', { type: 'github', url: 'https://example.com/a/b' }, 400, 'invalid_request', ['/url']],
    ['a channel', { type: 'youtube', url: 'https://youtube.com/@x' }, 400, 'invalid_request', ['/url']],
    ['a video without id', { type: 'youtube', url: 'https://youtu.be/x' }, 400, 'invalid_request', ['/url']],
  ];
  for (const [what, body, status, code, at] of refused) {
    test(`${what} is ${status} ${code}`, async () => {
      const path = await collection();
      const answer = await call('POST', path, body);
      assert.deepEqual([answer.status, answer.body.code, pointers(answer)], [status, code, at]);
      assert.deepEqual((await call('GET', path)).body.data, []);
    });
  }

  test('a text keeps its url, and null stands for not given', async () => {
    const path = await collection();
    const kept = await add(path, 'a', { url: 'https://example.com/a', filename: null, title: null });
    assert.deepEqual([kept.status, kept.body.url], [201, 'https://example.com/a']);
  });

  const uploads: [string, string, string, number, string][] = [
    ['an upload without a type', '', 'text/plain', 400, 'invalid_request'],
    ['a pdf sent as text', 'type=pdf', 'text/plain', 415, 'unsupported_media_type'],
    ['a text sent as pdf', 'type=text', 'application/pdf', 415, 'unsupported_media_type'],
    ['an upload of an address', 'type=url', 'text/plain', 400, 'invalid_request'],
    [
      'an upload in an encoding that nobody knows',
      'type=text',
      'text/plain; charset=klingon',
      415,
      'unsupported_media_type',
    ],
    ['an upload of a picture', 'type=text', 'image/png', 415, 'unsupported_media_type'],
    ['a pdf sent as bytes', 'type=pdf', 'application/octet-stream', 415, 'unsupported_media_type'],
    ['a merge patch', 'type=text', 'application/merge-patch+json', 415, 'unsupported_media_type'],
    ['an upload with an unknown parameter', 'type=text&tag=a', 'text/plain', 400, 'invalid_request'],
    ['an upload with NUL in its name', 'type=text&filename=a%00b', 'text/plain', 400, 'invalid_string'],
    ['JSON with a type in the address', 'type=text', 'application/json', 400, 'invalid_request'],
  ];
  for (const [what, query, type, status, code] of uploads) {
    test(`${what} is ${status} ${code}`, async () => {
      const path = await collection();
      const body = type.includes('json') ? '{"type":"text","content":"x"}' : 'x';
      const answer = await upload(path, query, body, type);
      assert.deepEqual([answer.status, answer.body.code], [status, code]);
      assert.deepEqual((await call('GET', path)).body.data, []);
    });
  }

  for (const type of ['text/csv', 'application/x-ndjson', 'application/jsonl']) {
    test(`rows sent as ${type} are a text, and whoever sends another type is told of it`, async () => {
      const path = await collection();
      const made = await upload(path, 'type=text&filename=rows', '{"input":"a"}\n{"input":"b"}\n', type);
      assert.deepEqual([made.status, made.body.media_type], [201, type]);
      const other = await upload(path, 'type=text', 'x', 'application/x-rows');
      assert.ok(other.body.detail.includes(type), other.body.detail);
    });
  }

  test('sources of other workspaces do not exist here', async () => {
    const here = await collection();
    const there = await collection();
    const { id } = await ready(here, GUIDE);
    for (const more of ['', '/chunks', '/content', '/original']) {
      assert.equal((await call('GET', `${there}/${id}${more}`)).status, 404);
    }
    assert.equal((await call('DELETE', `${there}/${id}`)).status, 404);
    assert.deepEqual(found(await search(there, { query: 'fox' })), []);
    const asked = await search(there, { query: 'fox', source_ids: [id] });
    assert.deepEqual(asked.body.results, []);
    assert.match(asked.body.warnings[0], new RegExp(id));
    assert.equal((await add(`/workspaces/${NOWHERE}/sources`, 'x')).status, 404);
  });
});
