import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Schemas } from '@touchstone/client';
import { neededMeasurements } from '@touchstone/report';
import { toDefinition } from '../../web/src/api/definition.ts';
import type { EvaluationDraft } from '../../web/src/evaluations/new/draft/draft.ts';
import { toEvaluationBody } from '../../web/src/evaluations/new/draft/evaluation-body.ts';
import { neededMeasurementsOf } from '../../web/src/evaluations/new/draft/needs.ts';
import {
  addsNeededMeasurements,
  draftFromEvaluation,
  enlargeEvaluation,
} from '../../web/src/evaluations/new/draft/start-draft.ts';
import { readDefinition, toNewEvaluation } from '../src/app/cli/eval/run/definition.ts';
import { sha256 } from '../src/kernel/json.ts';
import { temporaryFolder } from './support/cli-process.ts';
import { onDisk } from './support/each-database.ts';
import { type EvaluationService, mockTarget, startEvaluationService } from './support/evaluation-service.ts';
import type { JsonSchema } from './support/schema-walk.ts';
import { until } from './support/until.ts';

type Evaluation = Schemas['Evaluation'];
type NewEvaluation = Schemas['NewEvaluation'];
type Methodology = Schemas['Methodology'];

/** The ids of what definitions refer to, by name. */
type Ids = Readonly<Record<string, string>>;

const STACK = { model: { provider: 'mock', model_id: 'm', temperature: 0 } };
const STACKS: Readonly<Record<string, object>> = {
  stack: STACK,
  finder: { ...STACK, retrieval: { mode: 'keyword', k: 3 } },
};
const LIMITS = {
  workload_type: 'chatbot',
  slo_requirements: { p95_latency_ms: 9000, throughput_rps: 20 },
  traffic_profile: 'steady',
};
const SCENARIOS: Readonly<Record<string, object>> = {
  limits: LIMITS,
  replayed: { ...LIMITS, traffic_profile: 'replay' },
};
const SOURCES: Readonly<Record<string, object>> = {
  rows: { input: 'What is 1 + 1?', expected: '2' },
  task: {
    messages: [{ role: 'user', content: 'Say 5.' }],
    tools: [],
    state: {},
    graders: [{ type: 'reply', turn: 'last', grader: { type: 'numeric' }, expected: '5' }],
  },
  passages: { question: 'Who?', answer: 'Ann', relevant: [{ id: 'd', text: 'Ann did it.' }] },
  forms: {
    input: 'Order 1?',
    schema: { type: 'object', properties: { n: { type: 'integer' } } },
    expected: { n: 1 },
  },
  variables: { question: 'What is 2 + 2?', expected: '4' },
};
/** The version of a source's rows that it has by itself. */
const versionOf = (name: string): string => sha256(JSON.stringify(SOURCES[name]));
const TIMES = '0\n5\n10\n15';

