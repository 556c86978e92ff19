import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { differences } from './support/compat/difference.ts';
import type { Body } from './support/compat/figures.ts';
import { figuresOf } from './support/compat/figures.ts';
import { type FixtureName, placeDatabase } from './support/compat/fixture.ts';
import { COMPAT_PROVIDER, compatScript } from './support/compat/models.ts';
import {
  askIndexed,
  changedAnswers,
  type Recorded,
  readAnswers,
  rescoreAll,
} from './support/compat/record.ts';
import { finishAll, listed } from './support/compat/unfinished.ts';
import { onDisk } from './support/each-database.ts';
import { type EvaluationService, startEvaluationService } from './support/evaluation-service.ts';

// How the fixture is made, and by which version, stands at the head of make-compat-fixture.ts.
const { settled, rescored, finished } = readAnswers();

const AT_ONCE = 8;
const LIMIT = { timeout: 180_000 };

function serve(database: FixtureName): Promise<EvaluationService> {
  const place = onDisk(undefined, async () => {});
  placeDatabase(database, place.dataDir);
  return startEvaluationService(place, compatScript(), COMPAT_PROVIDER, { 'requests-per-minute': '0' });
}

function assertSame(expected: readonly Recorded[], actual: readonly Recorded[]): void {
  const found = changedAnswers(expected, actual);
  const rest = found.length > 20 ? `\nand ${found.length - 20} more` : '';
  assert.equal(found.length, 0, `${found.length} answers changed:\n${found.slice(0, 20).join('\n')}${rest}`);
}

describe('a database that the version before made', LIMIT, () => {
  let service: EvaluationService;
  before(async () => {
    service = await serve('settled.db');
  });
  after(() => service.stop());

  test('reads the same: each answer to each GET, search and estimate', async () => {
    const answers: Recorded[] = [];
    for (let i = 0; i < settled.length; i += AT_ONCE)
      answers.push(
        ...(await Promise.all(settled.slice(i, i + AT_ONCE).map((one) => askIndexed(service, one)))),
      );
    assertSame(settled, answers);
  });

  test('gives the same results when its answers are graded again', async () => {
    assertSame(rescored, await rescoreAll(service));
  });

  test('an answer that changed is reported with its request and the place', () => {
    const one = settled.find(({ body }) => (body as Body).results?.coverage?.length > 0) as Recorded;
    const other = structuredClone(one) as Body;
    other.body.results.coverage[0].scored += 1;
    other.body.results.overall_summary = other.body.results.overall_summary.replace('.', '!');
    delete other.headers.etag;
    const [said = ''] = changedAnswers([one], [other]);
    const [request, ...places] = said.split('\n').map((line) => line.trim());
    assert.equal(request, `GET ${one.path}`);
    assert.deepEqual(
      // The order of an answer's fields means nothing.
      places.map((place) => place.split(':')[0]).sort(),
      ['/body/results/coverage/0/scored', '/body/results/overall_summary', '/headers/etag'],
    );
  });
});

describe('evaluations that the version before left unfinished', LIMIT, () => {
  let service: EvaluationService;
  before(async () => {
    service = await serve('unfinished.db');
  });
  after(() => service.stop());

  test('end as they did under that version, whether the service or a person stopped them', async () => {
    const ends = await finishAll(service);
    assert.deepEqual(Object.keys(ends), Object.keys(finished));
    for (const [name, end] of Object.entries(finished))
      assert.deepEqual(differences(end, ends[name]), [], name);
  });

  test('end the same when they are rerun or created again', async () => {
    const { body } = await service.call('GET', '/workspaces');
    const workspaceId = body.data[0].id;
    const at = `/workspaces/${workspaceId}/evaluations`;
    const made: [name: string, how: string, path: string][] = [];
    for (const one of await listed(service, workspaceId)) {
      if (!one.name.startsWith('cancelled')) continue;
      // Load that was interrupted is sent anew as a whole, so going on showed the same.
      if (!one.name.includes('load')) {
        const rerun = await service.call('POST', `${at}/${one.id}/rerun`);
        assert.equal(rerun.status, 201, JSON.stringify(rerun.body));
        made.push([one.name, 'rerun', `${at}/${rerun.body.id}`]);
      }
      const { name, targets, benchmarks, custom_eval, methodology } = one;
      const anew = { name, targets, benchmarks, custom_eval, methodology };
      made.push([one.name, 'anew', await service.start(workspaceId, anew)]);
    }
    for (const [name, how, path] of made) {
      const figures = figuresOf(await service.ended(path), await service.samples(path));
      assert.deepEqual(differences(finished[name], figures), [], `${how}: ${name}`);
    }
  });
});
