import {
  addSpentTokens,
  hasSessions,
  type ItemRequest,
  NO_TOKENS_SPENT,
  type RequestSizes,
  requestsToSend,
  type SpentTokens,
  type WindowPlan,
} from '../../../../measure/traffic/traffic.ts';
import { type Distribution, meanOfDistribution } from '../../../../models/catalog/catalog.ts';
import { callCost, type ModelPrice } from '../../../../models/models.ts';
import type { Unit } from '../../plan/plan.ts';
import type { Budget } from '../../run/budget.ts';
import { blankSample } from '../../run/call-model.ts';
import { itemRequests } from '../../run/item-requests.ts';
import type { ModelSlot } from '../../run/model-slot.ts';
import type { Run } from '../../run/run.ts';
import { type NewSample, readSample } from '../../stores/sample-store.ts';
import { windowVolume } from './estimate.ts';

/** The load of a unit costs more than the rest of `max_cost_usd`. */
export class OverBudget extends Error {
  override readonly name = 'OverBudget';
}

/** Spending of all attempts of a unit; cost in 10⁻¹² USD. */
export type Spent = Pick<NewSample, 'input_tokens' | 'output_tokens' | 'cost' | 'attempts'>;

/**
 * Spending of the load of one unit. It is stored during the load with a short delay, so that a cancellation or kill
 * does not lose it. Earlier attempts of the unit count too.
 */
export type Spending = ReturnType<typeof createSpending>;

interface SpendingInput {
  before: Spent;
  price: ModelPrice | undefined;
  budget: Pick<Budget, 'covers'>;
  signal: AbortSignal;
  /** Stores the spending. Not called again before it has ended; never rejects. */
  keep(spent: Spent): Promise<void>;
}

export function createSpending({ before, price, budget, signal, keep }: SpendingInput) {
  const over = new AbortController();
  let ended = NO_TOKENS_SPENT;
  let running = NO_TOKENS_SPENT;
  let keeping = false;

  const own = () => addSpentTokens(ended, running);
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
    // Later spending is stored by the next call, or in the unit's last row.
    if (keeping) return;
    keeping = true;
    await keep(total());
    keeping = false;
  }

  return {
    /** Aborted when the run ends, and with `OverBudget` when the budget is exceeded. */
    signal: AbortSignal.any([signal, over.signal]),
    /** Reports the tokens used so far by requests of the current window. */
    soFar(tokens: SpentTokens): void {
      running = tokens;
      void keepTotal();
      if (!budget.covers(ownCost() ?? 0)) over.abort(new OverBudget('max_cost_usd is spent.'));
    },
    /** Reports the tokens of all requests of a window that has ended. */
    windowEnded(tokens: SpentTokens): void {
      ended = addSpentTokens(ended, tokens);
      running = NO_TOKENS_SPENT;
    },
    /** Cost of this attempt in 10⁻¹² USD; null if unknown. */
    ownCost,
    /** Cost of all attempts, for the row of the unit. */
    total,
  };
}

/** A started unit is `interrupted` in the ledger until it has ended. */
export const INTERRUPTED_UNIT = { state: 'interrupted', outcome: 'interrupted' } as const;

/** Continues the spending stored in the row of a unit. */
export async function openSpending(run: Run, unit: Unit, slot: ModelSlot): Promise<Spending> {
  const { deps, held, budget, ledger, signal } = run;
  const row = await readSample(deps.db, held, unit.unit);
  return createSpending({
    // A failed unit is repeated in a later round; its spending is kept.
    before: row && row.state !== 'measured' ? row : NO_TRY,
    price: slot.connection.price,
    budget,
    signal,
    keep: (spent) =>
      ledger
        .record({ ...blankSample(unit, 1, deps.clock.now()), ...spent, ...INTERRUPTED_UNIT })
        .catch(run.fail),
  });
}

const NO_TRY: Spent = { input_tokens: null, output_tokens: null, cost: null, attempts: 0 };

/** Cost in 10⁻¹² USD; null without a price, or if the server reported no tokens. */
function costOfTokens(
  { requests, inputTokens, cachedTokens, outputTokens }: SpentTokens,
  price: ModelPrice | undefined,
): number | null {
  if (price === undefined || requests === 0) return null;
  const tokens = { input_tokens: inputTokens, cached_tokens: cachedTokens, output_tokens: outputTokens };
  return Number(callCost({ ...tokens, reasoning_tokens: null }, price, requests));
}

/** The expected cost of a window for its target in 10⁻¹² USD, including warm-up; 0 without a price. */
export async function expectedWindowCost(
  { deps, held, plan }: Pick<Run, 'deps' | 'held' | 'plan'>,
  { target, connection: { price } }: Pick<ModelSlot, 'target' | 'connection'>,
  window: WindowPlan,
): Promise<number> {
  if (price === undefined) return 0;
  return expectedOfWindow(window, price, await itemRequests(deps.db, held, plan, target, window));
}

/** Characters per token as in estimates, and the assumed length of a response without a limit. */
const CHARACTERS_PER_TOKEN = 4;
const ANSWER_TOKENS = 200;

/** The mean token counts of items. */
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

/** The expected cost by the items that are sent, or else by the planned token counts. */
function expectedOfWindow(window: WindowPlan, price: ModelPrice, items: readonly ItemRequest[]): number {
  if (items.length > 0)
    return expectedCost({ ...sizesOfItems(items), requests: requestsToSend(window) }, price);
  if (!hasSessions(window) && window.recorded === undefined)
    return expectedCost({ ...window, requests: requestsToSend(window) }, price);
  const { input_tokens, output_tokens } = windowVolume(window);
  return Number(
    callCost({ input_tokens, output_tokens, reasoning_tokens: null, cached_tokens: null }, price),
  );
}

/** The expected cost of requests with these mean token counts, in 10⁻¹² USD. */
function expectedCost(
  { requests, inputTokens, outputTokens }: RequestSizes & { requests: number },
  price: ModelPrice,
): number {
  const usage = {
    input_tokens: Math.round(meanOfDistribution(inputTokens) ?? 0),
    output_tokens: Math.round(meanOfDistribution(outputTokens) ?? 0),
    reasoning_tokens: null,
    cached_tokens: null,
  };
  return requests * Number(callCost(usage, price));
}
