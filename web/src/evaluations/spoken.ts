import type { Evaluation, Scenario, Stack } from '../api/api.ts';

/** The evaluation that speaks for a scenario, as the list has it, and what has changed since. */
export interface ScenarioAnswer {
  evaluation: Evaluation;
  /** Its place among the scenarios of the evaluation. */
  place: number;
  /** How the evaluation calls the scenario. */
  label: string;
  /** What was changed after it was measured, as a person calls it. */
  changed: string[];
}

/** The newest evaluation that has ended in a verdict on this scenario; null where none has. */
export function newestVerdictOn(
  scenario: Scenario,
  evaluations: readonly Evaluation[],
  stacks: readonly Stack[],
): ScenarioAnswer | null {
  // The list has the newest first.
  for (const evaluation of evaluations) {
    const { result_summary: found, targets, created_at } = evaluation;
    const target = targets.find(({ target_id }) => target_id === scenario.id);
    if (target === undefined || found === undefined) continue;
    const labels = found.verdict.map(({ scenario_label }) => scenario_label);
    const named = labels.findIndex((label) => [target.label, scenario.name].includes(label));
    // A scenario that was renamed since is found by being the only one.
    const place = named === -1 && labels.length === 1 ? 0 : named;
    const label = labels[place];
    if (label === undefined) continue;
    const compared = stacks.filter(({ id }) => targets.some(({ target_id }) => target_id === id));
    const changed = [scenario, ...compared].filter(({ updated_at }) => updated_at > created_at);
    return { evaluation, place, label, changed: changed.map(({ name }) => name) };
  }
  return null;
}

/**
 * Scenarios in the order of the evaluation that speaks for them, as its own pages, its report and the terminal have
 * them; the newest evaluation first, and last those that none has judged.
 */
export function inOrderOfEvaluations<T extends { scenario: Scenario; spoken: ScenarioAnswer | null }>(
  cards: readonly T[],
): T[] {
  const place = ({ spoken }: T) => spoken?.place ?? -1;
  const made = ({ spoken }: T) => spoken?.evaluation.created_at ?? '';
  return cards.toSorted((a, b) => made(b).localeCompare(made(a)) || place(a) - place(b));
}
