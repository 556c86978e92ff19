import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull } from '../../test/support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../test/support/evaluation-service.ts';
import { until } from '../../test/support/until.ts';

const ITEMS = 60;
const answering = (accuracy: number, more: object = {}) => ({
  models: {
    watched: { answers: { kind: 'solver', accuracy }, ...more },
    slow: { latency: { distribution: 'constant', ms: 400 } },
  },
});
const GOOD = answering(1) as never;
const WORSE = answering(0) as never;

onEachDatabaseInFull('series', (place) => {
  let service: EvaluationService;
  let workspace: string;
  before(async () => {
    service = await startEvaluationService(await place(), GOOD, {
      prices: { watched: { input_usd_per_million: '1', output_usd_per_million: '1' } },
    });
    workspace = await service.newWorkspace();
  });
  after(() => service.stop());

  const body = (more: object = {}) => ({
    name: 'Weekly',
    evaluation: { name: 'Watched', targets: [mockTarget('watched')], benchmarks: [arithmetic(ITEMS)] },
    margins: { score: 0.3, coverage: 0.3 },
    ...more,
  });
  const make = async (more: object = {}) => {
    const { status, body: made } = await service.call('POST', `/workspaces/${workspace}/series`, body(more));
    assert.equal(status, 201, JSON.stringify(made));
    return `/workspaces/${workspace}/series/${made.id}`;
  };
  /** Runs it and waits for the look. */
  const look = async (path: string) => {
    const begun = await service.call('POST', `${path}/runs`);
    assert.equal(begun.status, 201, JSON.stringify(begun.body));
    return until(async () => {
      const { looks } = (await service.call('GET', path)).body;
      const found = looks.find(({ id }: { id: string }) => id === begun.body.id);
      return found.state !== 'running' && found;
    }, 50);
  };

  test('the first complete run is the reference, a quiet look raises no alarm, a drop does', async () => {
    const path = await make();
    const reference = await look(path);
    assert.deepEqual([reference.number, reference.state, reference.findings], [0, 'complete', []]);
    const pinned = (await service.call('GET', path)).body;
    assert.deepEqual([pinned.reference, pinned.running, pinned.level], [reference.id, null, 0.025]);

    const quiet = await look(path);
    assert.equal(quiet.state, 'complete', JSON.stringify(quiet));
    assert.deepEqual([quiet.number, quiet.alarms, quiet.changes], [1, [], []]);
    const [score] = quiet.findings;
    assert.deepEqual([score.measure, score.reference, score.value, score.alarm], ['score', 1, 1, false]);
    assert.ok(score.limit < 0.7 && score.limit > 0.5, JSON.stringify(score));
    assert.ok(score.low <= 1 && score.high >= 1 && score.evidence < score.evidence_needed);

    await service.mock.setScript(WORSE);
    const worse = await look(path);
    await service.mock.setScript(GOOD);
    const [alarm, ...others] = worse.alarms;
    assert.deepEqual(others, []);
    assert.deepEqual([alarm.kind, alarm.target_label, alarm.is_new], ['quality', 'watched', true]);
    assert.match(
      alarm.sentence,
      /the score is below the reference’s 100\.0 % by more than 30\.0 points; at this look 0\.0 %/,
    );
    assert.equal(service.requestsTo('watched'), 3 * ITEMS, 'each look asks anew');
    const evaluation = await service.call(
      'GET',
      `/workspaces/${workspace}/evaluations/${worse.evaluation_id}`,
    );
    assert.equal(evaluation.body.name, 'Weekly, look 2');
  });

  test('an edited stack is a change that is said, and fresh items are others', async () => {
    const stack = await service.call('POST', `/workspaces/${workspace}/stacks`, {
      name: 'Ours',
      model: { provider: 'mock', model_id: 'watched', system: 'Answer.' },
    });
    assert.equal(stack.status, 201, JSON.stringify(stack.body));
    const target = { target_type: 'stack', target_id: stack.body.id };
    const path = await make({
      items: 'fresh',
      evaluation: { name: 'Ours', targets: [target], benchmarks: [arithmetic(30)] },
    });
    const reference = await look(path);
    const edited = await service.call('PATCH', `/workspaces/${workspace}/stacks/${stack.body.id}`, {
      name: 'Ours',
      model: { system: 'Answer shortly.' },
    });
    assert.equal(edited.status, 200, JSON.stringify(edited.body));
    const changed = await look(path);
    assert.deepEqual(changed.changes, ['Ours: its stack or definition was changed.']);
    assert.deepEqual(
      changed.alarms.map(({ kind }: { kind: string }) => kind),
      ['identity'],
    );
    const again = await look(path);
    assert.deepEqual([again.changes.length, again.alarms], [1, []]);
    const manifests = await Promise.all(
      [reference, changed].map(({ evaluation_id }) =>
        service.call('GET', `/workspaces/${workspace}/evaluations/${evaluation_id}/manifest`),
      ),
    );
    const [first, second] = manifests.map(({ body: { benchmarks } }) => benchmarks[0].items_sha256);
    assert.ok(first !== undefined && first !== second, JSON.stringify([first, second]));
  });

  test('runs do not overlap, a month has a budget, and what failed is no reference', async () => {
    const slow = { name: 'Slow', targets: [mockTarget('slow')], benchmarks: [arithmetic(4)] };
    const path = await make({ evaluation: slow });
    const first = await service.call('POST', `${path}/runs`);
    assert.equal(first.status, 201);
    const second = await service.call('POST', `${path}/runs`);
    assert.deepEqual([second.status, second.body.code], [409, 'wrong_state']);
    assert.equal(
      (await service.call('POST', `/workspaces/${workspace}/evaluations/${first.body.evaluation_id}/cancel`))
        .status,
      200,
    );
    const [cancelled] = await until(async () => {
      const { looks, running } = (await service.call('GET', path)).body;
      return running === null && looks;
    }, 50);
    assert.deepEqual(
      [cancelled.state, cancelled.number, cancelled.reason],
      ['failed', null, 'Its evaluation was cancelled.'],
    );
    assert.equal((await service.call('GET', path)).body.reference, null);

    const capped = await make({ max_cost_usd_per_month: 0.00001 });
    const spent = await look(capped);
    assert.deepEqual(
      [spent.state, spent.reason],
      ['failed', 'It was stopped by max_cost_usd, or by what was left of the month’s budget.'],
    );
    const refused = await service.call('POST', `${capped}/runs`);
    assert.deepEqual([refused.status, refused.body.code], [422, 'limit_exceeded']);
  });

  test('a series is paused, changed and deleted; what it is about stays', async () => {
    const path = await make({ schedule: { cron: '0 6 * * 1', time_zone: 'Europe/Berlin' } });
    const { next_due_at } = (await service.call('GET', path)).body;
    assert.equal(new Date(next_due_at).getUTCDay(), 1);
    const paused = await service.call('PATCH', path, { status: 'paused', margins: { score: 0.9 } });
    assert.deepEqual(
      [paused.body.status, paused.body.next_due_at, paused.body.margins.score],
      ['paused', null, 0.3],
    );
    const active = await service.call('PATCH', path, { status: 'active' });
    assert.equal(active.body.next_due_at, next_due_at);
    const daily = await service.call('PATCH', path, { schedule: { cron: '0 6 * * *' } });
    assert.equal(new Date(daily.body.next_due_at).getUTCHours(), 6);
    assert.equal((await service.call('DELETE', path)).status, 204);
    assert.equal((await service.call('GET', path)).status, 404);
  });

  test('what cannot be followed is refused by its pointer, with what would be accepted', async () => {
    const cases: [more: object, pointer: string, says: RegExp][] = [
      [{ schedule: { cron: '61 * * * *' } }, '/schedule/cron', /0 6 \* \* 1 for Mondays/],
      [{ schedule: { cron: '* * * * * *' } }, '/schedule/cron', /minute, hour, day/],
      [{ schedule: { cron: '0 0 30 2 *' } }, '/schedule/cron', /never comes/],
      [{ schedule: { cron: '0 6 * * 1', time_zone: 'Mars/Base' } }, '/schedule/time_zone', /Europe\/Berlin/],
      [{ margins: {} }, '/margins', /./],
      [{ margins: { score: 1.5 } }, '/margins/score', /./],
      [{ margins: { latency_ratio: 1 } }, '/margins/latency_ratio', /./],
      [
        { evaluation: { ...body().evaluation, methodology: { cache: true } } },
        '/evaluation/methodology/cache',
        /asks anew/,
      ],
      [
        {
          evaluation: {
            name: 'x',
            targets: [{ target_type: 'model', model_provider: 'nobody', model_id: 'x' }],
            benchmarks: [arithmetic(4)],
          },
        },
        '/evaluation/targets/0/model_provider',
        /./,
      ],
    ];
    const before = (await service.call('GET', `/workspaces/${workspace}/series`)).body.data.length;
    for (const [more, pointer, says] of cases) {
      const { status, body: problem } = await service.call(
        'POST',
        `/workspaces/${workspace}/series`,
        body(more),
      );
      assert.ok(status === 400 || status === 422, JSON.stringify(problem));
      assert.equal(problem.errors[0].pointer, pointer, JSON.stringify(problem));
      assert.match(problem.errors[0].detail, says);
    }
    assert.equal((await service.call('GET', `/workspaces/${workspace}/series`)).body.data.length, before);
  });
});
