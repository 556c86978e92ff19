import { count, joinNames, ms, plural, withoutFullStop } from '@touchstone/report/figures';
import type { Static } from 'typebox';
import { latencyEvidence, nameInSentence, timeLimitsOf } from '../../../../decide/slo/slo.ts';
import { describeLoadRequests } from '../../plan/load-requests.ts';
import { benchmarksOfKind, type Plan } from '../../plan/plan.ts';
import type { LoadReport } from '../../schemas/kinds/load-schemas.ts';
import type { KindReport, ReportContext } from '../kind.ts';
import type { MeasuredWindows } from './aggregate.ts';
import type { PlannedLoad } from './describe.ts';
import { loadOverTime } from './over-time.ts';

/** Reports the results of load with their warnings. */
export function reportLoad(measured: readonly MeasuredWindows[], { plan }: ReportContext): KindReport {
  const shown = measured.filter(({ windows }) => windows.length > 0);
  return {
    results: shown.length > 0 ? { load: shown.map((one) => loadReport(one, plan)) } : {},
    warnings: [...warningsOf(measured, plan), ...sharedCacheWarnings(shown, plan)],
  };
}

/** The windows of one target on one benchmark as results. */
function loadReport(
  { benchmark, target, windows, summary, sessions, spent, voidTries }: MeasuredWindows,
  plan: Plan,
): Static<typeof LoadReport> {
  const { reasons: _, ...figures } = summary;
  const generators = generatorsOf(windows);
  const planned = benchmarksOfKind(plan, 'load').find(
    ({ benchmark: { key } }) => key === benchmark,
  )?.benchmark;
  return {
    target_label: plan.targets[target]?.label ?? '',
    benchmark,
    sent: planned === undefined ? '' : describeSent(planned, plan),
    slices: windows.length,
    planned_slices: (planned?.items ?? 0) * plan.methodology.epochs,
    contaminated_slices: windows.filter(({ contaminated }) => contaminated).length,
    saturated_slices: windows.filter(({ saturated }) => saturated).length,
    ...figures,
    effective_samples: effectiveSamples({ benchmark, windows, summary }, plan),
    latency_histogram: histogram(windows),
    ...(generators.length > 0 && { generators }),
    ...(voidTries.length > 0 && { void_tries: voidTries.length }),
    over_time: loadOverTime(windows),
    spent: {
      requests: spent.requests,
      input_tokens: spent.inputTokens,
      cached_tokens: spent.cachedTokens,
      output_tokens: spent.outputTokens,
    },
    ...(sessions && { sessions }),
  };
}

function describeSent(planned: PlannedLoad, plan: Plan): string {
  const requests = describeLoadRequests(plan, planned);
  return requests === null ? planned.windows.note : `${planned.windows.note} It sends ${requests}.`;
}

/**
 * The processes that sent load together, by number, over all windows. A number may be another process in another
 * window.
 */
function generatorsOf(
  windows: MeasuredWindows['windows'],
): NonNullable<Static<typeof LoadReport>['generators']> {
  const most = Math.max(0, ...windows.map(({ generators }) => generators.length));
  return Array.from({ length: most }, (_, index) => {
    const own = windows.flatMap(({ generators }) => generators[index] ?? []);
    const lags = own.flatMap(({ lag_p99_ms }) => lag_p99_ms ?? []);
    const offsets = own.map(({ clock_offset_ms }) => clock_offset_ms);
    return {
      requests: own.reduce((sum, { requests }) => sum + requests, 0),
      lag_p99_ms: lags.length === 0 ? null : Math.max(...lags),
      clock_offset_ms: offsets.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0] ?? 0,
      clock_uncertainty_ms: Math.max(...own.map(({ clock_uncertainty_ms }) => clock_uncertainty_ms)),
    };
  });
}

/**
 * The lowest number that the verdict uses for any limit; without a limit, the number used for percentile intervals.
 */
function effectiveSamples(
  { benchmark, windows, summary }: Pick<MeasuredWindows, 'benchmark' | 'windows' | 'summary'>,
  { scenarios = [] }: Plan,
): number | null {
  const scenario = scenarios.find(({ label }) => benchmark === `load/${label}`);
  const counts = (scenario ? timeLimitsOf(scenario, ['latency']) : []).map(({ percentile, ms }) => {
    const { n, effective = n } = latencyEvidence(windows, [percentile, ms]);
    return effective;
  });
  return counts.length > 0 ? Math.min(...counts) : summary.effective_samples;
}

/**
 * Warns if targets call the same model at the same provider: they send the same prompts in turns, and what the server
 * caches for one speeds up the other.
 */
function sharedCacheWarnings(measured: readonly MeasuredWindows[], { targets }: Plan): string[] {
  const served = ({ benchmark, target }: MeasuredWindows) =>
    JSON.stringify([benchmark, targets[target]?.provider, targets[target]?.modelId]);
  return [...Map.groupBy(measured, served).values()].flatMap((group) => {
    const cached = group.some(({ summary }) => (summary.cached_share ?? 0) > 0);
    if (group.length < 2 || !cached) return [];
    const labels = group.map(({ target }) => nameInSentence(targets[target]?.label ?? ''));
    return [
      `Under ${scenarioOf(group[0]?.benchmark)}, ${joinNames(labels)} call the same model at the same provider, and parts of their prompts came from its cache, so each may be faster and cheaper here than alone. Compare them in separate evaluations, or turn the cache off.`,
    ];
  });
}

