import type { ProviderSettings } from '../../src/models/models.ts';

/** What a model says, before it is written in the words of a protocol. */
export interface Said {
  /** In the pieces a stream sends. */
  text: readonly string[];
  reasoning: readonly string[];
  finish: 'stop' | 'length' | 'refused';
  usage: { input: number; output: number; reasoning: number; cached: number };
  model: string;
}

/** One protocol as servers speak it: what a scripted server has to send. */
export interface Protocol {
  kind: ProviderSettings['kind'];
  /** What of `EarlierTurn` the protocol cannot express. */
  lacks: readonly ('reasoning' | 'reasoning_tokens' | 'refusal' | 'model')[];
  whole(said: Said): object;
  /** One piece for each event; those of the answer's text and reasoning each hold one of its pieces. */
  stream(said: Said): string[];
  /** An error body with these words. */
  error(status: number, message: string): object;
  /** How the protocol says that the account is exhausted. */
  quota: { status: number; body: object };
  /** The answer with these vectors; null where the provider has no embeddings. */
  embeddings: ((vectors: readonly number[][]) => object) | null;
  /** The error in the middle of a stream that means overload. */
  errorEvent: string;
}

export const SAID: Said = {
  text: ['The answer', ' is', ' 42.'],
  reasoning: ['six', ' sevens'],
  finish: 'stop',
  usage: { input: 12, output: 9, reasoning: 4, cached: 5 },
  model: 'served-model-7b',
};

const event = (data: object, name?: string) =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;

const OPENAI_FINISH = { stop: 'stop', length: 'length', refused: 'content_filter' };

const openAIUsage = ({ usage }: Said) => ({
  prompt_tokens: usage.input,
  completion_tokens: usage.output,
  total_tokens: usage.input + usage.output,
  completion_tokens_details: { reasoning_tokens: usage.reasoning },
  prompt_tokens_details: { cached_tokens: usage.cached },
});

const openAIError = (status: number, message: string) => ({
  error: { message, type: 'server_error', code: `status_${status}` },
});

const openAICompatible: Protocol = {
  kind: 'openai-compatible',
  lacks: [],
  whole: (said) => ({
    id: 'c1',
    object: 'chat.completion',
    created: 1,
    model: said.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: said.text.join(''),
          ...(said.reasoning.length > 0 && { reasoning_content: said.reasoning.join('') }),
        },
        finish_reason: OPENAI_FINISH[said.finish],
      },
    ],
    usage: openAIUsage(said),
  }),
  stream(said) {
    const chunk = (choices: object[], extra: object = {}) =>
      event({ id: 'c1', object: 'chat.completion.chunk', created: 1, model: said.model, choices, ...extra });
    const delta = (part: object, finish_reason: string | null = null) =>
      chunk([{ index: 0, delta: part, finish_reason }]);
    return [
      delta({ role: 'assistant', content: '' }),
      ...said.reasoning.map((reasoning_content) => delta({ reasoning_content })),
      ...said.text.map((content) => delta({ content })),
      delta({}, OPENAI_FINISH[said.finish]),
      chunk([], { usage: openAIUsage(said) }),
      'data: [DONE]\n\n',
    ];
  },
  error: openAIError,
  quota: {
    status: 429,
    body: { error: { message: 'no credit', type: 'insufficient_quota', code: 'insufficient_quota' } },
  },
  embeddings: (vectors) => ({
    object: 'list',
    model: SAID.model,
    data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })),
    usage: { prompt_tokens: 4, total_tokens: 4 },
  }),
  errorEvent: event({ error: { message: 'overloaded', type: 'server_error' } }),
};

/** OpenAI itself never shows its reasoning in chat completions. */
const openAI: Protocol = { ...openAICompatible, kind: 'openai', lacks: ['reasoning'] };

/** Content in parts where it thinks. */
const mistral: Protocol = {
  ...openAICompatible,
  kind: 'mistral',
  lacks: ['refusal'],
  whole(said) {
    const message = { role: 'assistant', content: parts(said) };
    const choices = [{ index: 0, message, finish_reason: OPENAI_FINISH[said.finish] }];
    return { ...openAICompatible.whole(said), choices };
  },
  stream(said) {
    const chunk = (delta: object, finish_reason: string | null = null, extra: object = {}) =>
      event({
        id: 'c1',
        created: 1,
        model: said.model,
        choices: [{ index: 0, delta, finish_reason }],
        ...extra,
      });
    return [
      chunk({ role: 'assistant', content: '' }),
      ...said.reasoning.map((text) => chunk({ content: [thinking(text)] })),
      ...said.text.map((content) => chunk({ content })),
      chunk({ content: '' }, OPENAI_FINISH[said.finish], { usage: openAIUsage(said) }),
      'data: [DONE]\n\n',
    ];
  },
  error: (status, message) => ({ object: 'error', message, type: 'error', param: null, code: `${status}` }),
};

