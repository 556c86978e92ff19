import {
  addSpent,
  hasSessions,
  type ItemRequest,
  NOTHING_SPENT,
  type RequestSizes,
  requestsToSend,
  type SpentTokens,
  type WindowPlan,
} from '../../../../measure/traffic/traffic.ts';
import { type Distribution, meanOf } from '../../../../models/catalog/catalog.ts';
import { costOf, type ModelPrice } from '../../../../models/models.ts';
import type { Unit } from '../../plan/plan.ts';
import type { Budget } from '../../run/budget.ts';
import { blankSample } from '../../run/call-model.ts';
import { itemRequests } from '../../run/item-requests.ts';
import type { ModelSlot } from '../../run/model-slot.ts';
import type { Run } from '../../run/run.ts';
import { type NewSample, readSample } from '../../stores/sample-store.ts';
import { volumeOfWindow } from './estimate.ts';

/** The load of a unit has cost more than `max_cost_usd` leaves. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/** What the tries of a unit have spent; cost in 10⁻¹² USD. */
export type Spent = Pick<NewSample, 'input_tokens' | 'output_tokens' | 'cost' | 'attempts'>;

/**
 * What the load of one unit spends. It is kept while the load is sent, a moment late, so that neither a cancellation
 * nor a kill makes it unspent; what earlier tries of the unit spent counts with it.
 */
export type Spending = ReturnType<typeof createSpending>;

interface SpendingInput {
  before: Spent;
  price: ModelPrice | undefined;
  budget: Pick<Budget, 'covers'>;
  signal: AbortSignal;
  /** Makes what was spent durable; called again only once it has ended. It does not reject. */
  keep(spent: Spent): Promise<void>;
}

export function createSpending({ before, price, budget, signal, keep }: SpendingInput) {
  const over = new AbortController();
  let ended = NOTHING_SPENT;
  let running = NOTHING_SPENT;
  let keeping = false;

  const own = () => addSpent(ended, running);
  const ownCost = () => costOfTokens(own(), price);
  const total = (): Spent => {
    const { requests, inputTokens, outputTokens } = own();
    const cost = ownCost();
    const isUnknown = cost === null && (before.cost === null || requests > 0);
    return {
      attempts: before.attempts + 1,
      input_tokens: (before.input_tokens ?? 0) + inputTokens,
      output_tokens: (before.output_tokens ?? 0) + outputTokens,
      cost: isUnknown ? null : (before.cost ?? 0) + (cost ?? 0),
    };
  };

  async function keepTotal(): Promise<void> {
    // What comes meanwhile is kept the next time, or in the unit's last row.
    if (keeping) return;
    keeping = true;
    await keep(total());
    keeping = false;
  }

  return {
    /** Aborted when the run ends, and with `OverBudget` when the budget does not cover what was spent. */
    signal: AbortSignal.any([signal, over.signal]),
    /** Tokens spent so far by the requests of the current window. */
    soFar(tokens: SpentTokens): void {
      running = tokens;
      void keepTotal();
      if (!budget.covers(ownCost() ?? 0)) over.abort(new OverBudget('max_cost_usd is spent.'));
    },
    /** A window has ended; the tokens that all its requests spent. */
    windowEnded(tokens: SpentTokens): void {
      ended = addSpent(ended, tokens);
      running = NOTHING_SPENT;
    },
    /** Of this try alone, in 10⁻¹² USD; null where it is not known. */
    ownCost,
    /** Of every try, for the unit's row. */
    total,
  };
}

/** In the ledger a unit that was begun is `interrupted` until it has ended. */
export const INTERRUPTED = { state: 'interrupted', outcome: 'interrupted' } as const;

/** The spending of a unit, kept in its row of the ledger. */
export async function openSpending(run: Run, unit: Unit, slot: ModelSlot): Promise<Spending> {
  const { deps, held, budget, ledger, signal } = run;
  const row = await readSample(deps.db, held, unit.unit);
  return createSpending({
    // What failed is tried anew in a later round; what it spent stays spent.
    before: row && row.state !== 'measured' ? row : NO_TRY,
    price: slot.connection.price,
    budget,
    signal,
    keep: (spent) =>
      ledger.record({ ...blankSample(unit, 1, deps.clock.now()), ...spent, ...INTERRUPTED }).catch(run.fail),
  });
}

const NO_TRY: Spent = { input_tokens: null, output_tokens: null, cost: null, attempts: 0 };

/** In 10⁻¹² USD; null without a price, and where the server counted nothing. */
function costOfTokens(
  { requests, inputTokens, cachedTokens, outputTokens }: SpentTokens,
  price: ModelPrice | undefined,
): number | null {
  if (price === undefined || requests === 0) return null;
  const tokens = { input_tokens: inputTokens, cached_tokens: cachedTokens, output_tokens: outputTokens };
  return Number(costOf({ ...tokens, reasoning_tokens: null }, price));
}

/** What a window should cost its target in 10⁻¹² USD, its warm-up included; 0 without a price. */
export async function expectedOn(
  { deps, held, plan }: Pick<Run, 'deps' | 'held' | 'plan'>,
  { target, connection: { price } }: Pick<ModelSlot, 'target' | 'connection'>,
  window: WindowPlan,
): Promise<number> {
  if (price === undefined) return 0;
  return expectedOfWindow(window, price, await itemRequests(deps.db, held, plan, target, window));
}

/** As estimates count tokens, and what they assume of an answer that nothing limits. */
const CHARACTERS_PER_TOKEN = 4;
const ANSWER_TOKENS = 200;

/** The mean sizes of items as they are sent. */
function sizesOfItems(items: readonly ItemRequest[]): RequestSizes {
  const mean = (of: (item: ItemRequest) => number): Distribution => ({
    dist: 'constant',
    value: items.reduce((sum, item) => sum + of(item), 0) / items.length,
  });
  const characters = ({ messages }: ItemRequest) =>
    messages.reduce((sum, { content }) => sum + content.length, 0);
  return {
    inputTokens: mean((item) => characters(item) / CHARACTERS_PER_TOKEN),
    outputTokens: mean(({ maxTokens }) => maxTokens ?? ANSWER_TOKENS),
  };
}

/** By the items that are sent, and where there are none by the sizes that are planned. */
function expectedOfWindow(window: WindowPlan, price: ModelPrice, items: readonly ItemRequest[]): number {
  if (items.length > 0)
    return expectedCost({ ...sizesOfItems(items), requests: requestsToSend(window) }, price);
  if (!hasSessions(window) && window.recorded === undefined)
    return expectedCost({ ...window, requests: requestsToSend(window) }, price);
  const { input_tokens, output_tokens } = volumeOfWindow(window);
  return Number(costOf({ input_tokens, output_tokens, reasoning_tokens: null, cached_tokens: null }, price));
}

/** What requests of these sizes should cost, in 10⁻¹² USD, by their mean token counts. */
function expectedCost(
  { requests, inputTokens, outputTokens }: RequestSizes & { requests: number },
  price: ModelPrice,
): number {
  const usage = {
    input_tokens: Math.round(meanOf(inputTokens) ?? 0),
    output_tokens: Math.round(meanOf(outputTokens) ?? 0),
    reasoning_tokens: null,
    cached_tokens: null,
  };
  return requests * Number(costOf(usage, price));
}
