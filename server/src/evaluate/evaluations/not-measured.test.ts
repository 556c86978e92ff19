import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parse } from 'csv-parse/sync';
import { onEachDatabaseInFull } from '../../../test/support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../../../test/support/evaluation-service.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON body; what a test expects of it is what it asserts.
type Body = any;

const raw = (response: object) => ({ raw_response: response });
const json = (body: object) => JSON.stringify(body);
const WRONG_KEY = { status: 401, body: json({ error: { message: 'Incorrect API key provided' } }) };
const EVENT = json({ id: 'x', choices: [{ index: 0, delta: { content: 'half an ' }, finish_reason: null }] });

/** Servers that answer nothing, each with the words that a person must read, and what became of the calls. */
const SILENT: Readonly<Record<string, { script: object; words: RegExp; outcome: string }>> = {
  'wrong key': { script: raw(WRONG_KEY), words: /401: Incorrect API key provided/, outcome: 'refused' },
  'blocked page': {
    script: raw({
      status: 403,
      content_type: 'text/html',
      body: '<html><h1>Blocked by policy 17</h1></html>',
    }),
    words: /403.*Blocked by policy 17/,
    outcome: 'refused',
  },
  'no such model': {
    script: raw({ status: 404, body: json({ error: "model 'small' not found, try pulling it first" }) }),
    words: /404.*not found, try pulling it/,
    outcome: 'refused',
  },
  'login page': {
    script: raw({ status: 302, headers: { location: 'https://login.example.com/' } }),
    words: /302/,
    outcome: 'refused',
  },
  'out of memory': {
    script: raw({ status: 500, content_type: 'text/plain', body: 'CUDA out of memory' }),
    words: /500.*CUDA out of memory/,
    outcome: 'failed',
  },
  'html with status 200': {
    script: raw({ content_type: 'text/html', body: '<html><body>Please sign in</body></html>' }),
    words: /Please sign in/,
    outcome: 'failed',
  },
  empty: {
    script: raw({
      body: json({
        choices: [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'stop' }],
      }),
    }),
    words: /empty/,
    outcome: 'failed',
  },
  filtered: {
    script: raw({
      body: json({
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: '' },
            finish_reason: 'content_filter',
            content_filter_results: { violence: { filtered: true, severity: 'medium' } },
          },
        ],
      }),
    }),
    words: /content filter.*violence \(medium\)/,
    outcome: 'filtered',
  },
  'hangs up': { script: { hang_up_rate: 1 }, words: /could not be reached|closed/, outcome: 'failed' },
  'cuts the stream': {
    script: raw({ content_type: 'text/event-stream', body: `data: ${EVENT}\n\n` }),
    words: /./,
    outcome: 'failed',
  },
};

const SCRIPT = {
  defaults: { answers: { kind: 'solver' as const, accuracy: 1 } },
  models: {
    good: {},
    revoked: raw({ after_requests: 8, ...WRONG_KEY }),
    right: { answers: { kind: 'solver' as const, accuracy: 0.9 } },
    'half empty': raw({
      after_requests: 30,
      body: json({
        choices: [{ index: 0, message: { role: 'assistant', content: '' }, finish_reason: 'stop' }],
      }),
    }),
    'without a reason': raw({
      body: json({ choices: [{ index: 0, message: { role: 'assistant', content: 'It is 4 and th' } }] }),
    }),
    'cut body': raw({ body: '{"choices": [{"index": 0, "message": {"content": "It is 4' }),
    cut: { truncated_rate: 1 },
    'gpt-4o': { returned_model: 'gpt-4o-mini-2024-07-18' },
    'gpt-4.1': { returned_model: 'gpt-4.1-2025-04-14' },
    'gpt-5': { returned_model: 'gpt-5-nano' },
    'our-support-model': { returned_model: 'gpt-4o-mini' },
    ...Object.fromEntries(Object.entries(SILENT).map(([name, { script }]) => [name, script])),
  },
};

