import { completeWeights, type Weights } from '../../../decide/slo/slo.ts';
import { impossibleField } from '../../../kernel/errors.ts';
import type { Methodology } from '../schemas/methodology-schemas.ts';
import { checkQuestionIsWhole } from './no-worse.ts';
import type { ResolvedMethodology } from './plan.ts';

const DEFAULTS = {
  sample_size: 100,
  confidence_level: 0.95,
  random_seed: 0,
  epochs: 1,
  margin: 0.05,
  correction: 'holm',
  max_cost_usd: null,
  concurrency: 16,
  request_timeout_ms: 120_000,
  cache: true,
} as const;

/** A tie within this margin needs 27,000 items with equal responses. */
const MIN_MARGIN = 0.0001;

/** Fills in defaults; a confidence level of 1 or above is a percentage. */
export function resolveMethodology(given: Methodology, warnings: string[]): ResolvedMethodology {
  const level = given.confidence_level ?? DEFAULTS.confidence_level;
  const confidence_level = level >= 1 ? level / 100 : level;
  if (confidence_level <= 0.5) {
    throw impossibleField(
      '/methodology/confidence_level',
      'confidence_level must lie between 0.5 and 1 (or 50 and 100 as a percentage), both excluded.',
    );
  }
  if (given.correction === 'none') {
    warnings.push(
      `Without a correction, many comparisons name a winner by chance: among comparisons of equal targets, expect about 1 in ${Math.round(1 / (1 - confidence_level))} to name one.`,
    );
  }
  if (given.margin !== undefined && given.margin > 0 && given.margin < MIN_MARGIN) {
    throw impossibleField(
      '/methodology/margin',
      `margin is ${given.margin}, which is too small to show; use 0 to disable ties, or at least ${MIN_MARGIN}.`,
    );
  }
  checkQuestionIsWhole(given);
  return {
    ...DEFAULTS,
    ...given,
    ...concurrencyOf(given),
    confidence_level,
    max_cost_usd: given.max_cost_usd ?? null,
    ...(given.weights && { weights: weightsOf(given.weights) }),
  };
}

/** A given concurrency is also the maximum, unless max_concurrency is given. Throws 422 if it is above that. */
function concurrencyOf({ concurrency, max_concurrency: most = concurrency }: Methodology) {
  if (most === undefined) return {};
  if (concurrency !== undefined && concurrency > most) {
    throw impossibleField(
      '/methodology/max_concurrency',
      `concurrency, the initial number of concurrent calls, is ${concurrency}, above max_concurrency ${most}.`,
    );
  }
  return { concurrency: concurrency ?? Math.min(DEFAULTS.concurrency, most), max_concurrency: most };
}

/** The weights of criteria. Throws 422 if all are 0. */
function weightsOf(given: NonNullable<Methodology['weights']>): Weights {
  const weights = completeWeights(given);
  if (Object.values(weights).some((weight) => weight > 0)) return weights;
  throw impossibleField('/methodology/weights', 'At least one weight must be above 0.');
}
