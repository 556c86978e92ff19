import { plural } from '@touchstone/report/figures';
import type { Body, Stack } from '../api/api.ts';
import {
  type Endpoint,
  type EndpointDraft,
  NO_ENDPOINT,
  parseEndpointDraft,
  toEndpointDraft,
} from './endpoint-draft.ts';

/** The fields of a candidate beside its name, in the order in which people describe one. */
export const STACK_FIELDS = [
  { part: 'model', key: 'provider', label: 'Provider' },
  { part: 'model', key: 'model_id', label: 'Model' },
  { part: 'model', key: 'temperature', label: 'Temperature' },
  { part: 'model', key: 'max_tokens', label: 'Maximum output tokens' },
  { part: 'model', key: 'reasoning_effort', label: 'Reasoning effort' },
  { part: 'model', key: 'top_p', label: 'Top p' },
  { part: 'model', key: 'seed', label: 'Seed' },
  { part: 'model', key: 'stop', label: 'Stop sequences, as JSON' },
  { part: 'model', key: 'provider_route', label: 'Route' },
  { part: 'model', key: 'service_tier', label: 'Service tier' },
  { part: 'model', key: 'prompt_cache_key', label: 'Prompt cache key' },
  { part: 'model', key: 'prompt_cache_retention', label: 'Prompt cache retention' },
  { part: 'model', key: 'response_format', label: 'Response format, as JSON' },
  { part: 'model', key: 'system', label: 'System prompt' },
  { part: 'framework', key: 'orchestration', label: 'Orchestration' },
  { part: 'framework', key: 'observability', label: 'Observability' },
  { part: 'framework', key: 'tracing', label: 'Tracing' },
  { part: 'framework', key: 'logging', label: 'Logging' },
  { part: 'hardware', key: 'cloud_provider', label: 'Cloud' },
  { part: 'hardware', key: 'region', label: 'Region' },
  { part: 'hardware', key: 'instance_family', label: 'Instance family' },
  { part: 'hardware', key: 'gpu_type', label: 'GPU' },
  { part: 'hardware', key: 'replicas', label: 'Replicas' },
  { part: 'hardware', key: 'engine', label: 'Engine' },
  { part: 'hardware', key: 'engine_args', label: 'Engine arguments' },
  { part: 'hardware', key: 'quantization', label: 'Quantization' },
] as const;

export type StackField = (typeof STACK_FIELDS)[number]['key'];

/** A candidate as its form holds it: texts, empty where nothing is said. */
export type StackDraft = Record<StackField | 'name' | 'description' | 'retrieval', string> & {
  endpoint: EndpointDraft;
};

export const EMPTY_STACK: StackDraft = {
  name: '',
  description: '',
  retrieval: '',
  endpoint: NO_ENDPOINT,
  ...(Object.fromEntries(STACK_FIELDS.map(({ key }) => [key, ''])) as Record<StackField, string>),
};

/** What a candidate says in one field; empty where it says nothing. */
export function readStackField(stack: Stack, { part, key }: (typeof STACK_FIELDS)[number]): string {
  const value = (stack[part] as Partial<Record<StackField, string | number | readonly string[] | object>>)[
    key
  ];
  if (key === 'provider_route' && Array.isArray(value)) return value.join(', ');
  return value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);
}

export function toStackDraft(stack: Stack): StackDraft {
  return {
    ...(Object.fromEntries(STACK_FIELDS.map((field) => [field.key, readStackField(stack, field)])) as Record<
      StackField,
      string
    >),
    endpoint: toEndpointDraft(stack.endpoint),
    retrieval: stack.retrieval ? JSON.stringify(stack.retrieval) : '',
    name: stack.name,
    description: stack.description ?? '',
  };
}

type NewStack = Body<'/workspaces/{workspace_id}/stacks', 'post'>;
type StackPatch = Body<'/workspaces/{workspace_id}/stacks/{stack_id}', 'patch'>;

/** The body of a new candidate. */
export function toNewStack(draft: StackDraft): NewStack {
  const part = (name: string) =>
    Object.fromEntries(filledFieldsOf(draft, name).filter(([, value]) => value !== null));
  return {
    name: draft.name.trim(),
    ...(draft.description.trim() !== '' && { description: draft.description.trim() }),
    model: modelOfDraft(draft),
    framework: part('framework'),
    hardware: part('hardware'),
    ...(draft.endpoint.url.trim() !== '' && { endpoint: parseEndpointDraft(draft.endpoint) as Endpoint }),
    ...(draft.retrieval.trim() !== '' && { retrieval: JSON.parse(draft.retrieval) }),
  };
}

/** The body of an edit: what was emptied is cleared. */
export function toStackPatch(draft: StackDraft): StackPatch {
  return {
    name: draft.name.trim(),
    description: draft.description.trim() === '' ? null : draft.description.trim(),
    model: Object.fromEntries(filledFieldsOf(draft, 'model')),
    framework: Object.fromEntries(filledFieldsOf(draft, 'framework')),
    hardware: Object.fromEntries(filledFieldsOf(draft, 'hardware')),
    endpoint: parseEndpointDraft(draft.endpoint),
    retrieval: draft.retrieval.trim() === '' ? null : JSON.parse(draft.retrieval),
  };
}

const NUMBERS: readonly StackField[] = ['temperature', 'max_tokens', 'top_p', 'seed', 'replicas'];
const JSONS: readonly StackField[] = ['stop', 'response_format'];

function filledFieldsOf(draft: StackDraft, part: string): [string, unknown][] {
  return STACK_FIELDS.filter((field) => field.part === part).map(({ key }) => {
    const text = draft[key].trim();
    if (text === '') return [key, null];
    if (key === 'provider_route') return [key, text.split(',').map((name) => name.trim())];
    if (JSONS.includes(key)) return [key, JSON.parse(text)];
    return [key, NUMBERS.includes(key) ? Number(text) : text];
  });
}

/** The model of a candidate that is typed, for what asks it before it is saved. */
export function modelOfDraft(draft: StackDraft): NewStack['model'] {
  return Object.fromEntries(filledFieldsOf(draft, 'model').filter(([, value]) => value !== null));
}

/** How a candidate retrieves from the sources of its workspace, in words. */
export function describeRetrieval({ k, mode, source_ids }: NonNullable<Stack['retrieval']>): string {
  const from = source_ids ? `, from ${plural(source_ids.length, 'source')}` : '';
  return `up to ${k}${mode ? `, by ${mode} search` : ''}${from}`;
}
