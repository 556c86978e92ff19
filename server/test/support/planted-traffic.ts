/** A call as it was planted, the same for every format. */
export interface PlantedCall {
  /** Milliseconds since 1970. */
  atMs: number;
  latencyMs: number;
  session: string;
  turn: number;
  model: string;
  route: string;
  messages: { role: 'system' | 'user' | 'assistant'; content: string }[];
  output: string;
  inputTokens: number;
  outputTokens: number;
  cachedTokens: number;
}

export type PlantedFormat = 'otlp' | 'openai' | 'litellm' | 'langfuse' | 'jsonl';

const BEGIN_MS = Date.UTC(2026, 10, 2, 9);
const MODELS = ['alpha-1', 'beta-2'];
const ROUTES = ['support', 'search'];
const SYSTEM = 'You serve the customers of a shop.';

/**
 * Sessions of one to four turns, each turn with all messages before it, in the order of time: whole seconds, since stored
 * completions have no finer time. The nth session is the same for each call with the same arguments.
 */
export function* plantSessions(sessions: number, words = 12): Generator<PlantedCall[]> {
  for (let n = 0; n < sessions; n++) {
    const calls: PlantedCall[] = [];
    const messages: PlantedCall['messages'] = [{ role: 'system', content: SYSTEM }];
    for (let turn = 1; turn <= (n % 4) + 1; turn++) {
      const text = Array.from(
        { length: words },
        (_, w) => WORDS[(n * 7 + turn * 3 + w * 5) % WORDS.length],
      ).join(' ');
      messages.push({ role: 'user', content: `Question ${n}.${turn}: ${text}?` });
      const output = `Answer ${n}.${turn} about ${WORDS[(n + turn) % WORDS.length]}.`;
      calls.push({
        atMs: BEGIN_MS + (n * 11 + turn * turn * 29) * 1000,
        latencyMs: 250 + ((n * 37 + turn * 11) % 900),
        session: `customer-${n}`,
        turn,
        model: MODELS[n % MODELS.length] ?? '',
        route: ROUTES[(n >> 1) % ROUTES.length] ?? '',
        messages: [...messages],
        output,
        inputTokens: 40 * turn + (n % 17),
        outputTokens: 8 + ((n + turn) % 23),
        cachedTokens: turn === 1 ? 0 : 40 * (turn - 1),
      });
      messages.push({ role: 'assistant', content: output });
    }
    yield calls;
  }
}

const WORDS =
  'order parcel refund invoice address colour size delivery garden lamp chair window river bridge'.split(' ');

/** All calls in the order of time, as a log has them. */
export function plantCalls(sessions: number, words?: number): PlantedCall[] {
  return [...plantSessions(sessions, words)].flat().sort((a, b) => a.atMs - b.atMs);
}

/** A line of a file in this format. */
export function lineOf(format: PlantedFormat, call: PlantedCall): string {
  return JSON.stringify(WRITERS[format](call));
}