/** What only answers show. */
const SCENARIO = {
  name: 'Support',
  workload_type: 'classification',
  traffic_profile: 'steady',
  quality: [{ benchmark: 'arithmetic', min: 0.5 }],
};
const LOADED = {
  ...SCENARIO,
  slo_requirements: { p50_latency_ms: 20_000, throughput_rps: 50, availability: 0.5 },
};

onEachDatabaseInFull('targets that nobody answers for', (place) => {
  let service: EvaluationService;
  before(async () => {
    const free = { input_usd_per_million: '0', output_usd_per_million: '0' };
    const prices = Object.fromEntries(Object.keys(SCRIPT.models).map((name) => [name, free]));
    service = await startEvaluationService(await place(), SCRIPT, {
      prices,
      answers_as: { 'gpt-5': ['gpt-5-nano'] },
    });
  });
  after(() => service.stop());

  async function evaluate(
    models: readonly string[],
    benchmarks: readonly object[],
    limits: object = SCENARIO,
  ) {
    const workspaceId = await service.newWorkspace();
    const { status, body: scenario } = await service.call(
      'POST',
      `/workspaces/${workspaceId}/scenarios`,
      limits,
    );
    assert.equal(status, 201, JSON.stringify(scenario));
    const path = await service.start(workspaceId, {
      targets: [
        ...models.map((name) => mockTarget(name)),
        { target_type: 'scenario', target_id: scenario.id },
      ],
      benchmarks,
      methodology: { request_timeout_ms: 5000 },
    });
    return { evaluation: await service.ended(path), path };
  }

  test('load that another model answered is told with its counts, and decides nothing', async () => {
    const load = { benchmark_type: 'load', num_samples: 20 };
    const { evaluation } = await evaluate(['good', 'gpt-4o'], [load], LOADED);
    const { results } = evaluation;
    const [other, ...more] = results.other_models;
    assert.deepEqual([other.target_label, more.length], ['gpt-4o', 0]);
    assert.equal(other.others['gpt-4o-mini-2024-07-18'], other.answers);
    assert.ok(other.answers >= 20 && other.is_most, JSON.stringify(other));
    assert.ok(
      results.warnings.some((warning: string) =>
        /gpt-4o was not measured: .* came from a different model than gpt-4o: .* \(under load\)/.test(
          warning,
        ),
      ),
      results.warnings.join('\n'),
    );
    assert.deepEqual(
      results.not_measured.map((one: Body) => one.target_label),
      ['gpt-4o'],
    );
  });

  test('none is eligible, ranked or named a winner; the reason is read everywhere in the words of its provider', async () => {
    const names = Object.keys(SILENT);
    const { evaluation, path } = await evaluate(['good', ...names], [arithmetic(20)]);
    assert.equal(evaluation.status, 'completed', evaluation.error_message);
    const { results } = evaluation;
    const [verdict] = results.verdict;
    assert.deepEqual(verdict.eligible, ['good'], JSON.stringify([verdict.needs_data, verdict.rejected]));
    assert.deepEqual(
      verdict.order.map(({ label }: Body) => label),
      ['good'],
    );
    assert.deepEqual([verdict.rejected, verdict.needs_data], [[], []]);
    const silent = new Map(results.not_measured.map((one: Body) => [one.target_label, one.reason]));
    assert.deepEqual([...silent.keys()], names);
    const html = (await service.call('GET', `${path}/export?format=html`)).body as string;
    const junit = (await service.call('GET', `${path}/export?format=junit`)).body as string;
    const csv: Record<string, string>[] = parse(
      (await service.call('GET', `${path}/export?format=csv`)).body as string,
      { columns: true },
    );
    for (const [name, { words, outcome }] of Object.entries(SILENT)) {
      const reason = silent.get(name) as string;
      assert.match(reason, words, name);
      const reasons = results.reasons.filter((one: Body) => one.target_label === name);
      assert.ok(reasons.length > 0, name);
      assert.ok(
        reasons.every((one: Body) => one.outcome === outcome),
        `${name}: ${JSON.stringify(reasons)}`,
      );
      assert.ok(
        results.warnings.some((warning: string) => warning.includes(`${name} was not measured`)),
        name,
      );
      const said = verdict.not_measured.find((one: Body) => one.label === name);
      assert.equal(said?.reason, reason, name);
      for (const one of results.requirements.filter((row: Body) => row.target_label === name)) {
        assert.equal(one.status, 'unknown', `${name}: ${one.requirement}`);
        assert.match(one.reason, words, `${name}: ${one.requirement}`);
      }
      const state = outcome === 'filtered' ? 'unscored' : 'failed';
      const [sample] = await service.samples(path, `&target=${encodeURIComponent(name)}&outcome=${state}`);
      assert.equal(sample?.failure.outcome, outcome, name);
      assert.match(sample?.message, words, name);
      const { cause, scope } = sample.failure;
      const causes = [outcome, cause, ...(scope ? [`scope: ${scope}`] : [])];
      const inJunit = `without a response (${causes.join(', ').replaceAll('_', ' ')})`;
      assert.ok(junit.includes(inJunit), `${name}: ${inJunit}`);
      const row = csv.find((one) => one.target_label === name);
      assert.deepEqual(
        [row?.failure_outcome, row?.failure_cause, row?.failure_scope],
        [outcome, cause, scope ?? ''],
        name,
      );
      for (const text of [html, junit]) assert.ok(text.includes(`${name} was not measured`), name);
    }
    for (const { target_a, target_b, winner } of results.comparisons)
      if (silent.has(target_a) || silent.has(target_b)) assert.notEqual(winner, 'good', target_a);
  });

  test('under load a refused target is not measured, and what is lost is a miss of availability', async () => {
    const { evaluation } = await evaluate(
      ['good', 'wrong key', 'out of memory', 'blocked page'],
      [{ benchmark_type: 'load', num_samples: 40 }],
      LOADED,
    );
    const { results } = evaluation;
    const [verdict] = results.verdict;
    assert.deepEqual(
      verdict.not_measured.map(({ label }: Body) => label),
      ['wrong key', 'out of memory', 'blocked page'],
      JSON.stringify(verdict.sentences),
    );
    assert.match(verdict.not_measured[0].reason, /401: Incorrect API key provided; no further call was sent/);
    assert.match(verdict.sentences.join(' '), /wrong key was not measured: .*Incorrect API key/);
    const load = new Map<string, Body>(results.load.map((one: Body) => [one.target_label, one]));
    assert.equal(load.get('wrong key'), undefined);
    assert.equal(load.get('out of memory').success_rate.value, 0);
    assert.equal(load.get('good').success_rate.value, 1);
  });

  test('a target that leaves half of its answers empty comes after one that is right in most, and it is said', async () => {
    const { evaluation, path } = await evaluate(['half empty', 'right'], [arithmetic(60)], {
      ...SCENARIO,
      quality: [{ benchmark: 'arithmetic', min: 0.2 }],
    });
    const [verdict] = evaluation.results.verdict;
    assert.deepEqual(
      verdict.order.map(({ label }: Body) => label),
      ['right', 'half empty'],
    );
    assert.match(verdict.answer, /half empty leaves 50.0 % of its questions unanswered/);
    assert.match(
      verdict.sentences[1],
      /^half empty left 30 of 60 questions \(50.0 %\) unanswered: The model server returned an empty response/,
    );
    const own = evaluation.results.coverage.find((one: Body) => one.target_label === 'half empty');
    assert.deepEqual([own.scored, own.failed, own.extraction.none], [30, 30, 0]);
    const samples = await service.samples(path, '&target=half%20empty&outcome=failed');
    assert.deepEqual(
      [samples.length, new Set(samples.map((one: Body) => one.failure.cause))],
      [30, new Set(['empty'])],
    );
  });

  test('a body that breaks off is no answer, and a whole one without a finish reason is one that is warned of', async () => {
    const { evaluation } = await evaluate(['without a reason', 'cut body', 'cut', 'good'], [arithmetic(15)]);
    const { results } = evaluation;
    assert.deepEqual(
      results.coverage.map((one: Body) => [one.target_label, one.scored, one.no_finish_reason]),
      [
        ['without a reason', 15, 15],
        ['cut body', 0, undefined],
        ['cut', 0, undefined],
        ['good', 15, undefined],
      ],
    );
    assert.deepEqual(
      results.reasons.map((one: Body) => [one.target_label, one.cause, one.count]),
      [
        ['cut body', 'malformed', 15],
        ['cut', 'truncated', 15],
      ],
    );
    assert.match(
      results.warnings.join('\n'),
      /15 responses of without a reason ended without a known finish reason, so they may be incomplete/,
    );
  });

  test('answers of plainly another model are no figures of the model that was asked for', async () => {
    const models = ['gpt-4o', 'gpt-4.1', 'gpt-5', 'our-support-model'];
    const { evaluation, path } = await evaluate(models, [arithmetic(20)]);
    const { results } = evaluation;
    const [verdict] = results.verdict;
    const why =
      '20 of 20 responses (100.0 %) came from a different model than gpt-4o: gpt-4o-mini-2024-07-18 (20)';
    assert.deepEqual(verdict.not_measured, [{ label: 'gpt-4o', reason: why }]);
    assert.deepEqual(verdict.eligible, ['gpt-4.1', 'gpt-5', 'our-support-model']);
    assert.equal(verdict.sentences[1], `gpt-4o was not measured: ${why}.`);
    assert.deepEqual(
      results.other_models.map((one: Body) => [one.target_label, one.other_answers, one.is_most]),
      [['gpt-4o', 20, true]],
    );
    for (const one of results.comparisons.filter(({ metric }: Body) => metric === 'arithmetic'))
      assert.equal(one.reason === 'other_model', one.target_a === 'gpt-4o', one.sentence);
    for (const one of results.requirements.filter((row: Body) => row.target_label === 'gpt-4o'))
      assert.equal(one.status, 'unknown', one.reason);
    assert.deepEqual(
      evaluation.preflight.targets.map((one: Body) => one.status),
      ['other_model', 'passed', 'passed', 'passed'],
    );
    const notes = results.warnings.filter((one: string) => one.includes('was requested'));
    assert.match(notes.join(), /our-support-model: responses name gpt-4o-mini as the model/);
    const junit = (await service.call('GET', `${path}/export?format=junit`)).body as string;
    assert.match(junit, /name="gpt-4o: score"><error message="gpt-4o was not measured: 20 of 20/);
  });

  test('a key that is revoked in the middle stops its target, which is asked again when the evaluation goes on', async () => {
    const { evaluation, path } = await evaluate(['revoked', 'good'], [arithmetic(60)]);
    assert.deepEqual([evaluation.status, evaluation.stop_reason], ['completed', 'refused']);
    const own = evaluation.results.coverage.find((one: Body) => one.target_label === 'revoked');
    assert.equal(own.scored, 8);
    assert.ok(own.failed >= 3 && own.pending > 0, JSON.stringify(own));
    assert.match(evaluation.results.warnings.join('\n'), /401: Incorrect API key provided/);
    assert.equal(evaluation.results.not_measured, undefined);
    const [{ target_label, units, answered, cause, scope, reason }, ...more] = evaluation.results.stopped;
    assert.deepEqual(
      [target_label, units, answered, cause, scope, reason, more],
      [
        ...['revoked', 60, 8, 'unauthorized', 'account'],
        'The model server answered 401: Incorrect API key provided',
        [],
      ],
    );
    const said =
      'revoked was stopped after 8 of 60 responses: The model server answered 401: Incorrect API key provided.';
    const [verdict] = evaluation.results.verdict;
    assert.equal(verdict.sentences[1], said);
    assert.ok(evaluation.results.overall_summary.startsWith(`${verdict.answer} ${said}`));
    assert.ok((await service.call('GET', `${path}/export?format=html`)).body.includes(said));
    const junit = (await service.call('GET', `${path}/export?format=junit`)).body as string;
    assert.match(
      junit,
      /name="revoked: score"><error message="revoked was stopped after \d+ of \d+ responses: .* Score .* without a response \(refused, unauthorized, scope: account\): The model server answered 401/,
    );
    const resumed = await service.call('POST', `${path}/resume`);
    assert.equal(resumed.status, 200, JSON.stringify(resumed.body));
  });
});
