import type { Schemas } from '@touchstone/client';
import { count, formatTogether, usd } from '../figures/figures.ts';
import { lettersOfTargets } from './letters.ts';

type Results = Schemas['Results'];
type Cost = NonNullable<Results['evidence']>[number]['cost'];

/** Costs of the candidates under one scenario. */
export interface CostSection {
  readonly scenario: string;
  /** USD per month; null if the scenario has no budget. */
  readonly budget: number | null;
  /**
   * Requests per month at the scenario's mean rate, from the bill of a candidate priced by request; null if there is
   * none.
   */
  readonly requests: number | null;
  /** Requests per month; if all candidates are hosted, from one of their bills. Null if no bill states it. */
  readonly volume: number | null;
  /** The traffic that the bills assume, in a sentence; null if no bill states it. */
  readonly assumes: string | null;
  /** The requests that bills by tokens are based on, a sentence for each; empty if no bill states them. */
  readonly pricedFrom: readonly string[];
  readonly candidates: readonly CostCandidate[];
}

export interface CostCandidate {
  readonly label: string;
  readonly letter: string;
  readonly basis: Cost['basis'];
  /** USD; null if a price is missing. */
  readonly monthly: number | null;
  readonly per1k: number | null;
  /** The parts of the monthly bill in USD; a single part if the lines do not add up to it. */
  readonly parts: readonly { readonly item: string; readonly usd: number }[];
  readonly breakEven: NonNullable<Cost['break_even']> | null;
  /**
   * The requests that the bill by tokens is based on, as the end of a sentence; null if it is not by tokens, or
   * unknown.
   */
  readonly pricedFrom: string | null;
}

/** Cost parts are shown if their sum differs from the bill by at most this share. */
const ROUNDING = 0.01;
const HOURS_A_MONTH = 730;
const SECONDS_A_MONTH = HOURS_A_MONTH * 3600;

export function costSections(results: Results): CostSection[] {
  const { evidence = [], requirements = [] } = results;
  const letters = lettersOfTargets(results);
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
      assumes: volume === null ? null : monthSentence(volume, own),
      pricedFrom: pricedFromSentences(candidates),
      candidates,
    };
  });
}

/** Candidates whose requests have the same description share a sentence. */
function pricedFromSentences(candidates: readonly CostCandidate[]): string[] {
  const known = candidates.filter(({ pricedFrom }) => pricedFrom !== null);
  return [...Map.groupBy(known, ({ pricedFrom }) => pricedFrom)].map(
    ([from, own]) => `${own.map(({ label }) => label).join(', ')}: priced from ${from}.`,
  );
}

/** A peak of a few days is priced as a full month, unless the mean rate is stated. */
function monthSentence(requests: number, evidence: NonNullable<Results['evidence']>): string {
  const rate = count(requests / SECONDS_A_MONTH);
  const said = `A month has ${count(Math.round(requests))} requests, on average ${rate} per second around the clock`;
  const ratio = evidence
    .flatMap(({ cost }) => cost.assumptions ?? [])
    .find(({ name }) => name === 'peak_to_mean')?.value;
  if (typeof ratio !== 'number') return `${said}.`;
  if (ratio !== 1) return `${said}. The peak rate is ${count(ratio)} times the average.`;
  return `${said}, assuming that the peak rate lasts all month. If it does not, set the peak rate divided by the mean rate in the cost assumptions.`;
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
  return Math.abs(sum - monthly) <= ROUNDING * monthly ? parts : [{ item: 'total', usd: monthly }];
}

/**
 * The monthly cost in USD for a number of requests, from an API's price per request. Null if unknown: a price is
 * missing, or own hardware would need another, unmeasured number of instances.
 */
export function monthlyCostAt(
  { basis, monthly, per1k }: CostCandidate,
  requests: number,
  known: number | null,
): number | null {
  if (basis === 'api') return per1k === null ? null : (per1k * requests) / 1000;
  return requests === known ? monthly : null;
}

/**
 * The number of requests per month from which hosting is cheaper, or why it never is; null if no API offers the
 * model.
 */
export function breakEvenSentence({ label, breakEven }: CostCandidate): string | null {
  if (breakEven === null) return null;
  const { provider, model_id, mean_rps, ...per1k } = breakEven;
  const [floor, api] = formatTogether(usd, [per1k.floor_per_1k_requests_usd, per1k.api_per_1k_requests_usd]);
  return mean_rps === null
    ? `Hosting ${label} never becomes cheaper than ${model_id} of ${provider}: 1,000 requests cost at least ${floor} hosted and ${api} by API.`
    : `Hosting ${label} is cheaper than ${model_id} of ${provider} from ${count(Math.ceil(requestsAtRate(mean_rps)))} requests per month.`;
}

/** The monthly cost of a hosted candidate: the present one, and for more requests at least the minimum for them. */
export function hostedMonthlyCostAt({ monthly, breakEven }: CostCandidate, requests: number): number | null {
  if (monthly === null || breakEven === null) return null;
  return Math.max(monthly, (breakEven.floor_per_1k_requests_usd * requests) / 1000);
}

/** Requests per month at a mean rate per second. */
export const requestsAtRate = (rps: number): number => rps * SECONDS_A_MONTH;
