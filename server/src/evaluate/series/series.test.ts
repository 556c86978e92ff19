import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { onEachDatabaseInFull, type TestPlace } from '../../../test/support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../test/support/evaluation-service.ts';
import { runSql } from '../../../test/support/run-sql.ts';
import { until } from '../../../test/support/until.ts';
import { CURRENT_GRADER_VERSIONS } from '../evaluations/kinds/registry.ts';

const ITEMS = 60;
const answering = (accuracy: number, more: object = {}) => ({
  models: {
    watched: { answers: { kind: 'solver', accuracy }, ...more },
    slow: { latency: { distribution: 'constant', ms: 400 } },
  },
});
const PRICE = { input_usd_per_million: '1', output_usd_per_million: '1' };
const GOOD = answering(1) as never;
const WORSE = answering(0) as never;

onEachDatabaseInFull('series', (place) => {
  let service: EvaluationService;
  let workspace: string;
  let at: TestPlace;
  before(async () => {
    at = await place();
    service = await startEvaluationService(at, GOOD, {
      prices: { watched: PRICE, priced: PRICE },
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
      /the score is below the reference’s 100 % by more than 30 points; in this run 0 %/,
    );
    assert.equal(service.requestsTo('watched'), 3 * ITEMS, 'each look asks anew');
    const evaluation = await service.call(
      'GET',
      `/workspaces/${workspace}/evaluations/${worse.evaluation_id}`,
    );
    assert.equal(evaluation.body.name, 'Weekly, look 2');
  });

  /** The reference as a program with another grader left it, whose grader of today calls every kept answer wrong. */
  async function gradedByAnother(series: string, evaluation: string): Promise<void> {
    const version = (column: string) =>
      `SET ${column} = replace(${column}, '"name":"numeric","version":${CURRENT_GRADER_VERSIONS.numeric}', '"name":"numeric","version":9')`;
    await runSql(at, `UPDATE series_looks ${version('identity_json')} WHERE series_id = '${series}'`);
    await runSql(at, `UPDATE evaluations ${version('results_json')} WHERE id = '${evaluation}'`);
    await runSql(
      at,
      `UPDATE evaluation_samples SET answer = 'Answer: none' WHERE evaluation_id = '${evaluation}'`,
    );
  }

  test('a change of graders is no step: kept answers are graded again, and the look is compared with them', async () => {
    const path = await make();
    const reference = await look(path);
    await gradedByAnother(path.split('/').at(-1) as string, reference.evaluation_id);
    const asked = service.requestsTo('watched');
    await service.mock.setScript(WORSE);
    const seen = await look(path);
    assert.equal(seen.state, 'complete', JSON.stringify(seen));
    const [score] = seen.findings;
    assert.deepEqual([seen.alarms, score.reference, score.value], [[], 0, 0]);
    assert.match(
      seen.changes.join(),
      /^Graders have changed \(numeric: 9 in the reference run, \d+ in this run\).*reference run were/,
    );
    assert.equal(service.requestsTo('watched'), asked + ITEMS, 'only the look asks');
    const next = await look(path);
    await service.mock.setScript(GOOD);
    assert.deepEqual([next.number, next.alarms, next.changes], [2, [], []]);
  });

  test('a look is not counted where graders have changed and the reference cannot be graded again', async () => {
    const path = await make();
    const reference = await look(path);
    await gradedByAnother(path.split('/').at(-1) as string, reference.evaluation_id);
    await service.call('DELETE', `/workspaces/${workspace}/evaluations/${reference.evaluation_id}`);
    const { state, reason } = await look(path);
    assert.equal(state, 'failed');
    assert.match(reason, /^Graders have changed \(numeric: 9.*deleted.*not counted. Create a new series/);
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

  test('a server that names another model or configuration raises an alarm once, and is not what was asked for still', async () => {
    const path = await make({ margins: { score: 0.9 } });
    await look(path);
    const seen = async (more: object) => {
      await service.mock.setScript(answering(1, more) as never);
      const { alarms, changes, state } = await look(path);
      assert.equal(state, 'complete');
      return { alarms: alarms.map(({ kind, is_new, sentence }: Alarm) => [kind, is_new, sentence]), changes };
    };
    type Alarm = { kind: string; is_new: boolean; sentence: string };
    const model = 'watched: the server named the model watched-2026-11, before watched.';
    const of = (configuration: string) =>
      `watched: the server named its configuration (system_fingerprint) touchstone-mock-model${configuration}`;
    assert.deepEqual(await seen({ returned_model: 'watched-2026-11' }), {
      alarms: [['identity', true, model]],
      changes: [model],
    });
    assert.deepEqual(await seen({ returned_model: 'watched-2026-11' }), { alarms: [], changes: [model] });
    const both = `${of('-b')}, before touchstone-mock-model.`;
    assert.deepEqual(await seen({ returned_model: 'watched-2026-11', configuration: 'b' }), {
      alarms: [['identity', true, both]],
      changes: [model, both],
    });
    assert.deepEqual(await seen({}), {
      alarms: [
        ['identity', true, 'watched: the server named the model watched, before watched-2026-11.'],
        ['identity', true, `${of('')}, before touchstone-mock-model-b.`],
      ],
      changes: [],
    });
  });

  test('latency under load is followed by its windows, as long as the scenario is what it was', async () => {
    const scenario = await service.call('POST', `/workspaces/${workspace}/scenarios`, {
      name: 'Peak',
      workload_type: 'classification',
      traffic_profile: 'steady',
      slo_requirements: { p95_latency_ms: 1500, throughput_rps: 50 },
    });
    assert.equal(scenario.status, 201, JSON.stringify(scenario.body));
    const path = await make({
      evaluation: {
        name: 'Watched',
        targets: [mockTarget('watched'), { target_type: 'scenario', target_id: scenario.body.id }],
        benchmarks: [{ benchmark_type: 'load', num_samples: 100 }],
      },
      margins: { score: 0.3, latency_ratio: 5 },
    });
    assert.equal((await look(path)).state, 'complete');
    await service.mock.setScript(answering(1, { latency: { distribution: 'constant', ms: 600 } }) as never);
    const slower = await look(path);
    await service.mock.setScript(GOOD);
    assert.equal(slower.findings.length, 1, JSON.stringify(slower));
    const [{ measure, value, reference, limit, evidence }] = slower.findings;
    assert.equal(measure, 'load_p95');
    assert.ok(value >= 600 && reference > 0, JSON.stringify(slower.findings));
    // One window of some 100 requests bounds the reference by hardly anything, and is one bet.
    assert.ok(evidence < 80 && (limit === null || limit > reference * 5), JSON.stringify(slower.findings));

    const renamed = await service.call('PATCH', `/workspaces/${workspace}/scenarios/${scenario.body.id}`, {
      ...scenario.body,
      name: 'Rush hour',
    });
    assert.equal(renamed.status, 200, JSON.stringify(renamed.body));
    const under = await look(path);
    assert.deepEqual(
      under.findings.map((one: { benchmark: string; measure: string }) => [one.benchmark, one.measure]),
      [['load/Peak', 'load_p95']],
      'a scenario of another name is followed still',
    );

    const changed = { ...renamed.body, slo_requirements: { p95_latency_ms: 1500, throughput_rps: 60 } };
    const edited = await service.call(
      'PATCH',
      `/workspaces/${workspace}/scenarios/${scenario.body.id}`,
      changed,
    );
    assert.equal(edited.status, 200, JSON.stringify(edited.body));
    const other = await look(path);
    assert.equal(other.state, 'failed');
    assert.match(
      other.reason,
      /^The load of load\/Peak differs from the reference run, because its scenario changed\./,
    );
  });

  test('a stack that is renamed is followed under the name that it had; what was sent may be sent back', async () => {
    const stack = await service.call('POST', `/workspaces/${workspace}/stacks`, {
      name: 'Ours',
      model: { provider: 'mock', model_id: 'watched' },
    });
    assert.equal(stack.status, 201, JSON.stringify(stack.body));
    const targets = [{ target_type: 'stack', target_id: stack.body.id }, mockTarget('watched')];
    const evaluation = { name: 'Watched', targets, benchmarks: [arithmetic(ITEMS)] };
    const path = await make({ evaluation });
    await look(path);
    const at = `/workspaces/${workspace}/stacks/${stack.body.id}`;
    const renamed = await service.call('PATCH', at, { name: 'Theirs', model: {} });
    assert.equal(renamed.status, 200, JSON.stringify(renamed.body));
    const { findings, alarms, changes } = await look(path);
    assert.deepEqual(
      findings.map((one: { target_label: string; measure: string }) => [one.target_label, one.measure]),
      [
        ['Ours', 'score'],
        ['Ours', 'coverage'],
        ['watched', 'score'],
        ['watched', 'coverage'],
      ],
    );
    assert.deepEqual([alarms, changes], [[], []]);
    const { body: read } = await service.call('GET', path);
    assert.deepEqual(
      read.evaluation.targets.map(({ label }: { label: string }) => label),
      ['Ours', 'watched'],
    );
    assert.equal((await service.call('PATCH', path, { evaluation })).status, 200);
    const other = { evaluation: { targets: [{ ...targets[0], label: 'Theirs' }, targets[1]] } };
    assert.equal((await service.call('PATCH', path, other)).status, 422);
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
      ['failed', null, 'The evaluation was cancelled.'],
    );
    assert.equal((await service.call('GET', path)).body.reference, null);

    const free = { name: 'Watched', targets: [mockTarget('unpriced')], benchmarks: [arithmetic(ITEMS)] };
    const unstoppable = await service.call(
      'POST',
      `/workspaces/${workspace}/series`,
      body({ evaluation: free, max_cost_usd_per_month: 1 }),
    );
    assert.deepEqual(
      [unstoppable.status, unstoppable.body.errors[0].pointer],
      [422, '/max_cost_usd_per_month'],
    );
    assert.match(unstoppable.body.detail, /The price of unpriced is unknown/);

    const capped = await make({ max_cost_usd_per_month: 0.00001 });
    const spent = await look(capped);
    assert.deepEqual(
      [spent.state, spent.reason],
      ['failed', 'The run reached max_cost_usd or the rest of the monthly budget.'],
    );
    const refused = await service.call('POST', `${capped}/runs`);
    assert.deepEqual([refused.status, refused.body.code], [422, 'limit_exceeded']);
  });

  test('what a run has cost stays spent where its evaluation is deleted, while it runs and afterwards', async () => {
    const watched = { name: 'Watched', targets: [mockTarget('priced')], benchmarks: [arithmetic(ITEMS)] };
    const path = await make({ evaluation: watched, max_cost_usd_per_month: 1 });
    const finished = await look(path);
    const { spent_usd: once } = (await service.call('GET', path)).body;
    assert.ok(once > 0.0001, JSON.stringify(finished));
    const evaluations = `/workspaces/${workspace}/evaluations`;
    assert.equal((await service.call('DELETE', `${evaluations}/${finished.evaluation_id}`)).status, 204);
    assert.equal((await service.call('GET', path)).body.spent_usd, once);

    // A few answers come; those that never do take all of its slots.
    await service.mock.setScript({ models: { priced: { hang_rate: 0.4 } } } as never);
    const before = answered();
    const begun = await service.call('POST', `${path}/runs`);
    const running = `${evaluations}/${begun.body.evaluation_id}`;
    await until(async () => {
      const came = answered() - before;
      const scored = (await service.samples(running)).filter(({ score }) => score !== null);
      // Another answer may have come while the samples were read.
      const areAll = scored.length === came && answered() - before === came;
      return came > 0 && areAll && service.mock.stats().in_flight >= 8;
    }, 50);
    const paid = costOf('priced');
    assert.equal((await service.call('DELETE', running)).status, 204);
    const ended = await until(async () => {
      const series = (await service.call('GET', path)).body;
      return series.running === null && series;
    }, 50);
    await service.mock.setScript(GOOD);
    assert.deepEqual(
      [ended.last_look.state, ended.last_look.reason],
      ['failed', 'The evaluation was deleted.'],
    );
    assert.ok(ended.spent_usd > once, JSON.stringify(ended.last_look));
    assert.ok(Math.abs(ended.spent_usd - paid) < 1e-9, JSON.stringify({ paid, ...ended.last_look }));

    function answered() {
      return service.mock.stats().models.priced?.outcomes.answered ?? 0;
    }
    /** At a dollar for a million tokens. */
    function costOf(model: string) {
      const { prompt_tokens = 0, completion_tokens = 0 } = service.mock.stats().models[model] ?? {};
      return (prompt_tokens + completion_tokens) / 1e6;
    }
  });

  test('a series is paused, changed and deleted; what it is about stays', async () => {
    const path = await make({ schedule: { cron: '0 6 * * 1', time_zone: 'Europe/Berlin' } });
    const { next_due_at } = (await service.call('GET', path)).body;
    assert.equal(new Date(next_due_at).getUTCDay(), 1);
    const paused = await service.call('PATCH', path, { status: 'paused' });
    assert.deepEqual([paused.body.status, paused.body.next_due_at], ['paused', null]);
    const active = await service.call('PATCH', path, { status: 'active' });
    assert.equal(active.body.next_due_at, next_due_at);
    const daily = await service.call('PATCH', path, { schedule: { cron: '0 6 * * *' } });
    assert.equal(new Date(daily.body.next_due_at).getUTCHours(), 6);
    assert.equal((await service.call('DELETE', path)).status, 204);
    assert.equal((await service.call('GET', path)).status, 404);
  });

  test('what is asked and by which margins is sent back as it was read, and refused with anything else', async () => {
    const path = await make();
    const { body: read } = await service.call('GET', path);
    assert.equal((await service.call('PATCH', path, { ...read, name: 'As read' })).status, 200);
    const same = { margins: { score: 0.3 }, items: 'frozen', evaluation: { name: 'Watched' } };
    assert.equal((await service.call('PATCH', path, same)).status, 200);
    const { body: before } = await service.call('GET', path);
    const rows: [patch: object, pointers: string[]][] = [
      [{ margins: 'zzz' }, ['/margins']],
      [{ margins: null }, ['/margins']],
      [{ margins: { score: 0.9 } }, ['/margins']],
      [{ margins: { score: 0.3, cost_ratio: 2 } }, ['/margins']],
      [{ margins: { coverage: null } }, ['/margins']],
      [{ items: 'fresh', name: 'Other' }, ['/items']],
      [{ evaluation: { benchmarks: [arithmetic(4)] }, margins: [] }, ['/evaluation', '/margins']],
    ];
    for (const [patch, pointers] of rows) {
      const { status, body: problem } = await service.call('PATCH', path, patch);
      const said = problem.errors.map(({ pointer }: { pointer: string }) => pointer);
      assert.deepEqual([status, problem.code, said], [422, 'impossible', pointers], JSON.stringify(patch));
      assert.match(problem.errors[0].detail, /^cannot be changed: .* Create a new series with it$/);
    }
    assert.deepEqual((await service.call('GET', path)).body, before);
  });

  test('a run goes on where its series is deleted, and stops at what was left of the budget', async () => {
    await service.mock.setScript({
      models: { priced: { latency: { distribution: 'constant', ms: 300 } } },
    } as never);
    const watched = { name: 'Watched', targets: [mockTarget('priced')], benchmarks: [arithmetic(ITEMS)] };
    const budget = 0.0005;
    const path = await make({ evaluation: watched, max_cost_usd_per_month: budget });
    const begun = await service.call('POST', `${path}/runs`);
    assert.equal((await service.call('DELETE', path)).status, 204);
    const at = `/workspaces/${workspace}/evaluations/${begun.body.evaluation_id}`;
    const { body: still } = await service.call('GET', at);
    assert.ok(['queued', 'running'].includes(still.status), still.status);
    const ended = await until(async () => {
      const { body: now } = await service.call('GET', at);
      return now.status !== 'queued' && now.status !== 'running' && now;
    }, 50);
    await service.mock.setScript(GOOD);
    assert.deepEqual([ended.stop_reason, ended.methodology.max_cost_usd], ['budget', budget]);
  });

  test('before anything runs it is said after how many looks a fall is found, or that it never is', async () => {
    const { evaluation } = body();
    const estimate = (margins: object, benchmarks = evaluation.benchmarks) =>
      service.call('POST', `/workspaces/${workspace}/series/estimate`, {
        evaluation: { ...evaluation, benchmarks },
        margins,
      });
    const few = await estimate({ score: 0.1, latency_ratio: 1.5 });
    assert.equal(few.status, 200, JSON.stringify(few.body));
    assert.equal(few.body.level, 0.025);
    assert.ok(few.body.cost_usd > 0);
    const [score, latency] = few.body.finds;
    assert.deepEqual([score.measure, score.looks, score.worse, score.items], ['score', null, 0.2, ITEMS]);
    assert.match(
      score.sentence,
      /^A fall of the score on arithmetic by 20 points is not found within 12 runs: 60 items are too few\./,
    );
    assert.deepEqual([latency.measure, latency.worse], ['latency_p95', 2.25]);
    const enough = await estimate({ score: 0.1 }, [arithmetic(score.items_needed)]);
    const [{ looks, items_needed }] = enough.body.finds;
    assert.ok(looks >= 1 && looks <= 12 && items_needed === null, JSON.stringify(enough.body));
    const made = await service.call(
      'POST',
      `/workspaces/${workspace}/series`,
      body({ margins: { score: 0.1 } }),
    );
    assert.deepEqual(
      [made.status, made.body.warnings],
      [201, [(await estimate({ score: 0.1 })).body.finds[0].sentence]],
    );
    const refused = await estimate({ score: 0.1 }, [{ benchmark_type: 'none' } as never]);
    assert.match(refused.body.errors[0].pointer, /^\/evaluation\/benchmarks\/0/);
  });

  test('what cannot be followed is refused by its pointer, with what would be accepted', async () => {
    const cases: [more: object, pointer: string, says: RegExp][] = [
      [{ schedule: { cron: '61 * * * *' } }, '/schedule/cron', /0 6 \* \* 1 for Mondays/],
      [{ schedule: { cron: '* * * * * *' } }, '/schedule/cron', /five fields/],
      [{ schedule: { cron: '@daily' } }, '/schedule/cron', /five fields/],
      [{ schedule: { cron: '2020-01-01T00:00:00' } }, '/schedule/cron', /five fields/],
      [{ schedule: { cron: '0 0 30 2 *' } }, '/schedule/cron', /is never due/],
      [{ schedule: { cron: '0 6 * * 1', time_zone: 'Mars/Base' } }, '/schedule/time_zone', /Europe\/Berlin/],
      [{ margins: {} }, '/margins', /./],
      [{ margins: { score: 1.5 } }, '/margins/score', /./],
      [{ margins: { latency_ratio: 1 } }, '/margins/latency_ratio', /./],
      [
        { evaluation: { ...body().evaluation, methodology: { cache: true } } },
        '/evaluation/methodology/cache',
        /sends every request again/,
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
