import { impossibleField } from '../../../kernel/errors.ts';
import type { Models } from '../../../models/models.ts';
import type { Plan } from './plan.ts';

const POINTER = '/methodology/delivery';

/**
 * Throws 422 if an evaluation cannot use delivery `batch`.
 *
 * @param inBatches whether the targets of a planned benchmark can be called in batches
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
    throw impossibleField(
      POINTER,
      `${direct.join(', ')} cannot be sent in batches, whose requests are independent and have no measured time. Batches support benchmarks with one request per item (public, generated or your own), structured output, and questions with graders or judges. Evaluate the others without delivery.`,
    );
  for (const target of targets) {
    const { label, provider, endpoint, maxTokens, stack } = target;
    const connection = models.resolveTarget(target);
    if (endpoint || !connection.batches)
      throw impossibleField(POINTER, withoutBatches(models, label, provider));
    if (max_cost_usd !== null && connection.price && maxTokens === undefined)
      throw impossibleField(
        POINTER,
        `In batches, max_cost_usd is enforced with the maximum cost of each request, but the responses of ${label} have no length limit. ${stack ? 'Set max_tokens of its model' : 'Evaluate it as a stack whose model has max_tokens'}, or omit max_cost_usd.`,
      );
  }
}

function withoutBatches(models: Models, label: string, provider: string): string {
  const names = models.list().flatMap(({ name, batches }) => (batches ? name : []));
  const have =
    names.length === 0
      ? 'No configured provider supports batches'
      : `These configured providers support them: ${names.join(', ')}`;
  return `${label} is called at ${provider}, which does not support batches. ${have}; batches are available for the kinds openai and anthropic, and for the kind openai-compatible if it is configured with batches (docs/how-to/operate.md#provider-batches). Omit delivery to use single calls.`;
}

/** Warnings about what batches do not measure. */
export function warningsAboutBatches({ scenarios = [], judges = [] }: Plan): string[] {
  const unknown = scenarios.length === 0 ? '' : '; requirements on them stay unknown';
  const called = judges.length === 0 ? [] : ['Judges are called directly, at their full price.'];
  return [
    `Targets are called through batches, which take up to 24 hours: no latency, throughput or availability is measured${unknown}.`,
    ...called,
  ];
}
