import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EvaluationService, mockTarget } from '../evaluation-service.ts';
import { pdfFile } from '../pdf-file.ts';
import { until } from '../until.ts';
import type { Body } from './figures.ts';

const target = (...models: string[]) => models.map((model) => mockTarget(model));
const baseline = (model_id: string) => ({ target_type: 'model', model_provider: 'baseline', model_id });
const of = (benchmark_type: string, num_samples?: number, subset?: string) => ({
  benchmark_type,
  ...(num_samples && { num_samples }),
  ...(subset && { subset }),
});
const one = (model: string) => ({ provider: 'mock', model });

const INPUTS = Array.from({ length: 12 }, (_, i) => ({ question: `What is ${i} + 100?` }));
const JUDGED = {
  prompt_template: '{{question}}',
  system_prompt: 'Answer in one line.',
  inputs: INPUTS,
  criteria: [
    { name: 'clear', description: 'It is short.', weight: 3 },
    { name: 'brief', description: 'Is it brief?', scale: 'pass_fail' },
    { name: 'number', grader: 'regex', expected: '\\d' },
  ],
};
const PUMPS = Array.from(
  { length: 12 },
  (_, i) => `The Orvall${i} pump was tested at ${120 + i} bar by the team of the north hall.`,
);

const QUESTIONS = [
  { input: 'What is 2 + 5?', expected: '7', grader: 'numeric' },
  { input: 'What is 3 + 5?', expected: ['8', 'eight'], grader: 'exact', metadata: { level: 1 } },
  { input: 'What is 4 + 5?', expected: '9', grader: { type: 'contains', options: { whole_words: true } } },
  { input: 'What is 5 + 5?', expected: '^\\D*10\\D*$', grader: 'regex', cluster: 'tens' },
  {
    input: 'What is 6 + 5?',
    expected: '11',
    grader: { type: 'f1', options: { form: 'drop' } },
    cluster: 'tens',
  },
  { input: 'What is 7 + 5?', expected: '12', grader: 'rouge_l' },
  { input: 'What is 8 + 5?', expected: '13', grader: 'edit_similarity' },
  { input: 'What is 9 + 5?', expected: '14', grader: 'json' },
  { input: 'What is 9 + 6?', expected: '{"type":"number"}', grader: 'json_schema' },
  { input: 'What is 9 + 7?', expected: ['16'], grader: 'list' },
  { input: 'What is 9 + 8?', expected: ['17'], grader: 'set' },
  {
    input: [
      { role: 'system', content: 'Add.' },
      { role: 'user', content: 'What is 9 + 9? A) 17 B) 18. End with "Answer: <letter>".' },
    ],
    expected: 'B',
    grader: { type: 'choice', options: { choices: ['17', '18'] } },
  },
];
const TIMES = Array.from({ length: 20 }, (_, i) => 100 + 10 * i + (i % 3));

const embedded = (model: string) =>
  ['the capital of France', 'seven pumps'].map((expected) =>
    JSON.stringify({
      input: `Say: ${expected}`,
      expected,
      grader: { type: 'embedding_similarity', options: { model } },
    }),
  );