const thinking = (text: string) => ({ type: 'thinking', thinking: [{ type: 'text', text }] });
const parts = (said: Said) => [
  ...(said.reasoning.length > 0 ? [thinking(said.reasoning.join(''))] : []),
  { type: 'text', text: said.text.join('') },
];

const ANTHROPIC_STOP = { stop: 'end_turn', length: 'max_tokens', refused: 'refusal' };

const anthropicUsage = ({ usage }: Said) => ({
  input_tokens: usage.input - usage.cached,
  cache_read_input_tokens: usage.cached,
  cache_creation_input_tokens: 0,
  output_tokens: usage.output,
});

const anthropic: Protocol = {
  kind: 'anthropic',
  lacks: ['reasoning_tokens'],
  whole: (said) => ({
    id: 'm1',
    type: 'message',
    role: 'assistant',
    model: said.model,
    content: [
      { type: 'thinking', thinking: said.reasoning.join(''), signature: 's' },
      { type: 'text', text: said.text.join('') },
    ],
    stop_reason: ANTHROPIC_STOP[said.finish],
    stop_sequence: null,
    usage: anthropicUsage(said),
  }),
  stream(said) {
    const named = (data: { type: string; [field: string]: unknown }) => event(data, data.type);
    const block = (index: number, opening: object, deltas: object[]) => [
      named({ type: 'content_block_start', index, content_block: opening }),
      ...deltas.map((delta) => named({ type: 'content_block_delta', index, delta })),
      named({ type: 'content_block_stop', index }),
    ];
    const message = {
      id: 'm1',
      type: 'message',
      role: 'assistant',
      model: said.model,
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage: { ...anthropicUsage(said), output_tokens: 1 },
    };
    return [
      named({ type: 'message_start', message }),
      ...block(
        0,
        { type: 'thinking', thinking: '' },
        said.reasoning.map((t) => ({ type: 'thinking_delta', thinking: t })),
      ),
      ...block(
        1,
        { type: 'text', text: '' },
        said.text.map((text) => ({ type: 'text_delta', text })),
      ),
      named({
        type: 'message_delta',
        delta: { stop_reason: ANTHROPIC_STOP[said.finish], stop_sequence: null },
        usage: { output_tokens: said.usage.output },
      }),
      named({ type: 'message_stop' }),
    ];
  },
  error: (_status, message) => ({ type: 'error', error: { type: 'api_error', message } }),
  quota: {
    status: 400,
    body: {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'Your credit balance is too low to access the API.' },
    },
  },
  embeddings: null,
  errorEvent: event({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 'error'),
};

const GOOGLE_FINISH = { stop: 'STOP', length: 'MAX_TOKENS', refused: 'SAFETY' };

const googleUsage = ({ usage }: Said) => ({
  promptTokenCount: usage.input,
  candidatesTokenCount: usage.output - usage.reasoning,
  thoughtsTokenCount: usage.reasoning,
  cachedContentTokenCount: usage.cached,
  totalTokenCount: usage.input + usage.output,
});

const google: Protocol = {
  kind: 'google',
  lacks: [],
  whole: (said) => ({
    candidates: [
      {
        content: {
          role: 'model',
          parts: [{ text: said.reasoning.join(''), thought: true }, { text: said.text.join('') }],
        },
        finishReason: GOOGLE_FINISH[said.finish],
        index: 0,
      },
    ],
    usageMetadata: googleUsage(said),
    modelVersion: said.model,
  }),
  stream(said) {
    const chunk = (part: object, extra: object = {}) =>
      event({
        candidates: [{ content: { role: 'model', parts: [part] }, index: 0, ...extra }],
        usageMetadata: { promptTokenCount: said.usage.input },
        modelVersion: said.model,
      });
    return [
      event({ usageMetadata: { promptTokenCount: said.usage.input }, modelVersion: said.model }),
      ...said.reasoning.map((text) => chunk({ text, thought: true })),
      ...said.text.map((text) => chunk({ text })),
      event({
        candidates: [
          {
            content: { role: 'model', parts: [{ text: '' }] },
            finishReason: GOOGLE_FINISH[said.finish],
            index: 0,
          },
        ],
        usageMetadata: googleUsage(said),
        modelVersion: said.model,
      }),
    ];
  },
  error: (code, message) => ({ error: { code, message, status: 'UNKNOWN' } }),
  quota: {
    status: 429,
    body: {
      error: {
        code: 429,
        message: 'You exceeded your current quota.',
        status: 'RESOURCE_EXHAUSTED',
        details: [
          {
            '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
            violations: [{ quotaId: 'GenerateRequestsPerDayPerProjectPerModel' }],
          },
        ],
      },
    },
  },
  embeddings: (vectors) => ({ embeddings: vectors.map((values) => ({ values })) }),
  errorEvent: event({ error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } }),
};

