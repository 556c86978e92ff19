import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../platform/db/db.ts';
import type { Spending } from '../agents/agents.ts';
import { deleteAnswerCosts, insertAnswerCost, updateAnswerCost } from './answer-cost-store.ts';

/** The spending limit that all answers of one key share. */
export interface SpendingLimit {
  db: Database;
  clock: Clock;
  log: Log;
  /** In 24 hours; null = no limit. */
  usdPerDay: number | null;
}

const DAY_MS = 24 * 3_600_000;

/**
 * Tracks the remaining spending of an actor's answers. Each model call is a row from its start, at its maximum cost
 * until it ends. This includes simultaneous answers of other processes, and killed, stopped or deleted ones.
 */
export function createAnswerSpending(
  { db, clock, log, usdPerDay }: SpendingLimit,
  actorId: string,
): Spending {
  return {
    async begin(mostUsd) {
      const now = clock.now();
      const id = newId(now);
      const outcome = await db.write((batch) => {
        // Only the costs of the last day count.
        deleteAnswerCosts(batch, now - DAY_MS);
        insertAnswerCost(batch, { id, actor_id: actorId, at: now, cost_usd: mostUsd }, usdPerDay);
      });
      if (!outcome.committed) throw tooMuch(usdPerDay);
      return async (usd) => {
        if (usd === null) return;
        await db
          .write((batch) => updateAnswerCost(batch, id, usd))
          .catch((err) =>
            log.warn({ err }, 'the cost of a call could not be stored; it stays counted at its maximum'),
          );
      };
    },
  };
}

function tooMuch(usdPerDay: number | null): AppError {
  return new AppError(
    'limit_exceeded',
    `Answers for this key have reached the cost limit of $${usdPerDay} in 24 hours (AGENT_COST_USD_PER_DAY). Try again later, or ask the operator to raise the limit.`,
  );
}
