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
  /** What of `Said` the protocol cannot express. */
  lacks: readonly ('reasoning' | 'reasoning_tokens' | 'model')[];
  whole(said: Said): object;
  /** One piece for each event; those of the answer's text and reasoning each hold one of its pieces. */
  stream(said: Said): string[];
  /** An error body with these words. */
  error(status: number, message: string): object;
  /** How the protocol says that the account is exhausted. */
  quota: { status: number; body: object };
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
  errorEvent: event({ error: { message: 'overloaded', type: 'server_error' } }),
};

export const PROTOCOLS: readonly Protocol[] = [openAICompatible];