/** Together they set every field of a definition, and use every kind of benchmark. Each can be carried out. */
const DEFINITIONS: Readonly<Record<string, (ids: Ids) => NewEvaluation>> = {
  'with load, facts and every figure of the method': (ids) => ({
    name: 'Figures',
    description: 'As it was agreed.',
    evaluation_type: 'nightly',
    targets: [
      { target_type: 'scenario', target_id: ids.limits as string, label: 'Peak' },
      { ...mockTarget('m', 'Plain'), target_type: 'model' },
      { target_type: 'stack', target_id: ids.stack as string, label: 'The stack' },
    ],
    benchmarks: [
      { benchmark_type: 'compliance' },
      { benchmark_type: 'arithmetic', num_samples: 2 },
      {
        benchmark_type: 'load',
        num_samples: 3,
        sessions: { turns: 3, think_ms: 250, tool_turns: 1, tool_ms: 20, next_input_tokens: 7 },
        prefix_cache: 'allow',
      },
      { benchmark_type: 'load', subset: 'capacity', num_samples: 30 },
      { benchmark_type: 'availability', num_samples: 3 },
      { benchmark_type: 'latency', num_samples: 2, prompts: 'synthetic' },
      { benchmark_type: 'cost' },
      { benchmark_type: 'lock_in' },
    ],
    methodology: {
      sample_size: 12,
      confidence_level: 95,
      random_seed: 7,
      epochs: 2,
      margin: 0.123456789,
      correction: 'bh',
      max_cost_usd: 3.5,
      concurrency: 3,
      max_concurrency: 4,
      request_timeout_ms: 12_345,
      cache: false,
      delivery: 'direct',
      question: 'better',
      on_preflight_failure: 'stop',
      weights: { quality: 1, latency: 2, cost: 3, lock_in: 0 },
      cost_assumptions: {
        target_utilisation: 0.5,
        spare_replicas: 2,
        gpus_per_replica: 4,
        cached_share: 0.25,
        people_usd_per_month: 100,
        peak_to_mean: 2,
      },
    },
  }),
  'with data of its own, criteria with options, and one judge with parameters': (ids) => ({
    name: 'Data',
    targets: [
      { target_type: 'stack', target_id: ids.stack as string },
      { ...mockTarget('other', 'Other'), target_type: 'model' },
    ],
    benchmarks: [
      { benchmark_type: 'dataset', subset: ids.rows as string, dataset_version: versionOf('rows') },
      { benchmark_type: 'tasks', subset: ids.task as string },
      { benchmark_type: 'structured_output', subset: ids.forms as string },
    ],
    custom_eval: {
      prompt_template: ' {{question}} ',
      system_prompt: ' Be brief. ',
      inputs: [{ question: 'What is 2 + 2?', expected: '4', cluster: 1, good: true }],
      num_samples: 1,
      criteria: [
        {
          name: 'number',
          description: 'Close enough.',
          weight: 2,
          grader: { type: 'numeric', options: { tolerance: 0.5, asked_form: 'answer_line' } },
          expected: '{{expected}}',
        },
        { name: 'short', grader: 'regex', expected: '.' },
        { name: 'good', description: ' Good. ', scale: 'pass_fail' },
      ],
      judge_config: {
        provider: 'mock',
        model: 'judge',
        temperature: null,
        reasoning_effort: 'low',
        max_tokens: 321,
        instructions: ' Be strict. ',
        pairwise: true,
      },
    },
    methodology: {
      question: 'no_worse',
      baseline: 'Other',
      no_worse_margins: { score: 0.07, success: 0.08, cost_ratio: 1.3 },
    },
  }),
  'with passages': (ids) => ({
    name: 'Passages',
    targets: [{ target_type: 'stack', target_id: ids.finder as string }],
    benchmarks: [
      {
        benchmark_type: 'rag',
        subset: ids.passages as string,
        k: 3,
        conditions: ['gold', 'none', 'retrieved'],
      },
    ],
    methodology: { random_seed: -3 },
  }),
  'with a recorded trace, and several judges with parameters': (ids) => ({
    name: 'Trace',
    targets: [
      { ...mockTarget('m', 'One'), target_type: 'model' },
      { ...mockTarget('other', 'Other'), target_type: 'model' },
      { target_type: 'scenario', target_id: ids.replayed as string },
    ],
    benchmarks: [
      {
        benchmark_type: 'load',
        num_samples: 4,
        trace: { source: ids.times as string, time_scale: 1.5 },
        generators: 1,
      },
    ],
    custom_eval: {
      prompt_template: '{{question}}',
      dataset: ids.variables as string,
      dataset_version: versionOf('variables'),
      criteria: [{ name: 'good', description: 'Good.' }],
      judge_config: {
        judges: [
          { provider: 'mock', model_id: 'judge', temperature: 1, max_tokens: 99, reasoning_effort: 'high' },
          { provider: 'mock', model: 'judge-2' },
        ],
      },
    },
    methodology: { no_worse_margins: { latency_ratio: 1.25 }, question: 'no_worse', baseline: 'One' },
  }),
  'with the times of a trace in it': (ids) => ({
    name: 'Times',
    targets: [
      { ...mockTarget('m', 'One'), target_type: 'model' },
      { target_type: 'scenario', target_id: ids.replayed as string },
    ],
    benchmarks: [{ benchmark_type: 'load', trace: { times_ms: [0, 5, 10] } }],
    custom_eval: {
      prompt_template: '{{question}}',
      inputs: [{ question: 'What is 2 + 2?' }],
      criteria: [{ name: 'good', description: 'Good.', scale: 'one_to_five' }],
      judge_config: { provider: 'mock', model_id: 'judge' },
    },
    methodology: {},
  }),
};

