import { count, plural } from '@touchstone/report/figures';
import type { Static } from 'typebox';
import {
  allowedMissShare,
  type EvidenceKey,
  type Latencies,
  nameInSentence,
  requestsNeededToDecide,
} from '../../../../decide/slo/slo.ts';
import { describeLoadRequests } from '../../plan/load-requests.ts';
import { benchmarksOfKind, type Plan } from '../../plan/plan.ts';
import type { CapacityReport } from '../../schemas/kinds/load-schemas.ts';
import type { KindReport, ReportContext } from '../kind.ts';
import {
  lowestFailedRate,
  lowestRateNotPassed,
  type MeasuredCapacity,
  type MeasuredSearches,
} from './aggregate.ts';

/** Reports capacity searches with their warnings. */
export function reportCapacity(
  { searches, notMeasured }: MeasuredSearches,
  { plan }: ReportContext,
): KindReport {
  return {
    results: searches.length > 0 ? { capacity: searches.map((one) => capacityReport(one, plan)) } : {},
    warnings: [
      ...notMeasured.map((one) => voidWarning(one, plan)),
      ...searches.flatMap((one) => searchWarnings(one, plan)),
    ],
  };
}

function voidWarning(one: MeasuredSearches['notMeasured'][number], plan: Plan): string {
  return `${searchOf(one, plan)} found nothing. In ${plural(one.tries.length, 'try', 'tries')} the load sent by several processes was void (${one.tries.at(-1)}). Check that as many idle processes are available as generators requests, then retry the evaluation.`;
}

function searchOf({ target, scenario }: Pick<MeasuredCapacity, 'target' | 'scenario'>, plan: Plan): string {
  const label = plan.scenarios?.[scenario]?.label ?? '';
  return `The capacity search of ${nameInSentence(plan.targets[target]?.label ?? '')} under ${nameInSentence(label)}`;
}

/** A search for capacity of one target under one scenario as the results show it. */
function capacityReport(search: MeasuredCapacity, plan: Plan): Static<typeof CapacityReport> {
  const { target, scenario, result, facts } = search;
  const { steps, highestPassedRps, confirmed, confirmedRps, outOfTime = false } = result;
  return {
    target_label: plan.targets[target]?.label ?? '',
    scenario_label: plan.scenarios?.[scenario]?.label ?? '',
    highest_passed_rps: highestPassedRps,
    lowest_not_passed_rps: lowestRateNotPassed(search),
    lowest_failed_rps: lowestFailedRate(search, highestPassedRps ?? 0),
    confirmed,
    confirmed_rps: confirmedRps,
    out_of_time: outOfTime,
    ...sentBy(search, plan),
    steps: steps.flatMap(({ rateRps, verdict, phase }, i) => {
      const found = facts[i];
      if (found === undefined) return [];
      const { latencies, requests: _, availability: __, held_rps: ___, generators, ...fact } = found;
      const latency_ms = latencies && { latency_ms: observedOf(latencies) };
      const together = generators && { generators: [...generators] };
      return [{ rate_rps: rateRps, phase, verdict, ...fact, ...latency_ms, ...together }];
    }),
  };
}

/** Empty if the plan is not that of the search. */
function sentBy({ scenario }: MeasuredCapacity, plan: Plan): Pick<Static<typeof CapacityReport>, 'sent'> {
  const planned = benchmarksOfKind(plan, 'capacity').find(
    ({ benchmark }) => benchmark.capacity.scenario === scenario,
  );
  const requests = planned && describeLoadRequests(plan, planned.benchmark);
  return requests ? { sent: `Each rate sends ${requests}.` } : {};
}

const observedOf = (latencies: Latencies) =>
  Object.fromEntries(Object.entries(latencies).map(([key, { observed }]) => [key, observed]));

function searchWarnings(search: MeasuredCapacity, plan: Plan): string[] {
  const { result, facts } = search;
  const at = searchOf(search, plan);
  const { attempted = 0 } = facts[0] ?? {};
  const shown = result.steps.some(({ verdict }) => verdict !== 'inconclusive');
  const refuted = result.steps.filter(({ phase, verdict }) => phase === 'confirmation' && verdict !== 'pass');
  const open = openUpperEnd(search);
  const said: [boolean, string][] = [
    [refuted.length > 0, `${at}: ${refutedSentence(refuted, result)}`],
    [
      facts.length > 0 && !shown && !facts.some(({ sent_late }) => sent_late),
      `${at}: ${attempted} requests at each rate were too few to decide whether the limits are met at any rate. Increase num_samples to at least 299 for a p99 limit, or 59 for a p95 limit.`,
    ],
    [shown && open !== null, `${at}: ${open}`],
    [
      result.outOfTime === true,
      `${at}: the search reached its limit of one hour, so its bounds are wider than usual.`,
    ],
    [
      facts.some(({ contaminated }) => contaminated),
      `${at}: this service made other calls during some rates, so the capacity may be higher.`,
    ],
    [
      facts.some(({ sent_late }) => sent_late),
      `${at}: at some rates this service sent requests too late for a limit, or fewer than the rate requires, so those rates are undecided. Run it on a less busy machine.`,
    ],
  ];
  return said.flatMap(([holds, sentence]) => (holds ? [sentence] : []));
}

/**
 * Warns that the next tried rate may be sustainable too, because its requests were too few to tell; null if it was
 * shown to fail.
 */
function openUpperEnd(search: MeasuredCapacity): string | null {
  const { steps, highestPassedRps, lowestNotPassedRps } = search.result;
  const next = lowestRateNotPassed(search);
  const failed = lowestFailedRate(search, highestPassedRps ?? 0);
  if (next === null || next === failed) return null;
  const { attempted = 0, latencies = {} } =
    search.facts[steps.findIndex(({ rateRps }) => rateRps === lowestNotPassedRps)] ?? {};
  const needed = Object.entries(latencies).map(([key, evidence]) =>
    requestsNeededToDecide(evidence, allowedMissShare(key as EvidenceKey)),
  );
  const more = Math.max(0, ...needed.map((requests) => requests ?? 0));
  const held = highestPassedRps === null ? '' : `${count(highestPassedRps)} requests/s held, and `;
  const bound =
    failed === null ? 'no higher rate was shown to fail' : `only ${count(failed)} was shown to fail`;
  return `${held}${count(next)} was not shown to fail: ${plural(attempted, 'request')} at each rate were too few to decide, and ${bound}, so the capacity may be higher. Increase the number of requests (num_samples${more > 0 ? `, about ${count(more)} more at each rate` : ''}).`;
}

/** Explains that the confirmation run did not meet the limits, and which rate is used. */
function refutedSentence(
  refuted: MeasuredCapacity['result']['steps'],
  { confirmed, confirmedRps }: MeasuredCapacity['result'],
): string {
  const rates = refuted.map(({ rateRps }) => count(rateRps)).join(', then at ');
  const end = confirmed
    ? `the verdict and the costs use ${count(confirmedRps ?? 0)} requests/s, which met the limits in a separate run`
    : 'the verdict and the costs use only the peak rate, if that met the limits';
  return `a separate run at ${rates} requests/s did not meet the limits, so the rate found is too high; ${end}.`;
}
