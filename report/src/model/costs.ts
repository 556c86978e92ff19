import type { Schemas } from '@touchstone/client';
import { lettersOf } from './letters.ts';

type Results = Schemas['Results'];
type Cost = NonNullable<Results['evidence']>[number]['cost'];

/** What the candidates cost under one scenario. */
export interface CostSection {
  readonly scenario: string;
  /** USD a month; null where the scenario has no budget. */
  readonly budget: number | null;
  /** Requests a month at the scenario's mean rate, by the bill of a candidate that pays by the request; null where none does. */
  readonly requests: number | null;
  readonly candidates: readonly CostCandidate[];
}

export interface CostCandidate {
  readonly label: string;
  readonly letter: string;
  readonly basis: Cost['basis'];
  /** USD; null where a price is missing. */
  readonly monthly: number | null;
  readonly per1k: number | null;
  /** What the month's bill consists of, in USD; one part where the lines do not add up to it. */
  readonly parts: readonly { readonly item: string; readonly usd: number }[];
  readonly breakEven: NonNullable<Cost['break_even']> | null;
}

/** Parts are shown where they come to the bill within this share of it. */
const ROUNDING = 0.01;
const HOURS_A_MONTH = 730;
const SECONDS_A_MONTH = HOURS_A_MONTH * 3600;

export function costSections(results: Results): CostSection[] {
  const { evidence = [], requirements = [] } = results;
  const letters = lettersOf(results);
  const byScenario = Map.groupBy(evidence, ({ scenario_label }) => scenario_label);
  return [...byScenario].map(([scenario, own]) => {
    const candidates = own.map(({ target_label: label, cost }) =>
      candidateOf(label, letters.get(label) ?? '?', cost),
    );
    const paying = candidates.find(
      ({ basis, monthly, per1k }) => basis === 'api' && monthly !== null && per1k,
    );
    const limit = requirements.find(
      ({ kind, scenario_label }) => kind === 'monthly_limit_usd' && scenario_label === scenario,
    );
    return {
      scenario,
      budget: limit?.limit ?? null,
      requests: paying?.monthly && paying.per1k ? (1000 * paying.monthly) / paying.per1k : null,
      candidates,
    };
  });
}

function candidateOf(label: string, letter: string, cost: Cost): CostCandidate {
  const { basis, monthly_usd: monthly, per_1k_requests_usd: per1k, break_even } = cost;
  return {
    ...{ label, letter, basis, monthly, per1k },
    parts: partsOf(cost),
    breakEven: break_even ?? null,
  };
}

function partsOf({
  basis,
  lines,
  monthly_usd: monthly,
  per_1k_requests_usd: per1k,
}: Cost): CostCandidate['parts'] {
  if (monthly === null) return [];
  const requests = per1k ? (1000 * monthly) / per1k : 0;
  const parts = lines.map(({ item, quantity, unit_usd }) => ({
    item: item.replace(/ of a request$/, ''),
    usd: quantity * unit_usd * (basis === 'api' ? requests / 1e6 : HOURS_A_MONTH),
  }));
  const sum = parts.reduce((all, { usd }) => all + usd, 0);
  return Math.abs(sum - monthly) <= ROUNDING * monthly ? parts : [{ item: 'the bill', usd: monthly }];
}

/**
 * The bill of a month with so many requests, in USD: by the request for an API. Null where it is not known: a missing
 * price, or a machine of one's own at another number of requests, whose instances nobody has counted.
 */
export function monthlyAt(
  { basis, monthly, per1k }: CostCandidate,
  requests: number,
  known: number | null,
): number | null {
  if (basis === 'api') return per1k === null ? null : (per1k * requests) / 1000;
  return requests === known ? monthly : null;
}

/** Requests a month at a mean rate a second. */
export const requestsAtRate = (rps: number): number => rps * SECONDS_A_MONTH;