/** A preset is no field of an evaluation: what it fills in is. */
const NOT_STORED = ['preset'];

type Published = { components: { schemas: Record<string, JsonSchema> } };

/** Every field that a definition may set, such as `benchmarks[].trace.times_ms`. */
function fieldsOf(document: Published, schema: JsonSchema, at = ''): string[] {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split('/').at(-1) ?? '';
    return fieldsOf(document, document.components.schemas[name] as JsonSchema, at);
  }
  const inside = schema.anyOf ?? schema.oneOf;
  if (inside) return [...new Set(inside.flatMap((one) => fieldsOf(document, one, at)))];
  if (schema.items) return fieldsOf(document, schema.items, `${at}[]`);
  const fields = Object.entries(schema.properties ?? {});
  if (fields.length === 0) return [at];
  return fields.flatMap(([name, inner]) => fieldsOf(document, inner, at === '' ? name : `${at}.${name}`));
}

/** The fields that a value sets, in the same words; whatever stands in a record of no fixed fields is one. */
function isSet(value: unknown, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return value !== undefined;
  if (name === '[]') return Array.isArray(value) && value.some((one) => isSet(one, rest));
  if (typeof value !== 'object' || value === null) return false;
  return isSet((value as Record<string, unknown>)[name], rest);
}
const pathOf = (field: string) => field.replaceAll('[]', '.[]').split('.').filter(Boolean);

