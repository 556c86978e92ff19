import type { ServerResponse } from 'node:http';
import { type ChatRequest, promptLength, promptOf, readChatRequest } from './chat-request.ts';
import { composeText, countTokens } from './completion.ts';
import { deliver } from './deliver.ts';
import type { Model, Models } from './models.ts';
import { decideOutcome, drawLatency, type Outcome } from './outcome.ts';
import { createDraws, type Draws, promptSha256 } from './random.ts';
import { badRequest, type Refusal, sendRefusal } from './reply.ts';
import type { Behaviour } from './script.ts';
import type { Stats } from './stats.ts';

/** One request that arrived and was counted; `over` counts its end. */
interface Arrival {
  readonly res: ServerResponse;
  readonly request: ChatRequest;
  readonly model: Model;
  readonly draws: Draws;
  readonly attempt: number;
  readonly arrivedAt: number;
  over(outcome: Outcome, tokens?: { prompt: number; completion: number }): void;
}

/**
 * Answers one chat completion request. `models` and `stats` are asked for at each request, because the
 * script can change in between; a request that is under way keeps those it started with.
 */
export function createChat(current: () => { models: Models; stats: Stats }) {
  let served = 0;

  function refuse(res: ServerResponse, stats: Stats, refusal: Refusal): void {
    stats.refuse();
    sendRefusal(res, refusal);
  }

  async function answerLater(arrival: Arrival, answer: Promise<string>, outcome: Answering): Promise<void> {
    try {
      sendAnswer(arrival, await answer, outcome);
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

  function sendAnswer(arrival: Arrival, answer: string, outcome: Answering): void {
    const { res, request, model, draws, arrivedAt } = arrival;
    const { behaviour } = model;
    if (typeof answer !== 'string') throw new TypeError('it must return a string');
    const { text, finishReason } = composeText(answer, behaviour, request.maxTokens);
    const tokens = { prompt: countTokens(promptLength(request)), completion: countTokens(text.length) };
    deliver(res, {
      completion: {
        id: `chatcmpl-mock-${++served}`,
        model: model.name,
        text,
        finishReason,
        promptTokens: tokens.prompt,
        completionTokens: tokens.completion,
      },
      outcome,
      stream: request.stream,
      includeUsage: request.includeUsage,
      firstTokenAt: arrivedAt + drawLatency(behaviour.latency, draws),
      tokenEvery: behaviour.tokens_per_second === null ? 0 : 1000 / behaviour.tokens_per_second,
      over: (gone) => (gone ? arrival.over('client_gone') : arrival.over(outcome, tokens)),
    });
  }

  function answer(arrival: Arrival, outcome: Answering): void {
    const { request, model, draws, attempt } = arrival;
    const call = { model: model.name, prompt: promptOf(request), messages: request.messages, attempt };
    // A function may throw or return a promise; the other kinds do neither and go out in the same turn.
    if (model.behaviour.answers.kind === 'function') {
      void answerLater(arrival, Promise.try(model.answer, call, draws), outcome);
      return;
    }
    sendAnswer(arrival, model.answer(call, draws) as string, outcome);
  }

  return function chat(res: ServerResponse, body: string, arrivedAt: number): void {
    const { models, stats } = current();
    const request = readChatRequest(body);
    if ('status' in request) {
      refuse(res, stats, request);
      return;
    }
    const model = models.get(request.model);
    if (typeof model === 'string') {
      refuse(res, stats, noSuchModel(request.model, model));
      return;
    }
    const sha256 = promptSha256(request.messages);
    const { attempt, modelRequests } = stats.arrive(model.name, sha256);
    const draws = createDraws(model.seed, sha256, attempt);
    const over: Arrival['over'] = (outcome, tokens) => stats.leave(model.name, outcome, tokens);
    const outcome = decideOutcome(model.behaviour, draws, attempt, modelRequests);
    if (outcome === 'hung') {
      res.once('close', () => over('hung'));
    } else if (isAnswering(outcome)) {
      answer({ res, request, model, draws, attempt, arrivedAt, over }, outcome);
    } else {
      over(outcome);
      sendRefusal(res, FAILURES[outcome](model.behaviour));
    }
  };
}

type Answering = 'answered' | 'truncated' | 'malformed';

function isAnswering(outcome: Outcome): outcome is Answering {
  return outcome === 'answered' || outcome === 'truncated' || outcome === 'malformed';
}

function noSuchModel(name: string, why: 'unknown' | 'too_many'): Refusal {
  if (why === 'unknown') return badRequest(`The model ${name} does not exist.`, 'model_not_found', 404);
  return badRequest('This mock has seen too many model names; restart it.', 'too_many_models');
}

const FAILURES: Record<
  'server_error' | 'rate_limited' | 'quota_exceeded',
  (behaviour: Behaviour) => Refusal
> = {
  server_error: ({ error_status }) => ({
    status: error_status,
    message: 'The server had an error, as scripted.',
    type: 'server_error',
    code: 'server_error',
  }),
  rate_limited: ({ retry_after_s }) => ({
    status: 429,
    message: 'Rate limit reached, as scripted.',
    type: 'requests',
    code: 'rate_limit_exceeded',
    ...(retry_after_s === null ? {} : { headers: ['retry-after', String(retry_after_s)] }),
  }),
  quota_exceeded: () => ({
    status: 429,
    message: 'You exceeded your current quota, as scripted.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  }),
};
