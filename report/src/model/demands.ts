import type { Schemas } from '@touchstone/client';
import { count, ms, percent, stated, type Unit, usd } from '../figures/figures.ts';
import {
  outOf,
  PERCENTILES,
  type Percentile,
  peakRpsOf,
  REQUEST_TIMES,
  TIMES,
  type TimeName,
} from '../figures/limits.ts';
import { LOCK_IN, TRAFFIC, WORKLOADS, wordSays } from './vocabulary.ts';

/** One thing that is demanded: what, and how much. */
type Demand = readonly [what: string, says: string];

/** What requirements demand, in people's words; what is not stated is not there. */
export function demandsOf(scenario: Schemas['Scenario']): Demand[] {
  const { traffic_profile, slo_requirements: slo, budget, compliance } = scenario;
  const sessions = scenario.session_requirements;
  const peak = peakRpsOf(slo);
  const { vendor_lock_in_tolerance: tolerance } = scenario;
  const said = (what: string, value: unknown, text: string): Demand[] =>
    value === undefined || value === null ? [] : [[what, text]];
  const words = (what: string, all: readonly string[] = []) =>
    said(what, all.length === 0 ? null : all, all.join(', '));
  const limit = (unit: Unit, value: number | undefined) => (value === undefined ? '' : stated(unit, value));
  const times = (time: TimeName, limitAt: (percentile: Percentile) => number | undefined) =>
    PERCENTILES.flatMap((p) =>
      said(`${outOf(p)} ${TIMES[time].of}`, limitAt(p), `within ${limit(ms, limitAt(p))}`),
    );
  return [
    ['Kind of work', wordSays(WORKLOADS, scenario.workload_type)],
    ...said('Traffic', traffic_profile, wordSays(TRAFFIC, traffic_profile ?? '')),
    ...REQUEST_TIMES.flatMap((time) => times(time, (p) => slo[`${p}_${time}_ms`])),
    ...said('At the peak', peak, `${limit(count, peak)} requests a second`),
    ...times('session', (p) => sessions[`${p}_session_ms`]),
    ...said('Sessions completed', sessions.completed_share, `${percentOf(sessions.completed_share)} of them`),
    ...said('Answered', slo.availability, `${percentOf(slo.availability)} of the requests`),
    ...said('A month', budget.monthly_limit_usd, `at most ${limit(usd, budget.monthly_limit_usd)}`),
    ...said(
      '1,000 requests',
      budget.cost_per_1k_requests_usd,
      `at most ${limit(usd, budget.cost_per_1k_requests_usd)}`,
    ),
    ...scenario.quality.map((one): Demand => [`On ${scoreNameOf(one)}`, `at least ${percentOf(one.min)}`]),
    ...words('Only in', compliance.regions),
    ...words('Certificates', compliance.certifications),
    ...said('Hard to leave', tolerance, wordSays(LOCK_IN, tolerance ?? '')),
  ];
}

/** The key of the score that a minimum quality names, as results have it: `mmlu/anatomy`. */
export function scoreNameOf({
  benchmark,
  subset,
  metric = 'overall',
}: Schemas['Scenario']['quality'][number]): string {
  if (benchmark === 'custom') return `custom/${metric}`;
  return subset === undefined ? benchmark : `${benchmark}/${subset}`;
}

/** A share or, above 1, a percentage. */
export function percentOf(availability: number | undefined): string {
  if (availability === undefined) return '';
  return stated(percent, availability > 1 ? availability / 100 : availability);
}