describe('a definition stays as it is, field by field', () => {
  const folder = temporaryFolder();
  let service: EvaluationService;
  let workspace = '';
  let ids: Ids = {};
  const made = new Map<string, { sent: NewEvaluation; evaluation: Evaluation; path: string }>();
  before(async () => {
    service = await startEvaluationService(
      onDisk(undefined, async () => {}),
      {
        models: { m: { latency: { distribution: 'constant', ms: 5 } } },
      },
    );
    workspace = await service.newWorkspace();
    const found: Record<string, string> = {};
    for (const [name, row] of Object.entries(SOURCES))
      found[name] = await service.newSource(workspace, name, JSON.stringify(row));
    found.times = await service.newSource(workspace, 'times', TIMES);
    const put = async (kind: string, body: object) =>
      (await service.call('POST', `/workspaces/${workspace}/${kind}`, body)).body.id as string;
    for (const [name, body] of Object.entries(SCENARIOS))
      found[name] = await put('scenarios', { name, ...body });
    for (const [name, body] of Object.entries(STACKS)) found[name] = await put('stacks', { name, ...body });
    ids = found;
    for (const [name, define] of Object.entries(DEFINITIONS)) {
      const sent = define(ids);
      const { status, body } = await service.post(workspace, sent);
      assert.equal(status, 201, `${name}: ${JSON.stringify(body)}`);
      const path = `/workspaces/${workspace}/evaluations/${body.id}`;
      await service.call('POST', `${path}/cancel`);
      made.set(name, { sent, evaluation: (await service.call('GET', path)).body, path });
    }
  });
  after(async () => {
    await service.stop();
    folder.remove();
  });

  test('the definitions of this test set every field that the API takes, and use every kind', () => {
    const document: Published = JSON.parse(
      readFileSync(new URL('../../client/openapi.json', import.meta.url), 'utf8'),
    );
    const given = Object.values(DEFINITIONS).map((define) =>
      define(new Proxy({}, { get: (_, name) => String(name) })),
    );
    const fields = fieldsOf(document, document.components.schemas.NewEvaluation as JsonSchema);
    const unset = fields.filter(
      (field) => !NOT_STORED.includes(field) && !given.some((one) => isSet(one, pathOf(field))),
    );
    assert.deepEqual(unset, [], 'set them in a definition of DEFINITIONS');
  });

  for (const name of Object.keys(DEFINITIONS)) {
    const its = () => made.get(name) as { sent: NewEvaluation; evaluation: Evaluation; path: string };
    const read = async (kind: string) =>
      (await service.call('GET', `/workspaces/${workspace}/${kind}?limit=100`)).body.data;

    /** The console's form, which begins as the evaluation and is sent. */
    async function throughForm(
      begin: Evaluation,
      change: (draft: EvaluationDraft) => EvaluationDraft = (draft) => draft,
      more?: string,
      size?: number,
    ): Promise<NewEvaluation> {
      const [stacks, scenarios, sources] = [
        await read('stacks'),
        await read('scenarios'),
        await read('sources'),
      ];
      const needed = (draft: EvaluationDraft) => neededMeasurementsOf(draft, stacks, scenarios, sources);
      const kept: EvaluationDraft = JSON.parse(
        JSON.stringify(draftFromEvaluation(begin, needed, sources, addsNeededMeasurements(more, size))),
      );
      const draft = change(kept);
      return toEvaluationBody(draft, needed(draft).measurements, [...stacks, ...scenarios]);
    }

    test(`${name}: as the API stores it`, () => {
      const { sent, evaluation } = its();
      const type = sent.evaluation_type === undefined && evaluation.evaluation_type;
      assert.deepEqual(
        { name: evaluation.name, ...toDefinition(evaluation) },
        { ...(type && { evaluation_type: type }), ...sent },
      );
    });

    test(`${name}: begun as another in the console`, async () => {
      const { sent, evaluation } = its();
      assert.deepEqual(await throughForm(evaluation), sent);
    });

    test(`${name}: begun as another with another name and seed`, async () => {
      const { sent, evaluation } = its();
      const body = await throughForm(evaluation, (draft) => ({
        ...draft,
        name: 'Other',
        method: { ...draft.method, seed: '99' },
      }));
      assert.deepEqual(body, {
        ...sent,
        name: 'Other',
        methodology: { ...sent.methodology, random_seed: 99 },
      });
    });

    test(`${name}: by Measure more, with more items of one benchmark alone`, async () => {
      const { sent, evaluation } = its();
      for (const [at, choice] of (sent.benchmarks ?? []).entries()) {
        const isLoad = choice.benchmark_type === 'load' && choice.subset === undefined;
        const more =
          choice.subset == null ? choice.benchmark_type : `${choice.benchmark_type}/${choice.subset}`;
        const body = await throughForm(enlargeEvaluation(evaluation, more, 50), undefined, more, 50);
        const benchmarks = (sent.benchmarks ?? []).map((one, i) =>
          i === at || (isLoad && one.benchmark_type === 'availability')
            ? { ...one, num_samples: Math.max(50, one.num_samples ?? 0) }
            : one,
        );
        assert.deepEqual(body, { ...sent, name: `${sent.name} (more)`, benchmarks }, more);
      }
    });

    test(`${name}: from a file`, async () => {
      const { sent } = its();
      const file = join(folder.path, `${sent.name}.yaml`);
      const names = new Map(Object.entries(ids).map(([key, id]) => [id, key]));
      writeFileSync(file, JSON.stringify(fileOf(sent, names, folder.path)));
      const idsOf = (keys: readonly string[]) => new Map(keys.map((key) => [key, ids[key] as string]));
      const body = toNewEvaluation(await readDefinition(file), {
        stackIds: idsOf(Object.keys(STACKS)),
        scenarioIds: idsOf(Object.keys(SCENARIOS)),
        sourceIds: idsOf([...Object.keys(SOURCES), 'times']),
      });
      // Of a dataset that is no benchmark by itself a file gives the title, as the API takes it too.
      const benchmarks = (sent.benchmarks ?? []).map((one) =>
        one.benchmark_type !== 'dataset' && names.has(one.subset ?? '')
          ? { ...one, subset: names.get(one.subset ?? '') as string }
          : one,
      );
      assert.deepEqual(body, { ...sent, benchmarks });
    });

    test(`${name}: by rerun, with the same manifest`, async () => {
      const { evaluation, path } = its();
      const again = await service.call('POST', `${path}/rerun`);
      assert.equal(again.status, 201, JSON.stringify(again.body));
      const other = path.replace(evaluation.id, again.body.id);
      await service.call('POST', `${other}/cancel`);
      assert.deepEqual(toDefinition(again.body), toDefinition(evaluation));
      const manifestOf = async (at: string) => {
        const {
          evaluation_id: _,
          planned_at: __,
          targets,
          ...same
        } = (await service.call('GET', `${at}/manifest`)).body;
        // What answered, and how many calls were allowed, is of the run.
        return {
          ...same,
          targets: targets.map((one: object) => ({ ...one, returned_models: {}, limits: null })),
        };
      };
      assert.deepEqual(await manifestOf(other), await manifestOf(path));
    });

    test(`${name}: by a series, each run of which asks anew under fixed names`, async () => {
      const { sent } = its();
      const { status, body } = await service.call('POST', `/workspaces/${workspace}/series`, {
        name: 'Weekly',
        evaluation: sent,
        margins: { cost_ratio: 50 },
      });
      assert.equal(status, 201, JSON.stringify(body));
      const at = `/workspaces/${workspace}/series/${body.id}`;
      const run = await service.call('POST', `${at}/runs`);
      const path = `/workspaces/${workspace}/evaluations/${run.body.evaluation_id}`;
      await service.call('POST', `${path}/cancel`);
      const evaluation: Evaluation = await until(
        async () => (await service.call('GET', path)).body ?? false,
        20,
      );
      const named = sent.targets.map((target) => ({
        ...target,
        ...(target.label === undefined && {
          label: Object.keys(ids).find((one) => ids[one] === target.target_id) as string,
        }),
      }));
      assert.deepEqual(toDefinition(evaluation), {
        ...toDefinition({ ...its().evaluation }),
        targets: named,
        methodology: { ...sent.methodology, cache: false } satisfies Methodology,
      });
    });
  }

  test('a form keeps what it does not show of a row that it changes', async () => {
    const { sent, evaluation } = made.get(Object.keys(DEFINITIONS)[1] as string) as {
      sent: NewEvaluation;
      evaluation: Evaluation;
    };
    const draft = draftFromEvaluation(evaluation, () => neededMeasurements([], []), []);
    const { custom } = draft;
    assert.ok(custom);
    const [number, ...others] = custom.criteria;
    assert.ok(number);
    const body = toEvaluationBody(
      {
        ...draft,
        custom: {
          ...custom,
          // The first goes, the second is renamed.
          criteria: [
            ...others.map((one) => ({ ...one, name: `${one.name}?` })),
            { ...number, expected: '5' },
          ],
          judges: custom.judges.map((one) => ({ ...one, model: 'judge-2' })),
          instructions: 'Be kind.',
        },
      },
      [],
      [],
    );
    const [first, second, third] = sent.custom_eval?.criteria ?? [];
    assert.deepEqual(body.custom_eval, {
      ...sent.custom_eval,
      criteria: [
        { ...second, name: 'short?' },
        { ...third, name: 'good?' },
        { ...first, expected: '5' },
      ],
      judge_config: { ...sent.custom_eval?.judge_config, model: 'judge-2', instructions: 'Be kind.' },
    });
  });
});

