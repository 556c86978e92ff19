import { joinNames } from '@touchstone/report/figures';
import { scoreName } from '../../../decide/slo/slo.ts';
import { requestsOrigin, type WindowPlan } from '../../../measure/traffic/traffic.ts';
import type { PlannedBenchmark } from '../kinds/shapes.ts';
import { type Plan, sendsItems } from './plan.ts';

/** What a load benchmark sends; null if it sends nothing. */
function sentBy(benchmark: PlannedBenchmark): Pick<WindowPlan, 'prompts' | 'recorded' | 'sessions'> | null {
  if ('windows' in benchmark) return benchmark.windows.slice;
  return 'capacity' in benchmark ? benchmark.capacity.load : null;
}

/** Whether it sends items of other benchmarks, and its own items are only windows. */
export const sendsEvaluationItems = (benchmark: PlannedBenchmark): boolean =>
  sentBy(benchmark)?.prompts === 'items';

/**
 * Describes what a load benchmark sends, as the object of a sentence; null if it sends nothing or short synthetic
 * requests.
 */
export function describeLoadRequests(
  { benchmarks }: Pick<Plan, 'benchmarks'>,
  benchmark: PlannedBenchmark,
): string | null {
  if (benchmark.type === 'availability') return null;
  const sent = sentBy(benchmark);
  if (sent === null) return null;
  if (sent.prompts !== 'items') return requestsOrigin(sent).from;
  const keys = benchmarks.filter(sendsItems).map(({ key }) => scoreName(key));
  return `your items (${joinNames(keys, 3)}), as for their scores`;
}
