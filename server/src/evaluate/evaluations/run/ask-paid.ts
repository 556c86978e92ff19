import {
  type ChatAnswer,
  type ChatOutcome,
  type ChatRequest,
  callCost,
  callWithRetries,
  type ModelPrice,
} from '../../../models/models.ts';
import type { Payer } from './budget.ts';
import { type ModelSlot, noteOutcome } from './model-slot.ts';
import { nullIfDenied, paidCall } from './paid-call.ts';
import type { Run } from './run.ts';

export interface PaidQuestion {
  slot: ModelSlot;
  payer: Payer;
  request: ChatRequest;
  /** Id of the request within the run; equal for each attempt. */
  id: string;
  /** Called after each attempt. */
  tried?(answer?: ChatAnswer): void;
  /** Stores a response while the slot is held. */
  keep(answer: ChatAnswer): Promise<void>;
}

/** Calls a model within its limits, retries and the budget; null if the budget or an account is exhausted. */
export async function askPaid(
  run: Run,
  { slot, payer, request, id, tried, keep }: PaidQuestion,
): Promise<ChatOutcome | null> {
  const { outcome } = await callWithRetries(
    async () => {
      const answer = await paidCall(run, {
        payer,
        slot,
        call: () =>
          slot.connection.call(request, {
            signal: run.signal,
            timeoutMs: run.plan.methodology.request_timeout_ms,
            requestId: `${run.held.id}-${id}`,
          }),
        costOf: (came) => (came.ok ? answerCost(came, slot.connection.price) : null),
      });
      run.active();
      tried?.(answer.ok ? answer : undefined);
      noteOutcome(slot, answer);
      if (answer.ok) await keep(answer);
      return answer;
    },
    { limiter: slot.limiter, signal: run.signal, seed: `${run.held.id}:${id}` },
  ).catch(nullIfDenied);
  return outcome === null || outcome.ok || outcome.class !== 'quota' ? outcome : null;
}

/** The cost of a response in 10⁻¹² USD, as reported by the provider or by its price; null if unknown. */
export function answerCost({ cost, usage }: ChatAnswer, price: ModelPrice | undefined): number | null {
  const known = cost ?? (price ? callCost(usage, price) : null);
  return known === null ? null : Number(known);
}