/** Fills workspaces with everything there is, and waits until nothing is under way any more. */
export async function fillSettled(service: EvaluationService, webUrl: string): Promise<void> {
  const workspace = await made(service, '/workspaces', {
    name: 'Support of pumps',
    description: 'All kinds.',
  });
  const at = `/workspaces/${workspace.id}`;
  await addSources(service, workspace.id, webUrl);
  await addMessages(service, at);
  const { scenarios, stacks } = await addDescriptions(service, at);

  const run = async (name: string, definition: object) => {
    const path = await service.start(workspace.id, { name, ...definition });
    const evaluation = await service.ended(path);
    console.log(`${evaluation.status} ${evaluation.stop_reason ?? ''} ${name}`);
    return { path, evaluation };
  };
  const again = async (path: string, action: string) => {
    const { status, body } = await service.call('POST', `${path}/${action}`);
    assert.equal(status, 200, `${action}: ${JSON.stringify(body)}`);
    return service.ended(path);
  };

  // Answers.
  const generated = await run('Generated', {
    description: 'Every generated benchmark.',
    targets: [...target('good', 'fair'), baseline('arithmetic')],
    benchmarks: [
      of('arithmetic', 20),
      of('arithmetic', 10, 'level-2'),
      of('instruction_following', 5),
      of('json_extraction', 4),
      of('long_context_recall', 3, '1k'),
      of('reasoning_tables', 5),
    ],
  });
  await again(generated.path, 'rescore');
  await run('Repeated', {
    targets: target('good', 'noisy'),
    benchmarks: [of('arithmetic')],
    methodology: {
      ...{ sample_size: 16, epochs: 3, random_seed: 7, confidence_level: 90, margin: 0.1, correction: 'bh' },
      ...{ concurrency: 3, request_timeout_ms: 60_000 },
    },
  });
  await run('Shared', {
    targets: [mockTarget('terse', 'a'), mockTarget('terse', 'b')],
    benchmarks: [of('arithmetic', 8)],
  });
  await run('Shared later', { targets: target('terse'), benchmarks: [of('arithmetic', 10)] });
  await run('Not shared', {
    targets: target('terse'),
    benchmarks: [of('arithmetic', 4)],
    methodology: { cache: false, correction: 'none' },
  });
  await run('Published', {
    targets: target('published', 'terse'),
    benchmarks: ['gsm8k', 'mmlu', 'ifeval', 'squad', 'drop', 'arc_challenge'].map((type) => of(type)),
  });
  await run('Grounded', {
    targets: [baseline('extractive'), ...target('terse')],
    benchmarks: [of('grounded_qa', 5), of('refusal_of_unknown', 4, 'retrieved')],
  });
  await run('Dataset', {
    targets: [...target('terse', 'thinking'), { target_type: 'stack', target_id: stacks.plain }],
    benchmarks: [of('dataset', undefined, 'Questions'), of('dataset', 6, 'Rows')],
  });
  await run('Failing', { targets: target('flaky', 'good', 'dead'), benchmarks: [of('arithmetic', 20)] });
  await run('Nothing scored', { targets: target('dead'), benchmarks: [of('arithmetic', 3)] });
  const exhausted = { targets: target('exhausted', 'good'), benchmarks: [of('arithmetic', 15)] };
  const quota = await run('Account exhausted', exhausted);
  assert.equal(quota.evaluation.stop_reason, 'quota');
  const retried = await run('Retried', {
    targets: target('recovering', 'good'),
    benchmarks: [of('arithmetic', 6)],
  });
  await again(retried.path, 'retry');
  const rerun = await service.call('POST', `${retried.path}/rerun`);
  await service.ended(`${at}/evaluations/${rerun.body.id}`);
  await run('Unscored without an embedding', {
    targets: target('paris'),
    benchmarks: [of('dataset', undefined, 'Embedded by nobody')],
  });
  await run('Embedded', { targets: target('paris'), benchmarks: [of('dataset', undefined, 'Embedded')] });
  const budget = await run('Budget', {
    targets: target('costly'),
    benchmarks: [of('arithmetic', 60)],
    methodology: { max_cost_usd: 0.01, concurrency: 2 },
  });
  assert.deepEqual([budget.evaluation.status, budget.evaluation.stop_reason], ['cancelled', 'budget']);

  // Judges.
  const three = {
    judges: [one('fair_judge'), one('harsh_judge'), one('mild_judge')],
    instructions: 'Be fair.',
  };
  const ensemble = await run('Judged by three', {
    targets: target('terse', 'wordy'),
    custom_eval: {
      ...JUDGED,
      criteria: JUDGED.criteria.filter(({ name }) => name !== 'brief'),
      judge_config: three,
    },
  });
  await run('Judge absent-minded', {
    targets: target('terse'),
    custom_eval: {
      ...JUDGED,
      criteria: JUDGED.criteria.slice(0, 1),
      judge_config: one('absent_minded_judge'),
    },
  });
  await run('Judge mute', {
    targets: target('terse'),
    custom_eval: { ...JUDGED, judge_config: one('mute_judge'), num_samples: 3 },
  });
  const graded = {
    prompt_template: 'Please answer: {{ question }}',
    dataset: 'Rows',
    num_samples: 6,
    criteria: [
      { name: 'right', grader: 'numeric', weight: 3 },
      { name: 'short', grader: { type: 'regex' }, expected: '^.{0,20}$' },
    ],
  };
  await run('Mixed', {
    evaluation_type: 'mixed',
    targets: target('good', 'dead', 'wordy'),
    benchmarks: [of('arithmetic', 5)],
    custom_eval: graded,
  });
  await run('Preferred', {
    targets: target('terse', 'wordy', 'endless'),
    custom_eval: {
      ...JUDGED,
      criteria: JUDGED.criteria.slice(2),
      judge_config: { judges: [one('comparer'), one('biased_comparer')], pairwise: true },
    },
    methodology: { epochs: 2 },
  });
  await run('Preferred and graded', {
    targets: target('terse', 'wordy', 'dead'),
    custom_eval: {
      ...JUDGED,
      inputs: INPUTS.map((input, i) => ({ ...input, cluster: `${Math.floor(i / 2)}` })),
      criteria: JUDGED.criteria.slice(2),
      judge_config: { ...one('comparer'), pairwise: true },
    },
  });
  await label(service, ensemble.path);

  // Load and facts.
  const bar = (name: string) => ({ target_type: 'scenario', target_id: scenarios[name] });
  const stack = (name: string) => ({ target_type: 'stack', target_id: stacks[name] });
  await run('Load', { targets: [...target('quick', 'slow'), bar('support')], benchmarks: [of('load', 40)] });
  await run('Latency, availability and quality', {
    targets: [...target('quick'), bar('support')],
    benchmarks: [of('latency', 12), of('availability', 5), of('arithmetic', 6)],
  });
  await run('Replayed', {
    targets: [...target('quick'), bar('replay')],
    benchmarks: [{ ...of('load', 15), trace: { times_ms: TIMES, time_scale: 2 } }],
  });
  await run('In a batch', { targets: [...target('queued'), bar('batch')], benchmarks: [of('load', 120)] });
  await run('In too small a batch', {
    targets: [...target('quick'), bar('batch')],
    benchmarks: [of('load', 20)],
  });
  await run('Load exhausted', {
    targets: [...target('soon-exhausted', 'quick'), bar('support')],
    benchmarks: [of('load', 20)],
  });
  await run('Load of cut answers', {
    targets: [...target('cut'), bar('support')],
    benchmarks: [of('load', 12)],
  });
  await run('Capacity', {
    targets: [...target('queued'), bar('capacity')],
    benchmarks: [of('load', 20, 'capacity')],
  });
  await run('Capacity exhausted', {
    targets: [...target('soon-exhausted'), bar('support')],
    benchmarks: [of('load', 20, 'capacity')],
  });
  await run('Verdict', {
    targets: [stack('ireland'), stack('virginia'), ...target('costly'), bar('whole'), bar('support')],
    benchmarks: [of('arithmetic', 20), of('cost'), of('compliance'), of('lock_in')],
    methodology: {
      weights: { cost: 3, quality: 1 },
      cost_assumptions: { peak_to_mean: 4, people_usd_per_month: 5 },
    },
  });
  await run('Facts alone', {
    targets: [
      { target_type: 'model', model_provider: 'nobody', model_id: 'unheard-of', label: 'Unknown' },
      bar('whole'),
    ],
    benchmarks: [of('cost'), of('compliance'), of('lock_in')],
  });

  // Stopped, changed, deleted.
  const cancelled = async (name: string, definition: object, samples: number) => {
    console.log(`to be cancelled: ${name}`);
    const path = await service.start(workspace.id, { name, ...definition });
    await until(async () => samples === 0 || (await service.samples(path)).length >= samples, 10);
    assert.equal((await service.call('POST', `${path}/cancel`)).status, 200, name);
    return path;
  };
  await cancelled(
    'Cancelled',
    { targets: target('crawling', 'good'), benchmarks: [of('arithmetic', 60)] },
    30,
  );
  await cancelled(
    'Cancelled at once',
    { targets: target('crawling'), benchmarks: [of('arithmetic', 30)] },
    0,
  );
  await cancelled(
    'Cancelled while judged',
    { targets: target('crawling', 'terse'), custom_eval: { ...JUDGED, judge_config: one('fair_judge') } },
    14,
  );
  await cancelled(
    'Load cancelled',
    { targets: [...target('quick'), bar('support')], benchmarks: [of('load', 400)] },
    1,
  );
  const renamed = { name: 'Generated, renamed', description: null };
  await service.call('PATCH', generated.path, renamed);
  const { path: gone } = await run('Deleted', { targets: target('good'), benchmarks: [of('arithmetic', 3)] });
  await service.call('DELETE', gone);
  await service.call('DELETE', `${at}/scenarios/${scenarios.batch}`);

  const other = await made(service, '/workspaces', { name: 'Another' });
  await service.newSource(other.id, 'Elsewhere', 'A pump of another workspace.');
  await made(service, '/workspaces', { name: 'Empty' });
  const deleted = await made(service, '/workspaces', { name: 'Deleted' });
  await service.call('DELETE', `/workspaces/${deleted.id}`);
}

