import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EvaluationService, mockTarget } from '../evaluation-service.ts';
import { type Body, type Figures, figuresOf } from './figures.ts';

const INPUTS = Array.from({ length: 12 }, (_, i) => ({ question: `What is ${i} + 100?` }));
const custom = (judge_config: object) => ({
  prompt_template: '{{question}}',
  inputs: INPUTS,
  criteria: [
    { name: 'clear', description: 'It is short.', weight: 3 },
    { name: 'number', grader: 'regex', expected: '\\d' },
  ],
  judge_config,
});
const late = (model: string) => ({ provider: 'mock', model: `late_${model}` });
const targets = (...models: string[]) => models.map((model) => mockTarget(`late_${model}`, model));
const TOLD = ['the capital of France', ...Array.from({ length: 13 }, (_, i) => `${i} capital pumps`)];
const EMBEDDED = TOLD.map((expected) =>
  JSON.stringify({
    input: `Say: ${expected}`,
    expected,
    grader: { type: 'embedding_similarity', options: { model: 'mock/embedder' } },
  }),
);
/** No answer of one is another's, so that each asks all of its own. */
const OWN = { cache: false, concurrency: 2 };

interface Unfinished {
  name: string;
  definition: object;
  /** When it is stopped: after so many samples; absent = at once. */
  after?: number;
}

function evaluations(scenario: string): Unfinished[] {
  const bar = { target_type: 'scenario', target_id: scenario };
  const answers = {
    targets: targets('good', 'fair'),
    benchmarks: [
      { benchmark_type: 'arithmetic', num_samples: 20 },
      { benchmark_type: 'reasoning_tables', num_samples: 4 },
    ],
    methodology: { ...OWN, epochs: 2 },
  };
  const judged = { targets: targets('terse', 'wordy'), custom_eval: custom(late('judge')), methodology: OWN };
  const preferred = {
    targets: targets('terse', 'wordy', 'good'),
    custom_eval: custom({ ...late('comparer'), pairwise: true }),
    methodology: OWN,
  };
  const embedded = {
    targets: targets('paris'),
    benchmarks: [{ benchmark_type: 'dataset', subset: 'Embedded' }],
    methodology: OWN,
  };
  const load = {
    targets: [mockTarget('quick'), bar],
    benchmarks: [{ benchmark_type: 'load', num_samples: 100 }],
  };
  const verdict = {
    targets: [...targets('good', 'fair'), bar],
    benchmarks: ['cost', 'compliance', 'lock_in', 'arithmetic'].map((benchmark_type) => ({
      benchmark_type,
      ...(benchmark_type === 'arithmetic' && { num_samples: 16 }),
    })),
    methodology: OWN,
  };
  return [
    { name: 'answers, some asked', definition: answers, after: 11 },
    { name: 'answers, none asked', definition: { ...answers, methodology: { ...OWN, random_seed: 5 } } },
    { name: 'judged, some graded', definition: judged, after: 7 },
    { name: 'preferred, some answers', definition: preferred, after: 5 },
    { name: 'preferred, some pairs', definition: preferred, after: 3 * INPUTS.length + 4 },
    { name: 'embedded, some asked', definition: embedded, after: 2 },
    { name: 'verdict, some asked', definition: verdict, after: 6 },
    { name: 'load, interrupted', definition: load, after: 1 },
  ];
}

/** Fills a workspace with evaluations that are cancelled in the middle, and others that the end of the service stops. */
export async function fillUnfinished(service: EvaluationService): Promise<void> {
  const workspaceId = await service.newWorkspace();
  await service.newSource(workspaceId, 'Embedded', EMBEDDED.join('\n'));
  const scenario = await service.call('POST', `/workspaces/${workspaceId}/scenarios`, {
    name: 'Support',
    workload_type: 'classification',
    traffic_profile: 'steady',
    slo_requirements: { p50_latency_ms: 30_000, throughput_rps: 50 },
    budget: { monthly_limit_usd: 1000 },
    vendor_lock_in_tolerance: 'high',
  });
  const all = evaluations(scenario.body.id);
  for (const { name, definition, after = 0 } of all) {
    const path = await service.start(workspaceId, { ...definition, name: `cancelled: ${name}` });
    await whenSamples(service, path, after);
    const { status, body } = await service.call('POST', `${path}/cancel`);
    assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`);
  }
  // More than run at once, so that some are still queued. Load takes its time: once is enough.
  const unloaded = all.filter(({ name }) => !name.startsWith('load'));
  await Promise.all(
    unloaded.map(({ name, definition }) =>
      service.start(workspaceId, { ...definition, name: `stopped: ${name}` }),
    ),
  );
  await sleep(700);
  const states = (await listed(service, workspaceId)).map(({ status }) => status);
  for (const status of ['running', 'queued', 'cancelled'])
    assert.ok(states.includes(status), `none is ${status}: ${states}`);
}

async function whenSamples(service: EvaluationService, path: string, count: number): Promise<void> {
  const giveUp = performance.now() + 60_000;
  while (count > 0 && (await service.samples(path)).length < count) {
    assert.ok(performance.now() < giveUp, `${path} has too few samples`);
    await sleep(10);
  }
}

/** Every evaluation of a workspace, oldest first. */
export async function listed(service: EvaluationService, workspaceId: string): Promise<Body[]> {
  const { body } = await service.call('GET', `/workspaces/${workspaceId}/evaluations?limit=100`);
  return body.data.sort((a: Body, b: Body) => (a.id < b.id ? -1 : 1));
}

/** Lets go on what was stopped, resumes what was cancelled, and answers what came of each, by name. */
export async function finishAll(service: EvaluationService): Promise<Record<string, Figures>> {
  const { body } = await service.call('GET', '/workspaces');
  const workspaceId = body.data[0].id;
  const all = await listed(service, workspaceId);
  const pathOf = ({ id }: Body) => `/workspaces/${workspaceId}/evaluations/${id}`;
  for (const one of all.filter(({ status }) => status === 'cancelled')) {
    const { status, body: answer } = await service.call('POST', `${pathOf(one)}/resume`);
    assert.equal(status, 200, `${one.name}: ${JSON.stringify(answer)}`);
  }
  const ends: [string, Figures][] = [];
  for (const one of all) {
    const evaluation = await service.ended(pathOf(one));
    ends.push([one.name, figuresOf(evaluation, await service.samples(pathOf(one)))]);
  }
  return Object.fromEntries(ends);
}
