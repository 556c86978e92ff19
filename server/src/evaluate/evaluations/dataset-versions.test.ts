import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import { type EvaluationService, startEvaluationService } from '../../../test/support/evaluation-service.ts';
import type { Answer } from '../../../test/support/service.ts';
import { until } from '../../../test/support/until.ts';

const TABLE =
  'input,expected,topic\nCapital of France?,Paris,geo\nCapital of Italy?,Rome,geo\nOne and one?,2,sums\n';
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

onEachDatabaseInFull('the rows of a dataset and their versions', (place) => {
  let service: EvaluationService;
  before(async () => {
    service = await startEvaluationService(await place(), {});
  });
  after(() => service.stop());

  const echo = { target_type: 'model', model_provider: 'baseline', model_id: 'echo', label: 'echo' };

  async function newTable(content = TABLE, title = 'Capitals') {
    const workspaceId = await service.newWorkspace();
    const path = `/workspaces/${workspaceId}/sources`;
    const { body } = await service.call('POST', path, { type: 'text', title, content });
    const source = `${path}/${body.id}`;
    await until(async () => (await service.call('GET', source)).body.status === 'ready', 20);
    return { workspaceId, source };
  }
  const rows = async (source: string, query = '') =>
    (await service.call('GET', `${source}/rows${query}`)).body;
  const change = (
    source: string,
    operations: object[],
    more: object = {},
    headers: Record<string, string> = {},
  ) => service.call('POST', `${source}/rows`, { operations, ...more }, headers);
  const versions = async (source: string) => (await service.call('GET', `${source}/versions`)).body.data;
  const fieldsOf = (page: Answer['body']) => page.data.map(({ fields }: { fields: object }) => fields);

  test('an uploaded table has one version, named by the hash of its text, and rows page by page', async () => {
    const { source } = await newTable();
    const first = await rows(source, '?limit=2');
    assert.deepEqual(first, {
      version: sha256(TABLE),
      row_count: 3,
      data: [
        { row: 1, fields: { input: 'Capital of France?', expected: 'Paris', topic: 'geo' } },
        { row: 2, fields: { input: 'Capital of Italy?', expected: 'Rome', topic: 'geo' } },
      ],
      next_cursor: '3',
    });
    const last = await rows(source, '?limit=2&cursor=3');
    assert.deepEqual([last.data.length, last.data[0].row, last.next_cursor], [1, 3, null]);
    const [only, ...others] = await versions(source);
    assert.deepEqual([only.version, only.number, only.created_by, others], [sha256(TABLE), 1, null, []]);
  });

  test('rows are added, edited and removed together, by the numbers of the version that is named', async () => {
    const { source } = await newTable();
    const { version } = await rows(source);
    const made = await change(
      source,
      [
        { op: 'edit', row: 2, fields: { expected: 'Roma', topic: null, checked: true } },
        { op: 'remove', row: 1 },
        { op: 'add', row: 3, fields: { input: 'Two and two?', expected: '4' } },
        { op: 'add', fields: { input: 'Three and three?', expected: '6' } },
      ],
      { version },
    );
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const present = await rows(source);
    assert.deepEqual(fieldsOf(present), [
      { input: 'Capital of Italy?', expected: 'Roma', checked: true },
      { input: 'Two and two?', expected: '4' },
      { input: 'One and one?', expected: '2', topic: 'sums' },
      { input: 'Three and three?', expected: '6' },
    ]);
    const { created_at, ...said } = made.body;
    assert.deepEqual(said, {
      version: present.version,
      number: 2,
      row_count: 4,
      added: 2,
      edited: 1,
      removed: 1,
      created_by: 'open',
    });
    assert.equal(made.headers.get('location'), `${source}/rows?version=${present.version}`);
    const etag = (await service.call('GET', source)).headers.get('etag');
    assert.deepEqual([made.headers.get('etag'), etag], ['"2"', '"2"']);
    assert.deepEqual(
      (await versions(source)).map(({ number }: { number: number }) => number),
      [2, 1],
    );
    const before = await rows(source, `?version=${version}`);
    assert.deepEqual(
      [before.row_count, fieldsOf(before)[0].expected],
      [3, 'Paris'],
      'the version before stays',
    );
  });

  test('an evaluation names the version that it used, and can use an earlier one', async () => {
    const { workspaceId, source } = await newTable();
    const { version: first } = await rows(source);
    const { body: second } = await change(source, [{ op: 'edit', row: 1, fields: { expected: 'Lutetia' } }], {
      version: first,
    });
    const ran = async (more: object) => {
      const path = await service.start(workspaceId, {
        targets: [echo],
        benchmarks: [{ benchmark_type: 'dataset', subset: 'Capitals', ...more }],
      });
      const { results } = await service.ended(path);
      const manifest = (await service.call('GET', `${path}/manifest`)).body;
      const [{ data, item_hashes }] = manifest.benchmarks;
      const samples = await service.samples(path);
      return {
        datasets: results.datasets,
        version: data[0].sha256,
        hashes: new Set<string>(item_hashes),
        expected: samples.map(({ expected }) => expected).sort(),
      };
    };
    const present = await ran({});
    const earlier = await ran({ dataset_version: first });
    assert.deepEqual([present.version, earlier.version], [second.version, first]);
    assert.deepEqual(present.expected, ['2', 'Lutetia', 'Rome']);
    assert.deepEqual(earlier.expected, ['2', 'Paris', 'Rome']);
    assert.equal([...present.hashes].filter((hash) => earlier.hashes.has(hash)).length, 2, 'shared items');
    assert.deepEqual(present.datasets, [
      { benchmark: 'dataset/Capitals', source: 'Capitals', version: second.version },
    ]);
    const unknown = await service.post(workspaceId, {
      targets: [echo],
      benchmarks: [{ benchmark_type: 'dataset', subset: 'Capitals', dataset_version: 'f'.repeat(64) }],
    });
    assert.deepEqual(
      [unknown.status, unknown.body.errors[0].pointer],
      [422, '/benchmarks/0/dataset_version'],
    );
    const custom = await service.start(workspaceId, {
      targets: [echo],
      custom_eval: {
        prompt_template: '{{input}}',
        dataset: 'Capitals',
        dataset_version: first,
        criteria: [{ name: 'same', grader: 'contains' }],
      },
    });
    await service.ended(custom);
    const asked = (await service.samples(custom)).map(({ expected }) => expected).sort();
    assert.deepEqual(asked, earlier.expected);
  });

  /** Ten sums; the model is right on all. */
  const sums = (from = 1) =>
    `id,input,expected\n${Array.from({ length: 10 }, (_, i) => `q${from + i},${from + i} and nothing?,${from + i}`).join('\n')}\n`;

  test('evaluations of two versions are compared on the rows that both have, and the others are counted', async () => {
    const { workspaceId, source } = await newTable(sums(), 'Sums');
    const { version: first } = await rows(source);
    const made = await change(
      source,
      [
        { op: 'edit', row: 1, fields: { expected: '100' } },
        { op: 'edit', row: 2, fields: { input: 'Another question?' } },
        { op: 'remove', row: 3 },
        { op: 'add', fields: { id: 'q11', input: '11 and nothing?', expected: '11' } },
        { op: 'add', fields: { id: 'q12', input: '12 and nothing?', expected: '12' } },
      ],
      { version: first },
    );
    assert.equal(made.status, 201, JSON.stringify(made.body));
    const ran = async (name: string, dataset_version: string) => {
      const path = await service.start(workspaceId, {
        name,
        targets: [echo],
        benchmarks: [{ benchmark_type: 'dataset', subset: 'Sums', dataset_version }],
      });
      await service.ended(path);
      return path.split('/').at(-1);
    };
    const evaluations = [await ran('before', first), await ran('after', made.body.version)];
    const compare = (body: object) =>
      service.call('POST', `/workspaces/${workspaceId}/evaluations/compare`, body);
    const { status, body, headers } = await compare({ evaluations });
    assert.equal(status, 201, JSON.stringify(body));
    assert.equal(headers.get('location'), `/workspaces/${workspaceId}/evaluations/${body.id}`);
    const said = body.warnings.join('\n');
    assert.match(said, /The samples are those of "before" and "after"; no model was called\./);
    assert.match(said, /dataset\/Sums: 7 items, matched by content, scored by score\./);
    assert.match(said, /dataset\/Sums: 2 items were changed between the runs .* excluded: q1 and q2\./);
    assert.match(said, /1 of 10 items of echo \(before\) are missing from .*: q3\./);
    assert.match(said, /2 of 11 items of echo \(after\) are missing from .*: q1[12] and q1[12]\./);
    const [comparison] = body.results.comparisons;
    assert.deepEqual(
      [comparison.n_items ?? comparison.n, comparison.delta],
      [7, 0],
      JSON.stringify(comparison),
    );
    const { imported } = (await service.call('GET', `${headers.get('location')}/manifest`)).body;
    assert.deepEqual(
      [imported[0].changed, imported[0].runs.map(({ unmatched }: { unmatched: number }) => unmatched)],
      [2, [1, 2]],
    );
    assert.deepEqual(
      imported[0].runs.map(({ files }: { files: { sha256: string }[] }) => files[0]?.sha256),
      [first, made.body.version],
    );
    const unknown = await compare({ evaluations: [evaluations[0], '01a00000-0000-7000-8000-000000000000'] });
    assert.equal(unknown.status, 404);
    assert.equal((await compare({ evaluations: [evaluations[0], evaluations[0]] })).status, 422);
    const other = await service.start(workspaceId, {
      targets: [echo],
      benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 5 }],
    });
    await service.ended(other);
    const apart = await compare({ evaluations: [evaluations[0], other.split('/').at(-1)] });
    assert.deepEqual([apart.status, apart.body.code], [422, 'impossible']);
    assert.match(apart.body.detail, /No item of .* has the same content in all runs/);
    const third = await change(
      source,
      Array.from({ length: 11 }, (_, i) => ({
        op: 'edit',
        row: i + 1,
        fields: { expected: `${1000 + i}` },
      })),
      { version: made.body.version },
    );
    assert.equal(third.status, 201, JSON.stringify(third.body));
    const all = await compare({ evaluations: [evaluations[0], await ran('all', third.body.version)] });
    assert.match(all.body.detail, /9 items have the same id and were changed \(the question, [^:]*\)\.$/);
  });

  test('a series says how many items of a changed dataset are those of its reference run', async () => {
    const { workspaceId, source } = await newTable(sums(), 'Sums');
    const collection = `/workspaces/${workspaceId}/series`;
    const made = await service.call('POST', collection, {
      name: 'Sums',
      evaluation: {
        name: 'Sums',
        targets: [echo],
        benchmarks: [{ benchmark_type: 'dataset', subset: 'Sums' }],
      },
      margins: { score: 0.1 },
    });
    const series = made.body;
    assert.equal(made.status, 201, JSON.stringify(series));
    const look = async () => {
      const { body } = await service.call('POST', `${collection}/${series.id}/runs`);
      return until(async () => {
        const { looks } = (await service.call('GET', `${collection}/${series.id}`)).body;
        const own = looks.find(({ id }: { id: string }) => id === body.id);
        return own.state !== 'running' && own;
      }, 60);
    };
    assert.equal((await look()).state, 'complete');
    const { version } = await rows(source);
    const changes = [
      { op: 'edit', row: 1, fields: { expected: '100' } },
      { op: 'remove', row: 3 },
    ];
    assert.equal((await change(source, changes, { version })).status, 201);
    const later = await look();
    assert.equal(later.state, 'failed');
    assert.match(
      later.reason,
      /: 8 items are the same, 1 changed, 1 were removed, and 0 were added\. Create a new series/,
    );
  });

  test('what changes nothing makes no version; what is changed back has the name of then', async () => {
    const { source } = await newTable();
    const { version } = await rows(source);
    const edit = (expected: string, of: string) =>
      change(source, [{ op: 'edit', row: 1, fields: { expected } }], { version: of });
    const lutetia = (await edit('Lutetia', version)).body;
    const same = await edit('Lutetia', lutetia.version);
    assert.deepEqual([same.status, same.body, (await versions(source)).length], [201, lutetia, 2]);
    const paris = (await edit('Paris', lutetia.version)).body;
    const again = (await edit('Lutetia', paris.version)).body;
    assert.deepEqual([again.version, again.number], [lutetia.version, 4]);
  });

  for (const [what, operations, more, pointer, why] of [
    [
      'a row that is not there',
      [{ op: 'edit', row: 4, fields: {} }],
      {},
      '/operations/0/row',
      /no row 4: the dataset has 3/,
    ],
    [
      'a row number without a version',
      [{ op: 'remove', row: 1 }],
      { version: undefined },
      '/operations/0/row',
      /needs the version it refers to/,
    ],
    [
      'an unknown version',
      [{ op: 'remove', row: 1 }],
      { version: 'a'.repeat(64) },
      '/version',
      /has no version aaaa/,
    ],
    [
      'a change that empties the dataset',
      [1, 2, 3].map((row) => ({ op: 'remove', row })),
      {},
      '/operations',
      /would have no rows/,
    ],
    [
      'two changes of one row',
      [
        { op: 'remove', row: 1 },
        { op: 'edit', row: 1, fields: {} },
      ],
      {},
      '/operations/1/row',
      /row 1 is changed twice/,
    ],
    ['an added row without fields', [{ op: 'add' }], {}, '/operations/0/fields', /add needs fields/],
    [
      'a removed row with fields',
      [{ op: 'remove', row: 1, fields: {} }],
      {},
      '/operations/0/fields',
      /takes no fields/,
    ],
  ] as const)
    test(`${what} is refused with its place, and changes nothing`, async () => {
      const { source } = await newTable();
      const { version } = await rows(source);
      const refused = await change(source, [...operations], { version, ...more });
      assert.equal(refused.status, 422, JSON.stringify(refused.body));
      assert.equal(refused.body.errors[0].pointer, pointer);
      assert.match(refused.body.detail, why);
      assert.equal((await versions(source)).length, 1);
    });

  test('a version that is unknown cannot be read, and a request without operations is refused', async () => {
    const { source } = await newTable();
    assert.equal((await service.call('GET', `${source}/rows?version=${'a'.repeat(64)}`)).status, 404);
    assert.equal((await service.call('GET', `${source}/rows?cursor=x`)).status, 400);
    assert.equal((await change(source, [])).status, 400);
    assert.equal((await change(source, [{ op: 'move', row: 1 }])).status, 400);
  });

  test('of two who edit the same version one is told that it has changed', async () => {
    const { source } = await newTable();
    const { version } = await rows(source);
    const etag = (await service.call('GET', source)).headers.get('etag') ?? '';
    const edit = (expected: string, headers = {}) =>
      change(source, [{ op: 'edit', row: 1, fields: { expected } }], { version }, headers);
    const both = await Promise.all([edit('A'), edit('B')]);
    assert.deepEqual(both.map(({ status }) => status).sort(), [201, 412]);
    const stale = await change(
      source,
      [{ op: 'add', fields: { input: 'x', expected: 'y' } }],
      {},
      { 'if-match': etag },
    );
    assert.deepEqual([stale.status, stale.body.code], [412, 'precondition_failed']);
    const late = await edit('C');
    assert.match(late.body.detail, /is at version [0-9a-f]{64} now/);
  });

  test('rows that are only added need no version, and all of those who add at once are kept', async () => {
    const { source } = await newTable();
    const adding = [1, 2, 3, 4].map((n) =>
      change(source, [{ op: 'add', fields: { input: `${n}?`, expected: `${n}` } }]),
    );
    for (const { status } of await Promise.all(adding)) assert.equal(status, 201);
    assert.equal((await rows(source)).row_count, 7);
    assert.equal((await versions(source)).length, 5);
  });

  test('a repeated request with the same key makes one version', async () => {
    const { source } = await newTable();
    const once = () =>
      change(source, [{ op: 'add', fields: { input: 'x', expected: 'y' } }], {}, { 'idempotency-key': 'k1' });
    const [first, second] = [await once(), await once()];
    assert.deepEqual([second.status, second.body], [201, first.body]);
    assert.equal(second.headers.get('idempotency-replayed'), 'true');
    assert.equal((await versions(source)).length, 2);
  });

  test('a table with a row that cannot be read, and a source read from an address, are not changed', async () => {
    const { source } = await newTable('a,b\n1,2\n3\n', 'Broken');
    const refused = await change(source, [{ op: 'add', fields: { a: '5', b: '6' } }]);
    assert.equal(refused.status, 422);
    assert.match(refused.body.detail, /line 3: it has 1 columns where the header has 2/);
  });

  test('copies of one upload have versions of their own, which go with their source', async () => {
    const { workspaceId, source } = await newTable();
    const path = `/workspaces/${workspaceId}/sources`;
    const twin = (await service.call('POST', path, { type: 'text', title: 'Twin', content: TABLE })).body;
    await change(source, [{ op: 'add', fields: { input: 'x', expected: 'y' } }]);
    assert.equal((await rows(`${path}/${twin.id}`)).row_count, 3);
    assert.equal((await rows(source)).row_count, 4);
    await service.call('DELETE', source);
    assert.equal((await service.call('GET', `${source}/rows`)).status, 404);
    assert.equal((await rows(`${path}/${twin.id}`)).row_count, 3);
  });

  test('a title that copies share names none of them once the rows of one were changed', async () => {
    const { workspaceId, source } = await newTable();
    const path = `/workspaces/${workspaceId}/sources`;
    const copy = { type: 'text', title: 'Capitals', content: TABLE };
    await service.call('POST', path, copy);
    const of = (subset: string) =>
      service.post(workspaceId, { targets: [echo], benchmarks: [{ benchmark_type: 'dataset', subset }] });
    assert.equal((await of('Capitals')).status, 201);
    await change(source, [{ op: 'add', fields: { input: 'x', expected: 'y' } }]);
    const refused = await of('Capitals');
    assert.deepEqual([refused.status, refused.body.errors[0].pointer], [422, '/benchmarks/0/subset']);
    assert.match(refused.body.detail, /Several sources have the title "Capitals", .*; use an id/);
    assert.equal((await of(source.split('/').at(-1) ?? '')).status, 201);
  });

  test('a version is refused where there is no dataset that has versions', async () => {
    const { workspaceId } = await newTable();
    const dataset_version = 'a'.repeat(64);
    const inputs = {
      prompt_template: '{{input}}',
      inputs: [{ input: 'a' }],
      criteria: [{ name: 'same', grader: { type: 'literal' }, expected: 'a' }],
      dataset_version,
    };
    for (const [given, pointer] of [
      [{ benchmarks: [{ benchmark_type: 'arithmetic', dataset_version }] }, '/benchmarks/0/dataset_version'],
      [
        { benchmarks: [{ benchmark_type: 'availability', dataset_version }] },
        '/benchmarks/0/dataset_version',
      ],
      [{ custom_eval: inputs }, '/custom_eval/dataset_version'],
    ] as const) {
      const refused = await service.post(workspaceId, { targets: [echo], ...given });
      assert.deepEqual(
        [refused.status, refused.body.errors?.[0].pointer],
        [422, pointer],
        refused.body.detail,
      );
    }
  });

  test('a large table is changed block by block', async () => {
    const lines = Array.from({ length: 20_000 }, (_, i) => `question ${i} of a table,answer ${i}`);
    const { source } = await newTable(`input,expected\n${lines.join('\n')}\n`, 'Large');
    const { version, row_count } = await rows(source, '?limit=1');
    assert.equal(row_count, 20_000);
    const made = await change(
      source,
      [
        { op: 'edit', row: 15_000, fields: { expected: 'changed' } },
        { op: 'remove', row: 19_999 },
      ],
      { version },
    );
    assert.equal(made.body.row_count, 19_999);
    const [near, last] = [
      await rows(source, '?cursor=14999&limit=3'),
      await rows(source, '?cursor=19999&limit=3'),
    ];
    assert.deepEqual(
      near.data.map(({ fields }: { fields: { expected: string } }) => fields.expected),
      ['answer 14998', 'changed', 'answer 15000'],
    );
    assert.deepEqual([last.data[0].fields.expected, last.next_cursor], ['answer 19999', null]);
  });
});