/** An evaluation file that says the same, with its datasets beside it. */
function fileOf(
  { targets, benchmarks = [], custom_eval, ...fields }: NewEvaluation,
  names: ReadonlyMap<string, string>,
  folder: string,
): object {
  const nameOf = (id: string | null | undefined) => names.get(id ?? '') as string;
  const used = new Set<string>();
  const dataset = (id: string) => {
    used.add(nameOf(id));
    writeFileSync(join(folder, nameOf(id)), 'x');
    return nameOf(id);
  };
  const written = {
    ...fields,
    targets: targets.map(({ target_type, target_id, model_provider, model_id, label }) => ({
      [target_type]: target_type === 'model' ? `${model_provider}/${model_id}` : nameOf(target_id),
      ...(label !== undefined && { label }),
    })),
    benchmarks: benchmarks.map(({ subset, benchmark_type, ...choice }) => {
      if (subset == null || !names.has(subset))
        return { benchmark_type, ...(subset != null && { subset }), ...choice };
      const name = dataset(subset);
      return benchmark_type === 'dataset'
        ? { dataset: name, ...choice }
        : { benchmark_type, subset: name, ...choice };
    }),
    ...(custom_eval != null && {
      custom_eval: {
        ...custom_eval,
        ...(custom_eval.dataset !== undefined && { dataset: dataset(custom_eval.dataset) }),
      },
    }),
  };
  const kindsOf = (type: string) => targets.filter(({ target_type }) => target_type === type);
  return {
    ...written,
    datasets: [...used].map((name) => ({ name, file: name })),
    stacks: kindsOf('stack').map(({ target_id }) => ({
      name: nameOf(target_id),
      ...STACK,
    })),
    scenarios: kindsOf('scenario').map(({ target_id }) => ({ name: nameOf(target_id) })),
  };
}
