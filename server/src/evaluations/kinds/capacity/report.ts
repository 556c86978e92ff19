import type { Static } from 'typebox';
import { plural } from '../../../kernel/figures.ts';
import { inSentence, type Latencies } from '../../../slo/slo.ts';
import type { Plan } from '../../plan/plan.ts';
import type { CapacityReport } from '../../schemas/kinds/load-schemas.ts';
import type { KindReport, ReportContext } from '../kind.ts';
import { type MeasuredCapacity, type MeasuredSearches, upperEnd } from './aggregate.ts';

/** What searches found, and what of it must not be overlooked. */
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
  return `${searchOf(one, plan)} found nothing. In ${plural(one.tries.length, 'try', 'tries')} the load that several processes send together was no measurement (${one.tries.at(-1)}). See that as many processes send load as generators asks for, and that they have nothing else to do; then retry the evaluation.`;
}

function searchOf({ target, scenario }: Pick<MeasuredCapacity, 'target' | 'scenario'>, plan: Plan): string {
  const label = plan.scenarios?.[scenario]?.label ?? '';
  return `The search for capacity of ${inSentence(plan.targets[target]?.label ?? '')} under ${inSentence(label)}`;
}

/** A search for capacity of one target under one scenario as the results show it. */
function capacityReport(search: MeasuredCapacity, plan: Plan): Static<typeof CapacityReport> {
  const { target, scenario, result, facts } = search;
  const { steps, highestPassedRps, confirmed, confirmedRps, outOfTime = false } = result;
  return {
    target_label: plan.targets[target]?.label ?? '',
    scenario_label: plan.scenarios?.[scenario]?.label ?? '',
    highest_passed_rps: highestPassedRps,
    lowest_not_passed_rps: upperEnd(search),
    confirmed,
    confirmed_rps: confirmedRps,
    out_of_time: outOfTime,
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

const observedOf = (latencies: Latencies) =>
  Object.fromEntries(Object.entries(latencies).map(([percentile, { observed }]) => [percentile, observed]));

function searchWarnings(search: MeasuredCapacity, plan: Plan): string[] {
  const { result, facts } = search;
  const at = searchOf(search, plan);
  const { attempted = 0 } = facts[0] ?? {};
  const shown = result.steps.some(({ verdict }) => verdict !== 'inconclusive');
  const refuted = result.steps.filter(({ phase, verdict }) => phase === 'confirmation' && verdict !== 'pass');
  const said: [boolean, string][] = [
    [refuted.length > 0, `${at}: ${refutedSentence(refuted, result)}`],
    [
      facts.length > 0 && !shown && !facts.some(({ sent_late }) => sent_late),
      `${at}: ${attempted} requests at each rate were too few to show at any that the limits hold or are missed; ask for more (num_samples), 299 for a p99 limit and 59 for a p95.`,
    ],
    [
      result.outOfTime === true,
      `${at}: the hour of a search was over, so its ends are further apart than usual.`,
    ],
    [
      facts.some(({ contaminated }) => contaminated),
      `${at}: beside some of its rates other calls of this service went on, so the capacity may be higher.`,
    ],
    [
      facts.some(({ sent_late }) => sent_late),
      `${at}: at some of its rates this service sent requests too late for a limit, or fewer than the rate asks for, and those left prove nothing of it; run on a quieter machine.`,
    ],
  ];
  return said.flatMap(([holds, sentence]) => (holds ? [sentence] : []));
}

/** The best of the rates did not hold again; what did. */
function refutedSentence(
  refuted: MeasuredCapacity['result']['steps'],
  { confirmed, confirmedRps }: MeasuredCapacity['result'],
): string {
  const rates = refuted.map(({ rateRps }) => rate(rateRps)).join(', then at ');
  const end = confirmed
    ? `the verdict and the costs take ${rate(confirmedRps ?? 0)} requests/s, which held in a fresh run`
    : 'the verdict and the costs take no rate but the peak, where that held';
  return `a fresh run at ${rates} requests/s did not hold the limits again, so the rate found is too high; ${end}.`;
}

const rate = (rps: number) => Number(rps.toPrecision(4));
