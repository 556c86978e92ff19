import { impossible } from '../../../kernel/errors.ts';
import type { Models } from '../../../models/models.ts';
import type { Plan } from './plan.ts';

const POINTER = '/methodology/delivery';

/**
 * Throws 422 where an evaluation with delivery `batch` could not be asked so.
 *
 * @param inBatches whether the targets of a planned benchmark can be asked in batches
 */
export function checkDelivery(
  models: Models,
  { targets, benchmarks, methodology }: Plan,
  inBatches: (benchmark: Plan['benchmarks'][number]) => boolean,
): void {
  const { delivery, max_cost_usd } = methodology;
  if (delivery !== 'batch') return;
  const direct = benchmarks.filter((benchmark) => !inBatches(benchmark)).map(({ key }) => key);
  if (direct.length > 0)
    throw impossible(
      POINTER,
      `${direct.join(', ')} cannot be asked in batches: a batch takes requests that know nothing of each other, and measures no time. Batches take benchmarks with one request an item (public, generated or your own), structured output and questions with graders or judges; evaluate the others by single calls, without delivery.`,
    );
  for (const target of targets) {
    const { label, provider, endpoint, maxTokens, stack } = target;
    const connection = models.resolveTarget(target);
    if (endpoint || !connection.batches) throw impossible(POINTER, withoutBatches(models, label, provider));
    if (max_cost_usd !== null && connection.price && maxTokens === undefined)
      throw impossible(
        POINTER,
        `A limit of cost is kept in batches by what each may cost at most, and the answers of ${label} have no limit. ${stack ? 'Set max_tokens of its model' : 'Evaluate it as a stack whose model has max_tokens'}, or set no limit of cost.`,
      );
  }
}

function withoutBatches(models: Models, label: string, provider: string): string {
  const names = models.list().flatMap(({ name, batches }) => (batches ? name : []));
  const have =
    names.length === 0
      ? 'No configured provider sells batches'
      : `These configured providers sell them: ${names.join(', ')}`;
  return `${label} is asked at ${provider}, which sells no batches. ${have}; batches are there for the kinds openai and anthropic, and for servers of the kind openai-compatible that are configured with batches (docs/batches.md). Leave delivery out to ask by single calls.`;
}

/** What who asks in batches does without. */
export function warningsAboutBatches({ scenarios = [], judges = [] }: Plan): string[] {
  const unknown = scenarios.length === 0 ? '' : '; requirements on them stay unknown';
  const called = judges.length === 0 ? [] : ['Judges are called directly, at their full price.'];
  return [
    `Targets are asked in batches, which take up to 24 hours: no latency, throughput or availability is measured${unknown}.`,
    ...called,
  ];
}