/** The name of the scenario of a load benchmark. */
const scenarioOf = (benchmark = '') => nameInSentence(benchmark.replace(/^load\//, ''));

/** Each bucket is 10 % wider than the previous one, so that the tail is resolved as finely as the median. */
const HISTOGRAM_BUCKET_FACTOR = 1.1;

function histogram(windows: MeasuredWindows['windows']): { up_to_ms: number; requests: number }[] {
  const counts = new Map<number, number>();
  for (const { latencies } of windows) {
    for (const latency of latencies) {
      if (latency === Infinity) continue;
      const bucket = Math.ceil(Math.log(Math.max(latency, 0.1)) / Math.log(HISTOGRAM_BUCKET_FACTOR));
      counts.set(bucket, (counts.get(bucket) ?? 0) + 1);
    }
  }
  return [...counts]
    .sort(([a], [b]) => a - b)
    .map(([bucket, requests]) => ({
      up_to_ms: Number((HISTOGRAM_BUCKET_FACTOR ** bucket).toPrecision(6)),
      requests,
    }));
}

/** If requests are sent later than this at the 99th percentile, the measurement includes the generator. */
const MAX_LAG_MS = 10;
/** Send delay below this share of the median latency is negligible. */
const MAX_LAG_SHARE = 0.05;
const MIN_CHUNKS = 0.8;

/** Warnings about windows: one sentence for each problem of a scenario, with the candidates it concerns. */
function warningsOf(measured: readonly MeasuredWindows[], plan: Plan): string[] {
  const byBenchmark = Map.groupBy(measured, ({ benchmark }) => benchmark);
  return [...byBenchmark].flatMap(([benchmark, own]) => {
    const under = `Under ${scenarioOf(benchmark)}`;
    /** Lists the affected candidates with their counts, highest first. */
    const said = (
      amount: (one: MeasuredWindows) => number,
      says: (amount: number, who: string, one: MeasuredWindows) => string,
    ): string | null => {
      const all = own.map((one) => ({ one, by: amount(one) })).filter(({ by }) => by > 0);
      const who = ({ target }: MeasuredWindows) => nameInSentence(plan.targets[target]?.label ?? '');
      if (all.length === 0) return null;
      return joinNames(all.toSorted((a, b) => b.by - a.by).map(({ one, by }) => says(by, who(one), one)));
    };
    const slices = (by: number, who: string, { windows }: MeasuredWindows) =>
      `${count(by)} of ${plural(windows.length, 'slice')} of ${who}`;
    const requests = (by: number, who: string) => `${plural(by, 'request')} of ${who}`;
    const sentences: [said: string | null, sentence: (said: string) => string][] = [
      [
        said(
          ({ voidTries }) => voidTries.length,
          (by, who, { voidTries }) => `${plural(by, 'try', 'tries')} of ${who} (${voidTries.at(-1)})`,
        ),
        (which) => `${under}, windows sent by several processes were void in ${which} and were sent again.`,
      ],
      [
        said(
          ({ notMeasured }) => notMeasured,
          (by, who) => `${plural(by, 'slice')} of ${who}`,
        ),
        (which) =>
          `${under}, ${which} could not be measured. Check that as many idle load processes are running as generators requests, then retry the evaluation.`,
      ],
      [
        said(({ windows }) => windows.filter((one) => one.contaminated).length, slices),
        (which) =>
          `${under}, this service made other calls during ${which}, so the candidate may be better than the figures show.`,
      ],
      [
        said(({ windows }) => windows.filter((one) => one.saturated).length, slices),
        (which) => `${under}, ${which} ended early, because the number of concurrent requests only grew.`,
      ],
      [
        said(latenessMs, (by, who) => `${ms(by)} late to ${who}`),
        (which) =>
          `${under}, requests were sent up to ${which} (99th percentile), which is included in the latencies. Run it on a less busy machine.`,
      ],
      [
        said(({ summary }) => summary.outcomes.rate_limited, requests),
        (which) => `${under}, ${which} hit a rate limit (429); they count as misses of every latency limit.`,
      ],
      [
        said(
          ({ summary: { outcomes } }) => outcomes.quota + outcomes.refused,
          (by, who, one) => `${requests(by, who)}${wordsOf(one)}`,
        ),
        (which) => `${under}, the account or model was refused in ${which}; the rest was not measured.`,
      ],
      [
        said(
          ({ summary: { outcomes } }) =>
            outcomes.failed + outcomes.timed_out + outcomes.rejected + outcomes.filtered,
          (by, who, one) => `${requests(by, who)}${wordsOf(one)}`,
        ),
        (which) =>
          `${under}, ${which} were not answered; they count against every latency limit and the availability.`,
      ],
      [
        said(
          ({ summary: { chunks_per_token } }) =>
            Number(chunks_per_token !== null && chunks_per_token < MIN_CHUNKS),
          (_, who) => who,
        ),
        (who) =>
          `${under}, chunks of ${who} contain several tokens, so the time between tokens is their mean.`,
      ],
    ];
    return sentences.flatMap(([which, sentence]) => (which === null ? [] : [sentence(which)]));
  });
}

/** The most frequent reason, in the provider’s words. */
function wordsOf({ summary: { reasons } }: MeasuredWindows): string {
  const [first] = reasons;
  return first === undefined ? '' : ` (most often: ${withoutFullStop(first.message)})`;
}

/** Send delay in ms; 0 if negligible. */
function latenessMs({ summary: { schedule_lag_ms: lag, latency_ms } }: MeasuredWindows): number {
  const most = Math.max(MAX_LAG_MS, MAX_LAG_SHARE * (latency_ms.p50?.observed ?? 0));
  return lag !== null && lag.p99 > most ? lag.p99 : 0;
}
