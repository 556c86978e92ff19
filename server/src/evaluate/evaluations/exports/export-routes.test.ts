import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import pg from 'pg';
import { onEachDatabaseInFull, type TestPlace } from '../../../../test/support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  startEvaluationService,
} from '../../../../test/support/evaluation-service.ts';

/** The service may be writing. */
const BESIDE_A_WRITER = { timeout: 10_000 };

/** Runs one statement beside the service. */
async function execute({ url, dataDir }: TestPlace, sql: string): Promise<void> {
  if (url === undefined) {
    const sqlite = new DatabaseSync(join(dataDir, 'touchstone.db'), BESIDE_A_WRITER);
    sqlite.exec(sql);
    sqlite.close();
    return;
  }
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(sql);
  await client.end();
}

onEachDatabaseInFull('exports over HTTP', (place) => {
  let at: TestPlace;
  let service: EvaluationService;
  let path: string;

  before(async () => {
    at = await place();
    service = await startEvaluationService(at, {});
    const target = { target_type: 'model', model_provider: 'baseline' };
    ({ path } = await service.run({
      name: 'Sum of parts',
      targets: [
        { ...target, model_id: 'arithmetic' },
        { ...target, model_id: 'echo' },
      ],
      benchmarks: [arithmetic(20)],
    }));
  });
  after(() => service.stop());

  test('each format is a download with its type, name and every sample', async () => {
    const rows: [string, RegExp, string, number][] = [
      ['json', /^application\/json/, 'sum-of-parts.json', 43],
      ['jsonl', /^application\/x-ndjson/, 'sum-of-parts.jsonl', 41],
      ['csv', /^text\/csv/, 'sum-of-parts.csv', 0],
      ['junit', /^application\/xml/, 'sum-of-parts.xml', 0],
      ['html', /^text\/html/, 'sum-of-parts.html', 0],
    ];
    for (const [format, type, filename, lines] of rows) {
      const { status, headers, body } = await service.call('GET', `${path}/export?format=${format}`);
      assert.equal(status, 200, format);
      assert.match(headers.get('content-type') ?? '', type);
      assert.match(
        headers.get('content-disposition') ?? '',
        new RegExp(`^attachment; filename="${filename}"`),
      );
      assert.match(headers.get('content-security-policy') ?? '', /sandbox/);
      if (format === 'json') assert.equal(body.samples.length, 40);
      else if (lines > 0) assert.equal(String(body).split('\n').length, lines);
      else assert.ok(String(body).length > 500, format);
    }
  });

  test('a sample that was measured is a line as it is, whatever it keeps, unless its kind says otherwise', async () => {
    const answer = 'No window, and no JSON.';
    await execute(
      at,
      `UPDATE evaluation_samples SET state = 'measured', answer = '${answer}' WHERE unit = 0`,
    );
    for (const format of ['jsonl', 'csv']) {
      const { status, body } = await service.call('GET', `${path}/export?format=${format}`);
      assert.equal(status, 200, format);
      assert.ok(String(body).includes(answer), format);
    }
  });

  test('an unknown format, baseline or evaluation is refused', async () => {
    const { status, body } = await service.call('GET', `${path}/export?format=xls`);
    assert.deepEqual([status, body.errors[0].pointer], [400, '/format']);
    assert.equal((await service.call('GET', `${path}/export`)).status, 400);
    const baseline = await service.call('GET', `${path}/export?format=junit&baseline=nobody`);
    assert.deepEqual([baseline.status, baseline.body.errors[0].pointer], [422, '/baseline']);
    const elsewhere = path.replace(/[^/]+$/, '0198c0de-0000-7000-8000-000000000000');
    assert.equal((await service.call('GET', `${elsewhere}/export?format=csv`)).status, 404);
  });
});
