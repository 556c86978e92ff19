import { costOf } from '../../models/models.ts';
import { blankSample } from '../ask.ts';
import type { Lane } from '../lanes.ts';
import { addSpent, NOTHING_SPENT, type SpentTokens } from '../load/spent-tokens.ts';
import type { Unit } from '../plan.ts';
import type { Run } from '../run.ts';
import { type NewSample, readSample } from '../sample-store.ts';

/** The load of a unit has come to more than `max_cost_usd` leaves. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

type Spent = Pick<NewSample, 'input_tokens' | 'output_tokens' | 'cost' | 'attempts'>;

/**
 * What the load of one unit spends. It is in the ledger while the load is sent (`interrupted`, a moment late), so that
 * neither a cancellation nor a kill makes it unspent; what earlier tries of the unit spent counts with it.
 */
export interface Spending {
  /** Aborted when the run ends, and with `OverBudget` when the budget does not cover what was spent. */
  readonly signal: AbortSignal;
  /** What the requests of the window that is sent have come to so far. */
  soFar(tokens: SpentTokens): void;
  /** A window has ended; what all its requests came to. */
  windowEnded(tokens: SpentTokens): void;
  /** Of this try alone, in 10⁻¹² USD; null where it is not known. */
  ownCost(): number | null;
  /** Of every try, for the unit's row. */
  total(): Spent;
}

export async function openSpending(run: Run, unit: Unit, lane: Lane): Promise<Spending> {
  const before = await earlierTries(run, unit);
  const over = new AbortController();
  let ended = NOTHING_SPENT;
  let running = NOTHING_SPENT;
  let writing = false;

  const own = () => addSpent(ended, running);
  const ownCost = () => costOfTokens(own(), lane);
  const total = (): Spent => {
    const { requests, inputTokens, outputTokens } = own();
    const cost = ownCost();
    return {
      attempts: before.attempts + 1,
      input_tokens: (before.input_tokens ?? 0) + inputTokens,
      output_tokens: (before.output_tokens ?? 0) + outputTokens,
      cost: cost === null && (before.cost === null || requests > 0) ? null : (before.cost ?? 0) + (cost ?? 0),
    };
  };

  /** One write at a time; what comes meanwhile is in the next, or in the unit's last row. */
  function keep(): void {
    if (writing) return;
    writing = true;
    const row = { ...blankSample(unit, 1, run.deps.clock.now()), ...total(), ...INTERRUPTED };
    run.ledger
      .record(row)
      .catch(run.fail)
      .finally(() => {
        writing = false;
      });
  }

  return {
    signal: AbortSignal.any([run.signal, over.signal]),
    soFar(tokens) {
      running = tokens;
      keep();
      if (!run.budget.covers(ownCost() ?? 0)) over.abort(new OverBudget('max_cost_usd is spent.'));
    },
    windowEnded(tokens) {
      ended = addSpent(ended, tokens);
      running = NOTHING_SPENT;
    },
    ownCost,
    total,
  };
}

export const INTERRUPTED = { state: 'interrupted', verdict: 'interrupted' } as const;

const NO_TRY: Spent = { input_tokens: null, output_tokens: null, cost: null, attempts: 0 };

async function earlierTries({ deps, held }: Run, { unit }: Unit): Promise<Spent> {
  const row = await readSample(deps.db, held, unit);
  return row?.state === INTERRUPTED.state ? row : NO_TRY;
}

/** In 10⁻¹² USD; null without a price, and where the server counted nothing. */
function costOfTokens({ requests, inputTokens, outputTokens }: SpentTokens, lane: Lane): number | null {
  const { price } = lane.connection;
  if (price === undefined || requests === 0) return null;
  const usage = {
    input_tokens: inputTokens,
    output_tokens: outputTokens,
    reasoning_tokens: null,
    cached_tokens: null,
  };
  return Number(costOf(usage, price));
}
