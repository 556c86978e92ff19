import type { ServerResponse } from 'node:http';
import { type Completion, composeCompletion, countTokens } from '../delivery/completion.ts';
import { deliverCompletion } from '../delivery/deliver.ts';
import { sendRefusal } from '../delivery/reply.ts';
import type { Reply } from '../script/answers.ts';
import { drawLatency } from '../script/latency.ts';
import {
  type ChatRequest,
  lastUserText,
  messageText,
  promptLength,
  readChatRequest,
} from './chat-request.ts';
import type { Model } from './models.ts';
import { type Answering, type Arrival, type Current, receiveRequest, refuseRequest } from './receive.ts';

/** Answers chat completion requests; `current` is read for each, because the script can change in between. */
export function createChat(current: () => Current) {
  let served = 0;

  async function answerLater(
    arrival: Arrival,
    request: ChatRequest,
    answer: Promise<Reply>,
    outcome: Answering,
  ): Promise<void> {
    try {
      sendAnswer(arrival, request, await answer, outcome);
    } catch (error) {
      arrival.over('server_error');
      const message = `The answer function failed: ${error instanceof Error ? error.message : String(error)}`;
      sendRefusal(arrival.res, {
        status: 500,
        message,
        type: 'server_error',
        code: 'answer_function_failed',
      });
    }
  }

  function sendAnswer(arrival: Arrival, request: ChatRequest, answer: Reply, outcome: Answering): void {
    const { res, model, draws, arrivedAt } = arrival;
    const { behaviour } = model;
    const { text: said, toolCalls } = toSaid(answer, served);
    const { text, reasoning, finishReason } = composeCompletion(said, behaviour, request.maxTokens);
    const reasoningTokens = countTokens(reasoning.length);
    const prompt = countTokens(promptLength(request));
    const asked = toolCalls.reduce((sum, call) => sum + countTokens(call.arguments.length), 0);
    const cached = cachedTokens(model, request, prompt, text);
    const tokens = {
      prompt,
      cached: cached ?? 0,
      completion: reasoningTokens + countTokens(text.length) + asked,
    };
    const tokenEvery = behaviour.tokens_per_second === null ? 0 : 1000 / behaviour.tokens_per_second;
    const firstToken =
      drawLatency(behaviour.latency, draws) *
      (1 - ((cached ?? 0) / Math.max(1, prompt)) * (behaviour.prefix_cache?.discount ?? 0));
    const lastToken = firstToken + Math.max(0, tokens.completion - 1) * tokenEvery;
    const progress = model.schedule.admit(arrivedAt, lastToken);
    deliverCompletion(res, {
      completion: {
        id: `chatcmpl-mock-${++served}`,
        model: behaviour.returned_model ?? model.name,
        configuration: behaviour.configuration,
        text,
        reasoning,
        toolCalls,
        finishReason: toolCalls.length > 0 ? 'tool_calls' : finishReason,
        promptTokens: prompt,
        cachedTokens: cached,
        completionTokens: tokens.completion,
        reasoningTokens,
      },
      outcome,
      stream: request.stream,
      includeUsage: request.includeUsage,
      tokenAt: (i) => progress(Math.min(lastToken, firstToken + i * tokenEvery)),
      over: (gone) => (gone ? arrival.over('client_gone') : arrival.over(outcome, tokens)),
    });
  }

  function answer(arrival: Arrival, request: ChatRequest, outcome: Answering): void {
    const { model, draws, attempt } = arrival;
    const call = { model: model.name, prompt: lastUserText(request), messages: request.messages, attempt };
    // A function may throw or return a promise; other kinds do neither and are answered in the same turn.
    if (model.behaviour.answers.kind === 'function') {
      void answerLater(arrival, request, Promise.try(model.answer, call, draws), outcome);
      return;
    }
    sendAnswer(arrival, request, model.answer(call, draws) as Reply, outcome);
  }

  return function chat(res: ServerResponse, body: string, arrivedAt: number): void {
    const now = current();
    const request = readChatRequest(body);
    if ('status' in request) {
      refuseRequest(res, now.stats, request);
      return;
    }
    const asked = { model: request.model, prompt: request.messages };
    receiveRequest(now, res, asked, arrivedAt, (arrival, outcome) => answer(arrival, request, outcome));
  };
}

/** The cache figures of usage; null for none. */
function cachedTokens(
  { prefixes, behaviour }: Model,
  { messages }: ChatRequest,
  prompt: number,
  answer: string,
) {
  if (prefixes === null) return Math.floor(prompt * behaviour.cached_share) || null;
  const asked = messages.map((message) => ({ role: message.role, text: messageText(message) }));
  return Math.min(prompt, prefixes.take(asked, answer));
}

/** The text and the calls of a reply; ids of calls are unique in this run of the server. */
function toSaid(reply: Reply, served: number): { text: string; toolCalls: Completion['toolCalls'] } {
  if (typeof reply === 'string') return { text: reply, toolCalls: [] };
  if (!Array.isArray(reply?.tool_calls)) throw new TypeError('it must return a string or tool_calls');
  const toolCalls = reply.tool_calls.map(({ name, arguments: given }, index) => ({
    id: `call_mock_${served + 1}_${index}`,
    name,
    arguments: JSON.stringify(given ?? {}),
  }));
  return { text: reply.text ?? '', toolCalls };
}
