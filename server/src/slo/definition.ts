import type { FieldError } from '../kernel/errors.ts';
import { requirementsOf } from './slo-limits.ts';
import type { ScenarioLimits } from './verdict-shape.ts';

/**
 * Why no verdict can come of these targets; empty when one can. `at` points at each scenario's target.
 */
export function definitionProblems(
  scenarios: readonly (ScenarioLimits & { readonly at: string })[],
  candidates: number,
): FieldError[] {
  const [first] = scenarios;
  const alone =
    first && candidates === 0
      ? [
          {
            pointer: '/targets',
            detail: 'are scenarios alone; add a stack or a model that is held against them',
          },
        ]
      : [];
  const empty = scenarios.flatMap(({ at, label, scenario }) =>
    requirementsOf(scenario, label).length > 0
      ? []
      : [
          {
            pointer: `${at}/target_id`,
            detail: `is the scenario "${label}", which states no requirement; give it a limit in slo_requirements, budget, compliance or vendor_lock_in_tolerance`,
          },
        ],
  );
  return [...alone, ...empty];
}
