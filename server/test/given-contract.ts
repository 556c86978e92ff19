/**
 * The given part of the contract, as data: ten operations and the fields of what they take and answer. It
 * may not change in path, method, name or type; `contract-compat.test.ts` holds the published document
 * against it.
 *
 * A type is a JSON type, with `?` where the answer may be null (nothing else may be), `[]` for an array of
 * it, or an object of fields. A field whose type is an object of fields carries the `[]` or `?` in its name.
 */
export type GivenType = string | { readonly [field: string]: GivenType };
export type GivenFields = { readonly [field: string]: GivenType };

export interface GivenOperation {
  readonly path: string;
  readonly method: 'get' | 'post' | 'patch';
  readonly query?: readonly string[];
  /** Fields a request may carry; those named in `required` must be there, and no others. */
  readonly body?: GivenFields;
  readonly required?: readonly string[];
  readonly status: 200 | 201;
  readonly answer: GivenFields;
  /** The answer is a list: `answer` is one of its items, under this key. */
  readonly listed?: 'data' | 'results';
}

const workspace = {
  id: 'string',
  name: 'string',
  source_count: 'integer',
  message_count: 'integer',
  created_at: 'string',
  updated_at: 'string',
} as const;

const source = {
  id: 'string',
  type: 'string',
  url: 'string?',
  title: 'string',
  status: 'string',
  chunk_count: 'integer',
  classification: 'string',
  created_at: 'string',
} as const;

const hit = {
  chunk_id: 'string',
  source_id: 'string',
  source_title: 'string',
  text: 'string',
  score: 'number',
} as const;

const message = {
  id: 'string',
  role: 'string',
  content: 'string',
  agent_name: 'string?',
  created_at: 'string',
} as const;

const scenarioFields = {
  name: 'string',
  workload_type: 'string',
  traffic_profile: 'string?',
  slo_requirements: {
    p50_latency_ms: 'integer',
    p95_latency_ms: 'integer',
    p99_latency_ms: 'integer',
    throughput_rps: 'integer',
    availability: 'number',
  },
  budget: { monthly_limit_usd: 'number', cost_per_1k_requests_usd: 'number' },
  compliance: { regions: 'string[]', certifications: 'string[]' },
  vendor_lock_in_tolerance: 'string?',
} as const;
const scenario = { id: 'string', ...scenarioFields, created_at: 'string' } as const;

const stackFields = {
  name: 'string',
  description: 'string?',
  model: { provider: 'string', model_id: 'string', temperature: 'number', max_tokens: 'integer' },
  framework: { orchestration: 'string', observability: 'string', logging: 'string', tracing: 'string' },
  hardware: { cloud_provider: 'string', region: 'string', gpu_type: 'string', instance_family: 'string' },
} as const;
const stack = { id: 'string', ...stackFields, created_at: 'string' } as const;

const evaluation = {
  id: 'string',
  workspace_id: 'string',
  name: 'string',
  description: 'string?',
  evaluation_type: 'string',
  'targets[]': {
    target_type: 'string',
    target_id: 'string',
    model_provider: 'string',
    model_id: 'string',
    label: 'string',
  },
  'benchmarks[]': { benchmark_type: 'string', subset: 'string', num_samples: 'integer' },
  custom_eval: 'object?',
  methodology: {
    sample_size: 'integer',
    confidence_level: 'number',
    random_seed: 'integer',
  },
  status: 'string',
  progress_percent: 'number',
  started_at: 'string?',
  completed_at: 'string?',
  error_message: 'string?',
  'results?': {
    'target_results[]': { target_label: 'string', metrics: 'object', benchmark_scores: 'object' },
    'comparisons[]': {
      target_a: 'string',
      target_b: 'string',
      metric: 'string',
      delta: 'number',
      winner: 'string',
    },
    overall_summary: 'string',
  },
  created_at: 'string',
  updated_at: 'string',
} as const;

const inWorkspace = '/workspaces/{workspace_id}';

export const GIVEN: readonly GivenOperation[] = [
  {
    method: 'patch',
    path: inWorkspace,
    body: { name: 'string' },
    required: [],
    status: 200,
    answer: workspace,
  },
  {
    method: 'post',
    path: `${inWorkspace}/sources`,
    body: { type: 'string', url: 'string', content: 'string', filename: 'string' },
    required: ['type'],
    status: 201,
    answer: source,
  },
  {
    method: 'get',
    path: `${inWorkspace}/sources`,
    query: ['type', 'status'],
    status: 200,
    answer: source,
    listed: 'data',
  },
  {
    method: 'post',
    path: `${inWorkspace}/search`,
    body: { query: 'string', mode: 'string', limit: 'integer', source_ids: 'string[]' },
    required: ['query'],
    status: 200,
    answer: hit,
    listed: 'results',
  },
  {
    method: 'get',
    path: `${inWorkspace}/messages`,
    query: ['limit', 'offset'],
    status: 200,
    answer: message,
    listed: 'data',
  },
  {
    method: 'post',
    path: `${inWorkspace}/scenarios`,
    body: scenarioFields,
    required: ['name', 'workload_type'],
    status: 201,
    answer: scenario,
  },
  {
    method: 'patch',
    path: `${inWorkspace}/scenarios/{scenario_id}`,
    body: scenarioFields,
    required: ['name', 'workload_type'],
    status: 200,
    answer: scenario,
  },
  {
    method: 'post',
    path: `${inWorkspace}/stacks`,
    body: stackFields,
    required: ['name', 'model'],
    status: 201,
    answer: stack,
  },
  {
    method: 'patch',
    path: `${inWorkspace}/stacks/{stack_id}`,
    body: stackFields,
    required: ['name', 'model'],
    status: 200,
    answer: stack,
  },
  {
    method: 'patch',
    path: `${inWorkspace}/evaluations/{evaluation_id}`,
    body: { name: 'string', description: 'string' },
    required: [],
    status: 200,
    answer: evaluation,
  },
];
