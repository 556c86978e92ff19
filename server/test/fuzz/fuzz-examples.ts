import type { Known } from './fuzz-known.ts';
import type { Fuzzed } from './fuzz-send.ts';

/** Made in each session's two workspaces, in this order. */
export const MADE = [
  ['createSource', 'source_id'],
  ['createStack', 'stack_id'],
  ['createScenario', 'scenario_id'],
  ['createMessage', 'message_id'],
  ['createEvaluation', 'evaluation_id'],
] as const;

/** Bodies that are accepted, from which others are made. */
export function examplesOf({
  pages,
  provider,
}: Pick<Fuzzed, 'pages' | 'provider'>): Record<string, unknown[]> {
  const echo = { target_type: 'model', model_provider: 'baseline', model_id: 'echo' };
  const targets = provider === undefined ? [echo] : [{ ...echo, model_provider: provider, model_id: 'm' }];
  const criteria = [{ name: 'says it', grader: 'contains', expected: '{{topic}}' }];
  const custom = {
    prompt_template: 'Say {{topic}}.',
    inputs: [{ topic: 'one' }, { topic: 'two' }],
    criteria,
  };
  const long = { benchmark_type: 'arithmetic', num_samples: 40 };
  const asks = (model_id: string) => ({
    target_type: 'model',
    model_provider: provider ?? 'baseline',
    model_id,
  });
  const line = JSON.stringify({ input: 'Say yes.', expected: 'yes' });
  return {
    createSource: [
      {
        type: 'text',
        title: 'Notes',
        content: 'Refunds take five days.\n\nShipping to islands takes nine days.',
      },
      { type: 'text', filename: 'lines.jsonl', content: `${line}\n${line}` },
      ...pages.map((url) => ({ type: 'url', url })),
      { type: 'pdf', content: Buffer.from('%PDF-1.7 broken').toString('base64'), filename: 'a.pdf' },
    ],
    createStack: [
      { name: 'Echo', model: { provider: 'baseline', model_id: 'echo' } },
      {
        name: 'Own',
        model: { provider: provider ?? 'baseline', model_id: 'm', temperature: 0, max_tokens: 50 },
        hardware: { region: 'eu-central-1', replicas: 2 },
        framework: { orchestration: 'none' },
      },
    ],
    tryGrader: [
      { grader: 'contains', sample: { response: 'It is 7.', expected: '7' } },
      {
        grader: { type: 'exact', options: { ignore_case: false } },
        sample: { response: 'a', expected: ['a', 'b'] },
      },
    ],
    tryStack: pages.map((url) => ({
      endpoint: { kind: 'http', url, method: 'GET', request: {}, response: { answer: '$' } },
      input: 'Which days?',
    })),
    createScenario: [
      {
        name: 'Chat',
        workload_type: 'chat',
        slo_requirements: { p95_latency_ms: 2000, throughput_rps: 5, availability: 99 },
        budget: { monthly_limit_usd: 5000 },
        compliance: { regions: ['EU'] },
        vendor_lock_in_tolerance: 'medium',
      },
      { name: 'Small', workload_type: 'chat', traffic_profile: 'bursty' },
    ],
    createMessage: [
      { role: 'user', content: 'Which one?' },
      { role: 'assistant', content: 'This one.', agent_name: 'A' },
    ],
    createEvaluation: [
      { name: 'Sums', targets: [echo], benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 3 }] },
      {
        name: 'Own questions',
        targets,
        custom_eval: custom,
        methodology: { random_seed: 1, concurrency: 4 },
      },
      { name: 'Slow', targets: [asks('slow')], benchmarks: [long], methodology: { concurrency: 1 } },
    ],
    estimateEvaluation: [
      {
        name: 'Sums',
        targets,
        benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 30 }],
        methodology: { epochs: 2, margin: 0.1 },
      },
    ],
    search: [{ query: 'refunds' }, { query: '"five days" OR shipping -islands', mode: 'hybrid', limit: 3 }],
    createWorkspace: [{ name: 'Another' }],
    createApiKey: [{ name: 'A key', role: 'viewer' }],
    decideApproval: [{ decision: 'approve' }, { decision: 'decline' }],
    createEvaluationSampleLabel: [{ score: 1 }],
    updateMessage: [{ pinned: true }],
    updateWorkspace: [{ name: 'Renamed' }],
    updateEvaluation: [{ name: 'Renamed', description: null }],
  };
}

/** The same, with what needs ids of the session's own things. */
export function addIds(examples: Record<string, unknown[]>, known: Known): Record<string, unknown[]> {
  const id = (name: string) => known.alive(name)[0]?.[name] ?? '';
  const stack = { target_type: 'stack', target_id: id('stack_id') };
  const scenario = { target_type: 'scenario', target_id: id('scenario_id') };
  const facts = ['cost', 'compliance', 'lock_in'].map((benchmark_type) => ({ benchmark_type }));
  const evaluations = [
    { name: 'Facts', targets: [stack, scenario], benchmarks: facts },
    {
      name: 'Latency',
      targets: [stack, scenario],
      benchmarks: [{ benchmark_type: 'latency', num_samples: 3 }],
    },
    { name: 'Data', targets: [stack], benchmarks: [{ benchmark_type: 'retrieval', num_samples: 2 }] },
    {
      name: 'Judged',
      targets: [stack],
      custom_eval: {
        prompt_template: 'Say {{topic}}.',
        inputs: [{ topic: 'one' }],
        criteria: [{ name: 'tone', description: 'Is it polite?', scale: 'one_to_five' }],
        judge_config: { provider: 'baseline', model_id: 'echo' },
      },
    },
  ];
  const [chat] = examples.createScenario ?? [];
  return {
    ...examples,
    createEvaluation: [...(examples.createEvaluation ?? []), ...evaluations],
    estimateEvaluation: [...(examples.estimateEvaluation ?? []), ...evaluations],
    updateScenario: [chat, { name: 'Changed', workload_type: 'chat', budget: null }],
    updateStack: [{ name: 'Changed', model: { provider: 'baseline', model_id: 'echo', temperature: null } }],
    search: [...(examples.search ?? []), { query: 'days', mode: 'semantic', source_ids: [id('source_id')] }],
  };
}