const COHERE_FINISH = { stop: 'COMPLETE', length: 'MAX_TOKENS', refused: 'ERROR_TOXIC' };

const cohereUsage = ({ usage }: Said) => ({
  billed_units: { input_tokens: usage.input, output_tokens: usage.output },
  tokens: { input_tokens: usage.input + 60, output_tokens: usage.output },
  cached_tokens: usage.cached,
});

const cohere: Protocol = {
  kind: 'cohere',
  lacks: ['reasoning_tokens', 'refusal', 'model'],
  whole: (said) => ({
    id: 'c1',
    finish_reason: COHERE_FINISH[said.finish],
    message: {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: said.reasoning.join('') },
        { type: 'text', text: said.text.join('') },
      ],
    },
    usage: cohereUsage(said),
  }),
  stream(said) {
    const named = (data: { type: string; [field: string]: unknown }) => event(data, data.type);
    const piece = (index: number, content: object) =>
      named({ type: 'content-delta', index, delta: { message: { content } } });
    return [
      named({ type: 'message-start', id: 'c1', delta: { message: { role: 'assistant', content: [] } } }),
      named({
        type: 'content-start',
        index: 0,
        delta: { message: { content: { type: 'thinking', thinking: '' } } },
      }),
      ...said.reasoning.map((thinking) => piece(0, { thinking })),
      named({ type: 'content-end', index: 0 }),
      named({ type: 'content-start', index: 1, delta: { message: { content: { type: 'text', text: '' } } } }),
      ...said.text.map((text) => piece(1, { text })),
      named({ type: 'content-end', index: 1 }),
      named({
        type: 'message-end',
        id: 'c1',
        delta: { finish_reason: COHERE_FINISH[said.finish], usage: cohereUsage(said) },
      }),
    ];
  },
  error: (_status, message) => ({ id: 'e1', message }),
  quota: {
    status: 402,
    body: { message: 'Please add or update your payment method at https://dashboard.cohere.com/billing.' },
  },
  embeddings: (float) => ({ embeddings: { float }, meta: { billed_units: { input_tokens: 4 } } }),
  errorEvent: event(
    {
      type: 'message-end',
      id: 'c1',
      delta: { finish_reason: 'ERROR', error: 'the model is overloaded' },
    },
    'message-end',
  ),
};

const responseOf = (said: Said, output: readonly object[]) => ({
  id: 'r1',
  object: 'response',
  status: said.finish === 'stop' ? 'completed' : 'incomplete',
  incomplete_details:
    said.finish === 'stop'
      ? null
      : { reason: said.finish === 'length' ? 'max_output_tokens' : 'content_filter' },
  error: null,
  model: said.model,
  output,
  usage: {
    input_tokens: said.usage.input,
    input_tokens_details: { cached_tokens: said.usage.cached },
    output_tokens: said.usage.output,
    output_tokens_details: { reasoning_tokens: said.usage.reasoning },
  },
});

const responseItems = (said: Said) => [
  { type: 'reasoning', summary: [{ type: 'summary_text', text: said.reasoning.join('') }] },
  { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said.text.join('') }] },
];

const openAIResponses: Protocol = {
  ...openAICompatible,
  kind: 'openai-responses',
  whole: (said) => responseOf(said, responseItems(said)),
  stream(said) {
    const named = (data: { type: string; [field: string]: unknown }) => event(data, data.type);
    const deltas = (type: string, output_index: number, pieces: readonly string[]) =>
      pieces.map((delta) => named({ type, output_index, delta }));
    const ended = said.finish === 'stop' ? 'response.completed' : 'response.incomplete';
    return [
      named({ type: 'response.created', response: { ...responseOf(said, []), status: 'in_progress' } }),
      ...deltas('response.reasoning_summary_text.delta', 0, said.reasoning),
      ...deltas('response.output_text.delta', 1, said.text),
      named({ type: ended, response: responseOf(said, responseItems(said)) }),
    ];
  },
  embeddings: null,
  errorEvent: event({ type: 'error', code: 'server_error', message: 'overloaded' }, 'error'),
};

export const PROTOCOLS: readonly Protocol[] = [
  openAICompatible,
  openAI,
  openAIResponses,
  anthropic,
  google,
  mistral,
  cohere,
];
