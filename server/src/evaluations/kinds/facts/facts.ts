import type { Kind } from '../kind.ts';
import type { PlannedFacts } from '../shapes.ts';
import { FACT_BENCHMARKS } from './benchmarks.ts';
import { factsPlan } from './plan.ts';

/**
 * What follows from facts about a stack: cost, compliance, lock-in. Nothing is run; what it comes to depends on the
 * scenario and on load, and is worked out with the requirements.
 */
export const facts: Kind<PlannedFacts> = {
  name: 'facts',
  benchmarks: FACT_BENCHMARKS,
  plan: factsPlan,
};
