import { DRAW_PURPOSES, type Draws } from '../random.ts';
import type { Behaviour } from '../script/script.ts';

/** Outcomes of a request; each finished request has exactly one. */
export const REQUEST_OUTCOMES = [
  'answered',
  'server_error',
  'rate_limited',
  'quota_exceeded',
  'raw_response',
  'hung_up',
  'hung',
  'truncated',
  'malformed',
  'client_gone',
  'outage',
] as const;
export type Outcome = (typeof REQUEST_OUTCOMES)[number];

/**
 * Decides the outcome of a request: quota first, then the raw response, then the failing first attempts, then one
 * draw shared by the rates, so that each rate is the share of all requests that get that far. `attempt` and
 * `modelRequests` include this request.
 */
export function decideOutcome(
  behaviour: Behaviour,
  draws: Draws,
  attempt: number,
  modelRequests: number,
): Exclude<Outcome, 'client_gone' | 'outage'> {
  if (behaviour.quota_requests !== null && modelRequests > behaviour.quota_requests) return 'quota_exceeded';
  const { raw_response } = behaviour;
  if (raw_response !== null && modelRequests > raw_response.after_requests) return 'raw_response';
  if (attempt <= behaviour.fail_first_attempts) return 'server_error';
  let draw = draws.call(DRAW_PURPOSES.outcome);
  const rates = [
    ['rate_limited', behaviour.rate_limit_rate],
    ['server_error', behaviour.error_rate],
    ['hung_up', behaviour.hang_up_rate],
    ['hung', behaviour.hang_rate],
    ['truncated', behaviour.truncated_rate],
    ['malformed', behaviour.malformed_rate],
  ] as const;
  for (const [outcome, rate] of rates) {
    if (draw < rate) return outcome;
    draw -= rate;
  }
  return 'answered';
}
