import type { FieldError } from '../../kernel/errors.ts';

const RESPONSE = {
  answer: 'text',
  'model?': 'text',
  'finish_reason?': 'text',
  'cost_usd?': 'text',
  'error?': 'text',
  'usage?': {
    'input_tokens?': 'text',
    'output_tokens?': 'text',
    'reasoning_tokens?': 'text',
    'cached_tokens?': 'text',
  },
  'tool_calls?': { each: 'text', name: 'text', 'arguments?': 'text', 'id?': 'text' },
  'passages?': { each: 'text', text: 'text', 'id?': 'text' },
} as const;

/**
 * The fields of an endpoint with their types: `text`, `texts` by name, a `list` of texts, a whole `number` from 1,
 * `any` JSON; `?` marks optional fields.
 */
const SHAPE = {
  'kind?': ['http'],
  url: 'text',
  'method?': ['POST', 'PUT', 'PATCH', 'GET'],
  'headers?': 'texts',
  request: 'any',
  response: RESPONSE,
  'stream?': {
    format: ['sse', 'json_lines'],
    'data?': ['json', 'text'],
    'done?': 'text',
    'finished?': 'text',
  },
  'session?': { 'id?': 'text' },
} as const;

export const COMMAND_SHAPE = {
  run: 'list',
  'directory?': 'text',
  'variables?': 'list',
  'memory_mb?': 'number',
  request: 'any',
  response: RESPONSE,
} as const;

type Shape = string | readonly string[] | { readonly [name: string]: Shape };

/** The errors in an endpoint or a command from the configuration, which no schema has checked. */
export function endpointShapeProblems(value: unknown, shape: Shape = SHAPE, pointer = ''): FieldError[] {
  if (shape === 'any') return [];
  if (shape === 'text') return typeof value === 'string' ? [] : [{ pointer, detail: 'must be a text' }];
  if (shape === 'list') {
    const isList = Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string');
    return isList ? [] : [{ pointer, detail: 'must be a list of texts, one or more' }];
  }
  if (shape === 'number') {
    const isCount = Number.isSafeInteger(value) && (value as number) > 0;
    return isCount ? [] : [{ pointer, detail: 'must be a whole number from 1' }];
  }
  if (Array.isArray(shape)) {
    return shape.includes(value as string) ? [] : [{ pointer, detail: `must be one of ${shape.join(', ')}` }];
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ pointer, detail: 'must be an object' }];
  if (shape === 'texts')
    return Object.entries(value).flatMap(([name, one]) =>
      endpointShapeProblems(one, 'text', `${pointer}/${name}`),
    );
  const fields = Object.entries(shape as Record<string, Shape>);
  const known = fields.map(([name]) => name.replace('?', ''));
  const unknown = Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      pointer: `${pointer}/${name}`,
      detail: `is not a field; known: ${known.join(', ')}`,
    }));
  const wrong = fields.flatMap(([field, inner]) => {
    const name = field.replace('?', '');
    const own = (value as Record<string, unknown>)[name];
    if (own === undefined)
      return field.endsWith('?') ? [] : [{ pointer: `${pointer}/${name}`, detail: 'is missing' }];
    return endpointShapeProblems(own, inner, `${pointer}/${name}`);
  });
  return [...unknown, ...wrong];
}
