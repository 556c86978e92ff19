import type { Clock } from '../../kernel/clock.ts';
import { AppError } from '../../kernel/errors.ts';
import { newId } from '../../kernel/ids.ts';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../platform/db/db.ts';
import type { Spending } from '../agents/agents.ts';
import { forgetCosts, insertCost, setCost } from './answer-cost-store.ts';

/** What the answers of one key may cost together. */
export interface SpendingLimit {
  db: Database;
  clock: Clock;
  log: Log;
  /** In 24 hours; null = no limit. */
  usdPerDay: number | null;
}

const DAY_MS = 24 * 3_600_000;

/**
 * What the answers that an actor asks for may still cost. Each call of a model is a row from its beginning on, with the
 * most that it can cost until it has ended: so answers at the same time count, those of other processes too, and one
 * that was killed, stopped or deleted is not forgotten.
 */
export function spendingOf({ db, clock, log, usdPerDay }: SpendingLimit, actorId: string): Spending {
  return {
    async begin(mostUsd) {
      const now = clock.now();
      const id = newId(now);
      const outcome = await db.write((batch) => {
        // What is left are the costs of the last day.
        forgetCosts(batch, now - DAY_MS);
        insertCost(batch, { id, actor_id: actorId, at: now, cost_usd: mostUsd }, usdPerDay);
      });
      if (!outcome.committed) throw tooMuch(usdPerDay);
      return async (usd) => {
        if (usd === null) return;
        await db
          .write((batch) => setCost(batch, id, usd))
          .catch((err) => log.warn({ err }, 'what a call cost stays counted as the most that it could'));
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
