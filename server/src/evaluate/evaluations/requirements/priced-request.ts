import { count, joinNames, plural } from '@touchstone/report/figures';
import { scoreName } from '../../../decide/slo/slo.ts';
import { requestsOrigin } from '../../../measure/traffic/traffic.ts';
import { type MeanTokens, meanOfDistribution, vocabulary } from '../../../models/catalog/catalog.ts';
import type { MeasuredWindows } from '../kinds/load/aggregate.ts';
import { asksOwnItems, benchmarksOfKind, type Plan } from '../plan/plan.ts';
import type { PlannedScenario } from '../plan/planned-scenario.ts';
import type { OwnTokens } from '../results/aggregate.ts';

/** The mean request that costs are based on, and the origin of its token counts. */
export interface PricedRequest {
  readonly tokens: MeanTokens;
  /**
   * `items`: responses to items of the user. `load`: load requests. `workload`: the published sizes of a workload.
   */
  readonly source: 'items' | 'load' | 'workload';
  /** Whether the requests are random words or published sizes. */
  readonly is_synthetic: boolean;
  /** Number of counted responses; null if nothing was measured. */
  readonly answers: number | null;
  /** Such as `60 answers to your items (support): 16 input and 22 output tokens on average`. */
  readonly says: string;
}

/**
 * Chooses the mean request of one target under one scenario. Load whose requests are defined (a trace with sizes,
 * sessions, `prompts: synthetic`) comes first; then responses to items of the user, other load, and the published
 * sizes of the workload. Null if none exists.
 */
export function pricedRequest(
  plan: Plan,
  target: number,
  scenario: PlannedScenario,
  { load, own }: { load: MeasuredWindows | null; own: OwnTokens | undefined },
): PricedRequest | null {
  const sent = load && ofLoad(plan, load);
  const stated = sent?.isStated ? sent.request : null;
  const found = stated ?? (own && ofItems(plan, own)) ?? sent?.request;
  return found ?? ofWorkload(scenario, plan.targets[target]?.maxTokens);
}

function ofItems(
  plan: Plan,
  { answers, inputTokens, outputTokens, cached }: OwnTokens,
): PricedRequest | null {
  if (answers === 0) return null;
  const keys = plan.benchmarks.filter(asksOwnItems).map(({ key }) => scoreName(key));
  const from = `your items (${joinNames(keys, 2)})`;
  const share = cached.inputTokens === 0 ? null : cached.cachedTokens / cached.inputTokens;
  return measuredRequest('items', from, {
    input: inputTokens / answers,
    output: outputTokens / answers,
    share,
    answers,
    isSynthetic: false,
  });
}

function ofLoad(
  plan: Plan,
  { benchmark, summary }: MeasuredWindows,
): { request: PricedRequest | null; isStated: boolean } {
  const planned = benchmarksOfKind(plan, 'load').find(
    ({ benchmark: { key } }) => key === benchmark,
  )?.benchmark;
  const { from, isStated, isSynthetic } = requestsOrigin(planned?.windows.slice);
  const { input_tokens_mean: input, output_tokens_mean: output, cached_share: share, outcomes } = summary;
  if (input === null || output === null) return { request: null, isStated };
  const answers = outcomes.answered + outcomes.truncated;
  return { request: measuredRequest('load', from, { input, output, share, answers, isSynthetic }), isStated };
}

function measuredRequest(
  source: 'items' | 'load',
  from: string,
  means: { input: number; output: number; share: number | null; answers: number; isSynthetic: boolean },
): PricedRequest {
  const { input, output, share, answers, isSynthetic } = means;
  const cached = share === null ? {} : { cached: { share, why: `measured on ${from}` } };
  return {
    tokens: { input, output, ...cached },
    source,
    is_synthetic: isSynthetic,
    answers,
    says: `${plural(answers, 'answer')} to ${from}: ${describeTokens(input, output)} on average`,
  };
}

function ofWorkload({ workload_type }: PlannedScenario, maxTokens = Infinity): PricedRequest | null {
  const { sizes, word } = vocabulary.workload_type.meaning(workload_type);
  const input = meanOfDistribution(sizes.input_tokens);
  const longest = meanOfDistribution(sizes.output_tokens);
  if (input === null || longest === null) return null;
  const output = Math.min(longest, maxTokens);
  return {
    tokens: { input, output },
    source: 'workload',
    is_synthetic: true,
    answers: null,
    says: `synthetic requests of ${describeTokens(input, output)}, as published for ${word.replaceAll('_', ' ')}; none was sent`,
  };
}

/** Means are rounded in sentences; `priced_from` has them exactly. */
const describeTokens = (input: number, output: number) =>
  `${count(Math.round(input))} input and ${count(Math.round(output))} output tokens`;
