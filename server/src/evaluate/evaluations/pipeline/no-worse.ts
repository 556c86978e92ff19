import { KINDS, type MeasuredByKind } from '../kinds/registry.ts';
import type { Plan } from '../plan/plan.ts';
import type { Aggregate } from '../results/aggregate.ts';
import { compareWithBaseline } from '../results/no-worse.ts';
import type { NoWorse } from '../schemas/no-worse-schemas.ts';

/**
 * Which candidates are no worse than the baseline, by scores and by measurements of kinds; undefined for other
 * questions.
 */
export function decideNoWorseOfPlan(
  plan: Plan,
  aggregate: Aggregate,
  measured: MeasuredByKind,
): Promise<NoWorse | undefined> {
  return compareWithBaseline(plan, aggregate, (asked) =>
    KINDS.flatMap((kind) => {
      const own = measured.of(kind);
      return own === null ? [] : [...(kind.noWorse?.(own, plan, asked) ?? [])];
    }),
  );
}
