import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabase } from '../../../test/support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  startEvaluationService,
} from '../../../test/support/evaluation-service.ts';

onEachDatabase('exports over HTTP', (place) => {
  let service: EvaluationService;
  let path: string;

  before(async () => {
    service = await startEvaluationService(await place(), {});
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