const WRITERS: Readonly<Record<PlantedFormat, (call: PlantedCall) => object>> = {
  otlp: (call) => ({
    resourceSpans: [
      {
        resource: { attributes: [text('service.name', 'shop')] },
        scopeSpans: [
          {
            scope: { name: 'gen' },
            spans: [
              {
                traceId: '0af7651916cd43dd8448eb211c80319c',
                spanId: 'b7ad6b7169203331',
                name: `chat ${call.model}`,
                kind: 3,
                startTimeUnixNano: `${call.atMs}000000`,
                endTimeUnixNano: `${call.atMs + call.latencyMs}000000`,
                attributes: [
                  text('gen_ai.operation.name', 'chat'),
                  text('gen_ai.request.model', call.model),
                  text('gen_ai.agent.name', call.route),
                  text('gen_ai.conversation.id', call.session),
                  text('gen_ai.system_instructions', JSON.stringify([{ type: 'text', content: SYSTEM }])),
                  text(
                    'gen_ai.input.messages',
                    JSON.stringify(
                      call.messages
                        .slice(1)
                        .map(({ role, content }) => ({ role, parts: [{ type: 'text', content }] })),
                    ),
                  ),
                  text(
                    'gen_ai.output.messages',
                    JSON.stringify([
                      {
                        role: 'assistant',
                        parts: [{ type: 'text', content: call.output }],
                        finish_reason: 'stop',
                      },
                    ]),
                  ),
                  number('gen_ai.usage.input_tokens', call.inputTokens),
                  number('gen_ai.usage.output_tokens', call.outputTokens),
                  number('gen_ai.usage.cache_read.input_tokens', call.cachedTokens),
                  text('shop.shelf', `shelf ${call.turn}`),
                ],
              },
              { name: 'GET /cart', startTimeUnixNano: `${call.atMs}000000`, attributes: [] },
            ],
          },
        ],
      },
    ],
  }),
  openai: (call) => ({
    id: `chatcmpl-${call.session}`,
    object: 'chat.completion',
    created: call.atMs / 1000,
    model: call.model,
    choices: [{ index: 0, message: { role: 'assistant', content: call.output }, finish_reason: 'stop' }],
    usage: {
      prompt_tokens: call.inputTokens,
      completion_tokens: call.outputTokens,
      total_tokens: call.inputTokens + call.outputTokens,
      prompt_tokens_details: { cached_tokens: call.cachedTokens },
    },
    metadata: { session_id: call.session, route: call.route, shelf: `shelf ${call.turn}` },
    messages: call.messages,
  }),
  litellm: (call) => ({
    id: `req-${call.atMs}`,
    trace_id: 'another trace for each call',
    session_id: call.session,
    call_type: 'acompletion',
    status: 'success',
    startTime: call.atMs / 1000,
    endTime: (call.atMs + call.latencyMs) / 1000,
    model: `provider/${call.model}`,
    model_group: call.model,
    request_tags: [call.route],
    messages: call.messages,
    response: { choices: [{ message: { role: 'assistant', content: call.output } }] },
    prompt_tokens: call.inputTokens,
    completion_tokens: call.outputTokens,
    total_tokens: call.inputTokens + call.outputTokens,
    metadata: { usage_object: { prompt_tokens_details: { cached_tokens: call.cachedTokens } } },
    shelf: `shelf ${call.turn}`,
  }),
  langfuse: (call) => ({
    id: `obs-${call.atMs}`,
    trace_id: 'another trace',
    session_id: call.session,
    trace_name: call.route,
    type: 'GENERATION',
    name: 'reply',
    start_time: `${new Date(call.atMs).toISOString().replace('T', ' ').replace('Z', '')}000`,
    end_time: `${new Date(call.atMs + call.latencyMs).toISOString().replace('T', ' ').replace('Z', '')}000`,
    provided_model_name: call.model,
    input: JSON.stringify({ messages: call.messages }),
    output: JSON.stringify({ role: 'assistant', content: call.output }),
    usage_details: {
      input: call.inputTokens - call.cachedTokens,
      input_cached_tokens: call.cachedTokens,
      output: call.outputTokens,
      total: call.inputTokens + call.outputTokens,
    },
    metadata: { shelf: `shelf ${call.turn}` },
  }),
  jsonl: (call) => ({
    timestamp: new Date(call.atMs).toISOString(),
    latency_ms: call.latencyMs,
    session: call.session,
    model: call.model,
    route: call.route,
    input: call.messages,
    output: call.output,
    input_tokens: call.inputTokens,
    output_tokens: call.outputTokens,
    cached_tokens: call.cachedTokens,
    shelf: `shelf ${call.turn}`,
  }),
};

const text = (key: string, stringValue: string) => ({ key, value: { stringValue } });
const number = (key: string, value: number) => ({ key, value: { intValue: `${value}` } });
