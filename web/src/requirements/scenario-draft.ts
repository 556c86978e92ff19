import type { Schemas } from '@touchstone/client';
import { count, formatExact } from '@touchstone/report/figures';
import {
  LIMITED_TIME_NAMES,
  type PeakRates,
  peakRpsOf,
  perTimeLimit,
  REQUEST_TIMES,
  type TimeLimitName,
} from '@touchstone/report/limits';

/** Requirements as their form holds them: texts, empty where nothing is demanded. */
export interface ScenarioDraft extends Record<TimeLimitName, string> {
  name: string;
  workload: string;
  traffic: string;
  rate: string;
  /** The rates that `rate` was read from; they are sent as they are while it is unedited. */
  statedRates: PeakRates;
  availability: string;
  sessionsCompleted: string;
  monthly: string;
  perThousand: string;
  regions: string;
  certifications: string;
  tolerance: string;
  quality: MinimumDraft[];
}

/** A minimum quality as its row holds it; `subset` and `metric` are empty where they are not stated. */
export interface MinimumDraft {
  benchmark: string;
  subset: string;
  metric: string;
  percent: string;
}

export const EMPTY_SCENARIO: ScenarioDraft = {
  name: '',
  workload: 'general',
  traffic: '',
  ...perTimeLimit(LIMITED_TIME_NAMES, () => ''),
  rate: '',
  statedRates: {},
  availability: '',
  sessionsCompleted: '',
  monthly: '',
  perThousand: '',
  regions: '',
  certifications: '',
  tolerance: '',
  quality: [],
};

export function toScenarioDraft(scenario: Schemas['Scenario']): ScenarioDraft {
  const { slo_requirements: slo, session_requirements: sessions, budget, compliance } = scenario;
  const text = (value: string | number | null | undefined) => String(value ?? '');
  return {
    name: scenario.name,
    workload: scenario.workload_type,
    traffic: text(scenario.traffic_profile),
    ...perTimeLimit(REQUEST_TIMES, (p, time) => text(slo[`${p}_${time}_ms`])),
    rate: rateText(slo),
    statedRates: { throughput_rps: slo.throughput_rps ?? null, throughput_rpm: slo.throughput_rpm ?? null },
    availability: text(slo.availability),
    ...perTimeLimit(['session'], (p) => text(sessions[`${p}_session_ms`])),
    sessionsCompleted: text(inPercent(sessions.completed_share)),
    monthly: text(budget.monthly_limit_usd),
    perThousand: text(budget.cost_per_1k_requests_usd),
    regions: (compliance.regions ?? []).join(', '),
    certifications: (compliance.certifications ?? []).join(', '),
    tolerance: text(scenario.vendor_lock_in_tolerance),
    quality: scenario.quality.map(({ benchmark, subset = '', metric = '', min }) => ({
      benchmark,
      subset,
      metric,
      percent: String(Number((100 * min).toPrecision(12))),
    })),
  };
}

type NewScenario = Schemas['NewScenario'];
type ScenarioPatch = Schemas['ScenarioPatch'];

/** The body of new requirements. */
export function toNewScenario(draft: ScenarioDraft): NewScenario {
  const { slo_requirements, session_requirements, budget, ...flat } = toScenarioPatch(draft);
  const withoutNulls = (fields: object | null = {}) =>
    Object.fromEntries(Object.entries(fields ?? {}).filter(([, value]) => value !== null));
  return {
    name: flat.name,
    workload_type: flat.workload_type,
    ...(flat.traffic_profile != null && { traffic_profile: flat.traffic_profile }),
    ...(flat.vendor_lock_in_tolerance != null && { vendor_lock_in_tolerance: flat.vendor_lock_in_tolerance }),
    slo_requirements: withoutNulls(slo_requirements),
    session_requirements: withoutNulls(session_requirements),
    budget: withoutNulls(budget),
    quality: minimumsOf(draft),
    compliance: {
      regions: splitAtCommas(draft.regions),
      certifications: splitAtCommas(draft.certifications),
    },
  };
}

/** The body of an edit: what was emptied is cleared. */
export function toScenarioPatch(draft: ScenarioDraft) {
  return {
    name: draft.name.trim(),
    workload_type: draft.workload,
    traffic_profile: draft.traffic === '' ? null : draft.traffic,
    vendor_lock_in_tolerance: draft.tolerance === '' ? null : draft.tolerance,
    slo_requirements: {
      ...perTimeLimit(REQUEST_TIMES, (p, time) => numberOf(draft[`${p}_${time}_ms`])),
      ...ratesOf(draft),
      availability: numberOf(draft.availability),
    },
    session_requirements: {
      ...perTimeLimit(['session'], (p) => numberOf(draft[`${p}_session_ms`])),
      completed_share: shareOf(draft.sessionsCompleted),
    },
    budget: {
      monthly_limit_usd: numberOf(draft.monthly),
      cost_per_1k_requests_usd: numberOf(draft.perThousand),
    },
    compliance: {
      regions: splitAtCommas(draft.regions),
      certifications: splitAtCommas(draft.certifications),
    },
    quality: minimumsOf(draft),
  } satisfies ScenarioPatch;
}

function minimumsOf({ quality }: ScenarioDraft): NonNullable<NewScenario['quality']> {
  return quality.map(({ benchmark, subset, metric, percent }) => ({
    benchmark,
    ...(subset !== '' && { subset }),
    ...(metric.trim() !== '' && { metric: metric.trim() }),
    min: Number((Number(percent) / 100).toPrecision(12)),
  }));
}

/** The least rate that can be stated: one request a minute. */
export const MIN_REQUESTS_PER_SECOND = 1 / 60;

/** The rate at the peak as a number field shows it: without separators, and a quotient with four digits. */
function rateText(rates: PeakRates): string {
  const peak = peakRpsOf(rates);
  return peak === undefined ? '' : formatExact(count, peak).replaceAll(',', '');
}

/** An edited rate that is no whole number a second is stated a minute, in whole requests. */
function ratesOf({ rate, statedRates }: ScenarioDraft): PeakRates {
  if (rate === rateText(statedRates)) return statedRates;
  const value = numberOf(rate);
  return value === null || Number.isInteger(value)
    ? { throughput_rps: value, throughput_rpm: null }
    : { throughput_rps: null, throughput_rpm: Math.round(60 * value) };
}

const inPercent = (share: number | undefined) =>
  share === undefined ? undefined : Number((100 * share).toPrecision(12));

function shareOf(percent: string): number | null {
  const value = numberOf(percent);
  return value === null ? null : Number((value / 100).toPrecision(12));
}

function numberOf(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}

/** Words between commas. */
export function splitAtCommas(text: string): string[] {
  return text
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
}
