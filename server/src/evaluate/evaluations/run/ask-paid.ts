import {
  type ChatAnswer,
  type ChatOutcome,
  type ChatRequest,
  callWithRetries,
  costOf,
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
  /** What is asked, in this run; the same for each try. */
  id: string;
  /** Told of each attempt. */
  tried?(answer?: ChatAnswer): void;
  /** Keeps an answer, while the slot is held. */
  keep(answer: ChatAnswer): Promise<void>;
}

/** Asks a model within its limits, its retries and the budget; null where the money or an account is spent. */
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
        costOf: (came) => (came.ok ? paidFor(came, slot.connection.price) : null),
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

/** What an answer cost in 10⁻¹² USD, as its provider says or by its price; null where that is not known. */
export function paidFor({ cost, usage }: ChatAnswer, price: ModelPrice | undefined): number | null {
  const known = cost ?? (price ? costOf(usage, price) : null);
  return known === null ? null : Number(known);
}