async function made(service: EvaluationService, path: string, body: object): Promise<Body> {
  const answer = await service.call('POST', path, body);
  assert.equal(answer.status, 201, JSON.stringify(answer.body));
  return answer.body;
}

async function addSources(service: EvaluationService, workspaceId: string, webUrl: string): Promise<void> {
  const path = `/workspaces/${workspaceId}/sources`;
  const text = (title: string, lines: readonly string[], by = '\n') =>
    service.newSource(workspaceId, title, lines.join(by));
  await text('Pumps', PUMPS, '\n\n');
  await text('Pumps once more', PUMPS, '\n\n');
  await text('Handbook', [
    '# Invoices',
    '',
    'An invoice is sent on day 3.',
    '',
    '## Refunds',
    '',
    'A refund takes 14 days.',
  ]);
  await text(
    'Questions',
    QUESTIONS.map((question) => JSON.stringify(question)),
  );
  const rows = INPUTS.map(({ question }, i) => `"${question}","${question}",${i + 100},numeric,c${i % 4}`);
  await text('Rows', ['input,question,expected,grader,cluster', ...rows]);
  await text('Embedded', embedded('mock/embedder'));
  await text('Embedded by nobody', embedded('mock/dead-embedder'));
  const pdf = pdfFile(['A pump manual.\nTested at 130 bar.', 'Page two of the manual.'], { title: 'Manual' });
  const added = [
    await made(service, path, { type: 'pdf', content: pdf.toString('base64'), filename: 'manual.pdf' }),
    await made(service, path, { type: 'pdf', content: pdfFile([''], { scanned: true }).toString('base64') }),
    await made(service, path, { type: 'url', url: `${webUrl}/page` }),
    await made(service, path, { type: 'url', url: `${webUrl}/missing` }),
  ];
  for (const { id } of added) {
    while (!['ready', 'failed'].includes((await service.call('GET', `${path}/${id}`)).body.status))
      await sleep(20);
  }
  const deleted = await text('Deleted', ['Not here any more.']);
  await service.call('DELETE', `${path}/${deleted}`);
}

