import type { ServerResponse } from 'node:http';
import { badRequest, type Refusal, sendRaw, sendRefusal } from '../delivery/reply.ts';
import { createDraws, type Draws, promptSha256 } from '../random.ts';
import type { Behaviour } from '../script/script.ts';
import type { Model, Models } from './models.ts';
import { decideOutcome, type Outcome } from './outcome.ts';
import type { RequestLog } from './request-log.ts';
import type { Stats, Tokens } from './stats.ts';

/** A request that arrived and was counted; `over` counts its end. */
export interface Arrival {
  readonly res: ServerResponse;
  readonly model: Model;
  readonly draws: Draws;
  readonly attempt: number;
  readonly arrivedAt: number;
  over(outcome: Outcome, tokens?: Tokens): void;
}

/** The current state, read at each request because the script can change in between. */
export interface Current {
  readonly models: Models;
  readonly stats: Stats;
  readonly log: RequestLog | undefined;
  /** Whether an outage is in progress. */
  isDown(): boolean;
}

export type Answering = 'answered' | 'truncated' | 'malformed';

/** The request and its model; draws depend on `prompt` (`promptSha256`). */
export interface AskedModel {
  readonly model: string;
  readonly prompt: readonly unknown[];
}

/**
 * Counts a valid request and applies the script to it; `answer` is called for requests that get an answer, even a
 * broken one. A request keeps the models and the stats with which it started.
 */
export function receiveRequest(
  { models, stats, log, isDown }: Current,
  res: ServerResponse,
  asked: AskedModel,
  arrivedAt: number,
  answer: (arrival: Arrival, outcome: Answering) => void,
): void {
  const model = models.get(asked.model);
  if (typeof model === 'string') {
    refuseRequest(res, stats, noSuchModel(asked.model, model));
    return;
  }
  const sha256 = promptSha256(asked.prompt);
  const { attempt, modelRequests } = stats.arrive(model.name, sha256);
  const draws = createDraws(model.seed, sha256, attempt);
  const over: Arrival['over'] = (how, tokens) => {
    const outcome = how === 'client_gone' && isDown() ? 'outage' : how;
    stats.leave(model.name, outcome, tokens);
    log?.add({ model: model.name, prompt_sha256: sha256, messages: asked.prompt.length, outcome, tokens });
  };
  const outcome = decideOutcome(model.behaviour, draws, attempt, modelRequests);
  if (outcome === 'hung') {
    res.once('close', () => over('hung'));
  } else if (isAnswering(outcome)) {
    answer({ res, model, draws, attempt, arrivedAt, over }, outcome);
  } else {
    over(outcome);
    if (outcome === 'hung_up') res.destroy();
    else if (outcome === 'raw_response') sendRaw(res, model.behaviour.raw_response);
    else sendRefusal(res, FAILURES[outcome](model.behaviour));
  }
}

/** Counts an invalid request as refused and nowhere else. */
export function refuseRequest(res: ServerResponse, stats: Stats, refusal: Refusal): void {
  stats.refuse();
  sendRefusal(res, refusal);
}

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
