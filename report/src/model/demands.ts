import type { Schemas } from '@touchstone/client';
import { count, formatExact, ms, percent, type Unit, usd } from '../figures/figures.ts';
import {
  LIMITED_TIMES,
  PERCENTILES,
  type Percentile,
  peakRpsOf,
  REQUEST_TIMES,
  shareInWords,
  type TimeName,
} from '../figures/limits.ts';
import { LOCK_IN_WORDS, labelOfWord, TRAFFIC_WORDS, WORKLOAD_WORDS } from './vocabulary.ts';

/** A requirement as a label and a value. */
type Demand = readonly [what: string, says: string];

/** Describes what a scenario requires; fields that are not set are omitted. */
export function describeDemands(scenario: Schemas['Scenario']): Demand[] {
  const { traffic_profile, slo_requirements: slo, budget, compliance } = scenario;
  const sessions = scenario.session_requirements;
  const peak = peakRpsOf(slo);
  const { vendor_lock_in_tolerance: tolerance } = scenario;
  const said = (what: string, value: unknown, text: string): Demand[] =>
    value === undefined || value === null ? [] : [[what, text]];
  const words = (what: string, all: readonly string[] = []) =>
    said(what, all.length === 0 ? null : all, all.join(', '));
  const limit = (unit: Unit, value: number | undefined) =>
    value === undefined ? '' : formatExact(unit, value);
  const times = (time: TimeName, limitAt: (percentile: Percentile) => number | undefined) =>
    PERCENTILES.flatMap((p) =>
      said(`${shareInWords(p)} ${LIMITED_TIMES[time].of}`, limitAt(p), `within ${limit(ms, limitAt(p))}`),
    );
  return [
    ['Kind of work', labelOfWord(WORKLOAD_WORDS, scenario.workload_type)],
    ...said('Traffic', traffic_profile, labelOfWord(TRAFFIC_WORDS, traffic_profile ?? '')),
    ...REQUEST_TIMES.flatMap((time) => times(time, (p) => slo[`${p}_${time}_ms`])),
    ...said('Peak rate', peak, `${limit(count, peak)} requests per second`),
    ...times('session', (p) => sessions[`${p}_session_ms`]),
    ...said(
      'Sessions completed',
      sessions.completed_share,
      `at least ${availabilityPercent(sessions.completed_share)}`,
    ),
    ...said('Availability', slo.availability, `at least ${availabilityPercent(slo.availability)}`),
    ...said('Monthly cost', budget.monthly_limit_usd, `at most ${limit(usd, budget.monthly_limit_usd)}`),
    ...said(
      'Cost per 1,000 requests',
      budget.cost_per_1k_requests_usd,
      `at most ${limit(usd, budget.cost_per_1k_requests_usd)}`,
    ),
    ...scenario.quality.map(
      (one): Demand => [`Score on ${scoreKeyOfMinimum(one)}`, `at least ${availabilityPercent(one.min)}`],
    ),
    ...words('Allowed regions', compliance.regions),
    ...words('Certificates', compliance.certifications),
    ...said('Maximum lock-in', tolerance, labelOfWord(LOCK_IN_WORDS, tolerance ?? '')),
  ];
}

/** The key of a minimum score in results, such as `mmlu/anatomy`. */
export function scoreKeyOfMinimum({
  benchmark,
  subset,
  metric = 'overall',
}: Schemas['Scenario']['quality'][number]): string {
  if (benchmark === 'custom') return `custom/${metric}`;
  return subset === undefined ? benchmark : `${benchmark}/${subset}`;
}

/** Writes a share or, above 1, a percentage. */
export function availabilityPercent(availability: number | undefined): string {
  if (availability === undefined) return '';
  return formatExact(percent, availability > 1 ? availability / 100 : availability);
}
