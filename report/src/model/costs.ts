import type { Schemas } from '@touchstone/client';
import { count, together, usd } from '../figures/figures.ts';
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
  /** The same, or where all are hosted, by the bill of one of them; null where no bill says. */
  readonly volume: number | null;
  /** What traffic the bills are of, in a sentence; null where no bill says. */
  readonly assumes: string | null;
  /** Whose requests the bills by tokens are of, a sentence for each; none where no bill says. */
  readonly pricedFrom: readonly string[];
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
  /** What the bill by tokens is the price of, as the end of a sentence; null where it is not by tokens, or nothing says. */
  readonly pricedFrom: string | null;
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
    const volume =
      [paying, ...candidates].map((one) => one && requestsOf(one)).find((one) => one != null) ?? null;
    return {
      scenario,
      budget: limit?.limit ?? null,
      requests: paying ? requestsOf(paying) : null,
      volume,
      assumes: volume === null ? null : monthSaid(volume, own),
      pricedFrom: pricedFromSaid(candidates),
      candidates,
    };
  });
}

/** Candidates whose requests are described alike share a sentence. */
function pricedFromSaid(candidates: readonly CostCandidate[]): string[] {
  const known = candidates.filter(({ pricedFrom }) => pricedFrom !== null);
  return [...Map.groupBy(known, ({ pricedFrom }) => pricedFrom)].map(
    ([from, own]) => `${own.map(({ label }) => label).join(', ')}: priced from ${from}.`,
  );
}

/** A peak of a few days is priced as a month of it, unless somebody says how far the mean lies below it. */
function monthSaid(requests: number, evidence: NonNullable<Results['evidence']>): string {
  const rate = count(requests / SECONDS_A_MONTH);
  const said = `A month is ${count(Math.round(requests))} requests: ${rate} a second on average, day and night`;
  const ratio = evidence
    .flatMap(({ cost }) => cost.assumptions ?? [])
    .find(({ name }) => name === 'peak_to_mean')?.value;
  if (typeof ratio !== 'number') return `${said}.`;
  if (ratio !== 1) return `${said}; the peak is ${count(ratio)} times that.`;
  return `${said}, which is its peak. Where the peak lasts only a part of the month, state the peak over the mean among the assumptions of cost.`;
}

const requestsOf = ({ monthly, per1k }: CostCandidate): number | null =>
  monthly && per1k ? (1000 * monthly) / per1k : null;

function candidateOf(label: string, letter: string, cost: Cost): CostCandidate {
  const { basis, monthly_usd: monthly, per_1k_requests_usd: per1k, break_even, priced_request } = cost;
  return {
    ...{ label, letter, basis, monthly, per1k },
    parts: partsOf(cost),
    breakEven: break_even ?? null,
    pricedFrom: basis === 'api' ? (priced_request?.says ?? null) : null,
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

/** From how many requests a month hosting is cheaper, or why it never is; null where no API offers the model. */
export function breakEvenSentence({ label, breakEven }: CostCandidate): string | null {
  if (breakEven === null) return null;
  const { provider, model_id, mean_rps, ...per1k } = breakEven;
  const [floor, api] = together(usd, [per1k.floor_per_1k_requests_usd, per1k.api_per_1k_requests_usd]);
  return mean_rps === null
    ? `Hosting ${label} never becomes cheaper than ${model_id} of ${provider}: it costs at least ${floor} for 1,000 requests, the API ${api}.`
    : `Hosting ${label} is cheaper than ${model_id} of ${provider} from ${count(Math.ceil(requestsAtRate(mean_rps)))} requests a month.`;
}

/** The month's bill of a hosted candidate: what it is now, and at more requests never below the least that it can be. */
export function hostedAt({ monthly, breakEven }: CostCandidate, requests: number): number | null {
  if (monthly === null || breakEven === null) return null;
  return Math.max(monthly, (breakEven.floor_per_1k_requests_usd * requests) / 1000);
}

/** Requests a month at a mean rate a second. */
export const requestsAtRate = (rps: number): number => rps * SECONDS_A_MONTH;
