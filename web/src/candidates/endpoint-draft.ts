import type { Stack } from '../api/api.ts';

export type Endpoint = NonNullable<Stack['endpoint']>;

/** The endpoint of a candidate as its form holds it: texts, with JSON where it has a form of its own. */
export interface EndpointDraft {
  url: string;
  request: string;
  response: string;
  /** Method, headers, stream and session, as JSON. */
  more: string;
}

export const NO_ENDPOINT: EndpointDraft = { url: '', request: '', response: '', more: '' };

const asText = (value: unknown) => JSON.stringify(value, null, 2);

export function toEndpointDraft(endpoint: Endpoint | undefined): EndpointDraft {
  if (endpoint === undefined) return NO_ENDPOINT;
  const { kind: _, url, request, response, ...more } = endpoint;
  return {
    url,
    request: asText(request),
    response: asText(response),
    more: Object.keys(more).length === 0 ? '' : asText(more),
  };
}

/** The endpoint that is typed; null where none is. Throws a SyntaxError where a text is not JSON. */
export function parseEndpointDraft({ url, request, response, more }: EndpointDraft): Endpoint | null {
  if (url.trim() === '') return null;
  return {
    ...(JSON.parse(more.trim() || '{}') as object),
    kind: 'http',
    url: url.trim(),
    request: JSON.parse(request.trim() || '{"input": "{{input}}"}'),
    response: JSON.parse(response.trim() || '{"answer": "$.answer"}'),
  };
}

/** What is wrong with a text that shall be JSON; empty where nothing is. */
export function jsonProblem(text: string): string {
  if (text.trim() === '') return '';
  try {
    JSON.parse(text);
    return '';
  } catch (error) {
    return `Enter valid JSON:  ${(error as Error).message}`;
  }
}

/** Five shapes to begin with; the address and the names of fields are then one's own. */
export const ENDPOINT_TEMPLATES: Readonly<Record<string, Omit<EndpointDraft, 'url'>>> = {
  'one field': {
    request: asText({ question: '{{input}}' }),
    response: asText({ answer: '$.answer' }),
    more: '',
  },
  'OpenAI-compatible': {
    request: asText({ model: '{{model}}', messages: '{{messages}}', temperature: '{{temperature}}' }),
    response: asText({
      answer: '$.choices[0].message.content',
      model: '$.model',
      finish_reason: '$.choices[0].finish_reason',
      usage: { input_tokens: '$.usage.prompt_tokens', output_tokens: '$.usage.completion_tokens' },
    }),
    more: '',
  },
  'Anthropic-compatible': {
    request: asText({ model: '{{model}}', messages: '{{messages}}', max_tokens: 1024 }),
    response: asText({
      answer: '$.content[*].text',
      model: '$.model',
      finish_reason: '$.stop_reason',
      usage: { input_tokens: '$.usage.input_tokens', output_tokens: '$.usage.output_tokens' },
    }),
    more: '',
  },
  'server-sent events': {
    request: asText({ question: '{{input}}', stream: true }),
    response: asText({ answer: '$.delta' }),
    more: asText({ stream: { format: 'sse', done: '[DONE]' } }),
  },
  'JSON lines': {
    request: asText({ question: '{{input}}' }),
    response: asText({ answer: '$.message.content' }),
    more: asText({ stream: { format: 'json_lines', finished: '$.done' } }),
  },
};