async function addMessages(service: EvaluationService, at: string): Promise<void> {
  for (const [role, content] of [
    ['system', 'You help with pumps.'],
    ['user', 'Which pump holds 130 bar?'],
    ['assistant', 'Orvall10.'],
    ['tool', '{"found": 1}'],
  ])
    await made(service, `${at}/messages`, {
      role,
      content,
      ...(role === 'assistant' && { agent_name: 'helper' }),
    });
}

async function addDescriptions(service: EvaluationService, at: string) {
  const scenarios: Record<string, string> = {};
  const stacks: Record<string, string> = {};
  const scenario = async (name: string, fields: object) => {
    const body = { name, workload_type: 'classification', traffic_profile: 'steady', ...fields };
    scenarios[name] = (await made(service, `${at}/scenarios`, body)).id;
  };
  const stack = async (name: string, fields: object) => {
    stacks[name] = (await made(service, `${at}/stacks`, { name, ...fields })).id;
  };
  const slo_requirements = {
    p50_latency_ms: 400,
    p95_latency_ms: 5000,
    throughput_rps: 40,
    availability: 99,
  };
  await scenario('support', { slo_requirements });
  await scenario('replay', { slo_requirements: { p50_latency_ms: 1500 }, traffic_profile: 'replay' });
  await scenario('batch', { slo_requirements: { throughput_rps: 20 }, traffic_profile: 'batch' });
  await scenario('capacity', { slo_requirements: { p50_latency_ms: 150, throughput_rps: 50 } });
  await scenario('whole', {
    workload_type: 'chat',
    traffic_profile: 'tidal',
    slo_requirements: { p95_latency_ms: 2000, throughput_rps: 1 },
    budget: { monthly_limit_usd: 1000, cost_per_1k_requests_usd: 5 },
    compliance: { regions: ['EU'], certifications: ['SOC 2', 'ISO 27001'] },
    vendor_lock_in_tolerance: 'low',
  });
  await scenario('empty', { workload_type: 'telepathy' });
  const model = { provider: 'mock', model_id: 'good' };
  const hardware = { cloud_provider: 'aws', region: 'eu-west-1', gpu_type: 'H100', replicas: 2 };
  const framework = {
    orchestration: 'langgraph',
    observability: 'langfuse',
    logging: 'loki',
    tracing: 'otel',
  };
  await stack('plain', { description: 'Not much.', model: { ...model, temperature: 0.5, max_tokens: 100 } });
  await stack('ireland', { model, hardware, framework });
  await stack('virginia', {
    model: { ...model, model_id: 'fair' },
    hardware: { ...hardware, region: 'us-east-1' },
  });
  await stack('draft', { model: {} });
  return { scenarios, stacks };
}

/** What people say of judged answers; waits until they are counted. */
async function label(service: EvaluationService, path: string): Promise<void> {
  const samples = await service.samples(path);
  for (const [i, { id, score }] of samples.entries()) {
    const label = {
      criterion: 'clear',
      score: i % 5 === 0 ? 1 - score : score,
      note: i === 0 ? 'Not so.' : null,
    };
    assert.equal((await service.call('POST', `${path}/samples/${id}/labels`, label)).status, 201);
  }
  await until(async () => {
    const { results } = (await service.call('GET', path)).body;
    return results.judging.calibration[0]?.labels === samples.length;
  }, 20);
}
