import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import { type EvaluationService, startEvaluationService } from '../../../test/support/evaluation-service.ts';
import { makeXlsx } from '../../../test/support/make-xlsx.ts';
import { pointers } from '../../../test/support/resource-behaviour.ts';
import { until } from '../../../test/support/until.ts';

const TABLE = 'Nr;Topic;Note\n1;Capital of France?;Paris\n2;Capital of Italy?;Rome\n';
const COLUMNS = { input: 'Topic', expected: 'Note' };

onEachDatabaseInFull('the columns of a dataset, kept with its source', (place) => {
  let service: EvaluationService;
  before(async () => {
    service = await startEvaluationService(await place(), {});
  });
  after(() => service.stop());

  const echo = { target_type: 'model', model_provider: 'baseline', model_id: 'echo', label: 'echo' };
  const asks = (subset: string) => ({
    targets: [echo],
    benchmarks: [{ benchmark_type: 'dataset', subset }],
  });

  async function newTable(more: object = {}, content = TABLE) {
    const workspaceId = await service.newWorkspace();
    const path = `/workspaces/${workspaceId}/sources`;
    const { status, body } = await service.call('POST', path, {
      type: 'text',
      title: 'Capitals',
      content,
      ...more,
    });
    assert.equal(status, 201, JSON.stringify(body));
    const source = `${path}/${body.id}`;
    await until(async () => (await service.call('GET', source)).body.status === 'ready', 20);
    return { workspaceId, source };
  }
  async function asked(workspaceId: string) {
    const path = await service.start(workspaceId, asks('Capitals'));
    assert.equal((await service.ended(path)).status, 'completed');
    const samples = await service.samples(path);
    return samples.map(({ expected, answer }) => [answer, expected]).sort();
  }

  test('are given when it is added, shown, and used by every evaluation without being restated', async () => {
    const { workspaceId, source } = await newTable({ columns: COLUMNS, grader: 'contains' });
    const { body } = await service.call('GET', source);
    assert.deepEqual([body.columns, body.grader], [COLUMNS, 'contains']);
    const path = await service.start(workspaceId, asks('Capitals'));
    await service.ended(path);
    const samples = await service.samples(path);
    assert.deepEqual(samples.map(({ answer, expected }) => [answer, expected]).sort(), [
      ['Capital of France?', 'Paris'],
      ['Capital of Italy?', 'Rome'],
    ]);
  });

  test('are changed by a merge patch, and leave the ETag where nothing changes', async () => {
    const { workspaceId, source } = await newTable();
    const before = await service.call('GET', source);
    assert.deepEqual([before.body.columns, before.body.grader], [undefined, undefined]);
    const etag = (await service.call('PATCH', source, { columns: COLUMNS })).headers.get('etag');
    assert.notEqual(etag, before.headers.get('etag'));
    assert.equal((await service.call('PATCH', source, { columns: COLUMNS })).headers.get('etag'), etag);
    const grader = { type: 'contains', options: { whole_words: true } };
    const stale = await service.call('PATCH', source, { grader }, { 'if-match': '"1"' });
    assert.equal(stale.status, 412);
    const merged = await service.call(
      'PATCH',
      source,
      { columns: { id: 'Nr' }, grader },
      { 'if-match': etag ?? '' },
    );
    assert.deepEqual([merged.body.columns, merged.body.grader], [{ ...COLUMNS, id: 'Nr' }, grader]);
    assert.deepEqual((await asked(workspaceId))[0], ['Capital of France?', 'Paris']);
    const turned = await service.call('PATCH', source, {
      columns: { input: 'Note', expected: 'Topic', id: null },
    });
    assert.deepEqual(turned.body.columns, { input: 'Note', expected: 'Topic' });
    assert.deepEqual((await asked(workspaceId))[0], ['Paris', 'Capital of France?']);
    const cleared = await service.call('PATCH', source, { columns: null, grader: null });
    assert.deepEqual([cleared.body.columns, cleared.body.grader], [undefined, undefined]);
    const again = await service.call('PATCH', source, { ...merged.body, title: 'Capitals' });
    assert.deepEqual(again.body.columns, merged.body.columns, 'a source that was read may be sent back');
  });

  test('are also variables of a custom evaluation, beside the names of the table', async () => {
    const { workspaceId } = await newTable({ columns: COLUMNS });
    const path = await service.start(workspaceId, {
      targets: [echo],
      custom_eval: {
        prompt_template: '{{Nr}} {{input}}',
        dataset: 'Capitals',
        criteria: [{ name: 'same', grader: 'contains' }],
      },
    });
    await service.ended(path);
    const samples = await service.samples(path);
    assert.deepEqual(samples.map(({ answer, expected }) => [answer, expected]).sort(), [
      ['1 Capital of France?', 'Paris'],
      ['2 Capital of Italy?', 'Rome'],
    ]);
  });

  test('belong to one source, not to others of the same content', async () => {
    const { workspaceId, source } = await newTable({ columns: COLUMNS });
    const path = `/workspaces/${workspaceId}/sources`;
    const twin = await service.call('POST', path, { type: 'text', title: 'Twin', content: TABLE });
    assert.equal(twin.body.duplicate_of, source.split('/').at(-1));
    assert.equal(twin.body.columns, undefined);
    const patched = await service.call('PATCH', `${path}/${twin.body.id}`, { columns: { input: 'Nr' } });
    assert.deepEqual(patched.body.columns, { input: 'Nr' });
    assert.deepEqual((await service.call('GET', source)).body.columns, COLUMNS);
  });

  test('that do not fit are refused where they are said or used', async () => {
    const { workspaceId, source } = await newTable({ columns: { input: 'Topic' } });
    const path = `/workspaces/${workspaceId}/evaluations/estimate`;
    const incomplete = await service.call('POST', path, { name: 'x', ...asks('Capitals') });
    assert.equal(incomplete.status, 422);
    assert.match(incomplete.body.detail, /columns names no expected\. .*the table has: Nr, Topic, Note/);
    const given = { type: 'text', title: 'Given', content: TABLE, columns: { input: 'Answer' } };
    for (const unknown of [
      await service.call('PATCH', source, { columns: { expected: 'Answer' } }),
      await service.call('POST', `/workspaces/${workspaceId}/sources`, given),
    ]) {
      assert.deepEqual([unknown.status, pointers(unknown)], [422, ['/columns']]);
      assert.match(
        unknown.body.detail,
        /columns names "Answer", which the table does not have; it has: Nr, Topic, Note/,
      );
    }
    assert.deepEqual((await service.call('GET', source)).body.columns, { input: 'Topic' });
    for (const [patch, at] of [
      [{ columns: { question: 'Topic' } }, '/columns/question'],
      [{ columns: { input: '' } }, '/columns/input'],
      [{ columns: { expected: [] } }, '/columns/expected'],
      [{ columns: 'Topic' }, '/columns'],
      [{ grader: '' }, '/grader'],
      [{ grader: { type: 'contains', whole: true } }, '/grader'],
    ] as const) {
      const refused = await service.call('PATCH', source, patch);
      assert.equal(refused.status, 400, JSON.stringify(patch));
      assert.ok(
        pointers(refused).some((one: string) => one.startsWith(at)),
        `${at}: ${pointers(refused)}`,
      );
    }
  });

  const GRADERS: [grader: unknown, says: RegExp][] = [
    ['nope', /there is no grader "nope"; known: /],
    [{ type: 'composite', options: { parts: [] } }, /it has an empty list of parts/],
    [{ type: 'literal', options: { at: 'middle' } }, /option "at" must be one of/],
    [{ type: 'composite', options: { parts: [{ grader: 'nope' }] } }, /part 1: there is no grader "nope"/],
  ];
  for (const [grader, says] of GRADERS) {
    test(`with the grader ${JSON.stringify(grader)} are refused where it is said`, async () => {
      const { workspaceId, source } = await newTable();
      const made = { type: 'text', title: 'New', content: TABLE, grader };
      const answers = [
        await service.call('PATCH', source, { grader }),
        await service.call('POST', `/workspaces/${workspaceId}/sources`, made),
      ];
      for (const { status, body } of answers) {
        assert.deepEqual([status, body.errors?.[0].pointer], [422, '/grader'], JSON.stringify(body));
        assert.match(body.detail, says);
      }
    });
  }

  test('with a composite whose parts leave to the rows what is expected are taken', async () => {
    const { source } = await newTable();
    const grader = { type: 'composite', options: { parts: [{ grader: 'contains' }] } };
    assert.equal((await service.call('PATCH', source, { grader })).status, 200);
  });

  const WORKBOOK = makeXlsx([
    { name: 'Notes', rows: [['a'], ['b']] },
    {
      name: 'Capitals',
      rows: [
        ['Question', 'Answer'],
        ['Capital of France?', 'Paris'],
        ['Capital of Italy?', 'Rome'],
      ],
    },
  ]);
  const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

  async function upload(bytes: Uint8Array, query: string, type = 'application/octet-stream') {
    const workspaceId = await service.newWorkspace();
    const path = `/workspaces/${workspaceId}/sources`;
    const response = await fetch(`${service.url}${path}?type=text&title=Capitals${query}`, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': type },
    } as RequestInit);
    const body = (await response.json()) as { id: string; detail: string };
    return { workspaceId, status: response.status, body, source: `${path}/${body.id}` };
  }
  const settled = (source: string) =>
    until(async () => {
      const { body } = await service.call('GET', source);
      return ['ready', 'failed'].includes(body.status) && body;
    }, 20);

  test('a workbook is uploaded, read by its sheet, and asked as a dataset', async () => {
    const { workspaceId, status, source } = await upload(WORKBOOK, '&sheet=Capitals&filename=c.xlsx', XLSX);
    assert.equal(status, 201);
    const { status: state, sheet, media_type } = await settled(source);
    assert.deepEqual([state, sheet, media_type], ['ready', 'Capitals', XLSX]);
    assert.deepEqual(await asked(workspaceId), [
      ['Capital of France?', 'Paris'],
      ['Capital of Italy?', 'Rome'],
    ]);
    const original = await fetch(`${service.url}${source}/original`);
    assert.deepEqual(Buffer.from(await original.arrayBuffer()), Buffer.from(WORKBOOK));
    assert.equal(original.headers.get('content-type'), XLSX);
    const sent = await service.call('PATCH', source, { sheet: 'Notes', columns: { id: 'Question' } });
    assert.deepEqual([sent.body.sheet, sent.body.columns], ['Capitals', { id: 'Question' }]);
  });

  test('the same workbook by another sheet is another content', async () => {
    const { workspaceId, source } = await upload(WORKBOOK, '&sheet=Capitals');
    await settled(source);
    const path = `${service.url}/workspaces/${workspaceId}/sources?type=text&title=Notes&sheet=Notes`;
    const notes = await fetch(path, {
      method: 'POST',
      body: WORKBOOK,
      headers: { 'content-type': XLSX },
    } as RequestInit);
    const body = (await notes.json()) as { duplicate_of?: string };
    assert.deepEqual([notes.status, body.duplicate_of], [201, undefined]);
  });

  test('a packed table is unpacked, and asked as a dataset', async () => {
    const { workspaceId, source } = await upload(
      gzipSync('input,expected\nCapital of France?,Paris\n'),
      '',
      'application/gzip',
    );
    assert.equal((await settled(source)).status, 'ready');
    assert.deepEqual(await asked(workspaceId), [['Capital of France?', 'Paris']]);
  });

  for (const [what, bytes, query, why] of [
    ['an unknown sheet', WORKBOOK, '&sheet=Sums', /no sheet "Sums"; it has: "Notes", "Capitals"/],
    ['a text with a sheet', Buffer.from('a,b\n1,2\n'), '&sheet=Sums', /has no sheets/],
    ['a truncated workbook', WORKBOOK.subarray(0, 200), '', /damaged|truncated/],
    ['a picture', Buffer.from('89504e470d0a1a0a41', 'hex'), '', /binary/],
    [
      'a cell with an error',
      makeXlsx([
        {
          name: 's',
          rows: [
            ['q', 'a'],
            ['x?', { xml: '<c t="e"><v>#N/A</v></c>' }],
          ],
        },
      ]),
      '',
      /row 2, column "a": the cell shows the error #N\/A/,
    ],
  ] as const)
    test(`${what} fails as a source, and says why`, async () => {
      const { source } = await upload(bytes, query);
      const { status, error } = await settled(source);
      assert.equal(status, 'failed');
      assert.match(error.message, why);
    });

  test('a sheet of a CSV file is refused at once', async () => {
    const { status, body } = await upload(Buffer.from('a,b\n'), '&sheet=x', 'text/csv');
    assert.equal(status, 400);
    assert.match(body.detail, /\/sheet is only for workbooks/);
  });
});
