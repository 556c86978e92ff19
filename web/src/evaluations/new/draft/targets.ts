import type { EvaluationDraft, NamedParts, Target, Targets } from './draft.ts';
import { isSame } from './with-changes.ts';

/**
 * Those of the evaluation that it began as which are still chosen, as they were; then each that is new by its name, which is
 * its label. A name that another one before it has gets a number, for labels differ.
 */
export function targetsOf(
  { began, stacks, scenarios, models }: EvaluationDraft,
  named: readonly NamedParts[],
): Targets {
  const kept = (began?.targets ?? models).filter((target) => {
    if (target.target_type === 'model') return models.some((model) => isSame(model, target));
    const ids = target.target_type === 'stack' ? stacks : scenarios;
    return ids.includes(target.target_id ?? '');
  });
  const nameOf = (target: Target) => named.find(({ id }) => id === target.target_id)?.name;
  const taken = new Set(kept.map((target) => target.label ?? nameOf(target) ?? target.model_id));
  const added = (target_type: 'stack' | 'scenario', ids: readonly string[]) =>
    ids
      .filter((id) => !kept.some(({ target_id }) => target_id === id))
      .map((target_id): Target => {
        const name = nameOf({ target_type, target_id });
        const label = name === undefined ? undefined : labelOf(name, taken);
        if (label !== undefined) taken.add(label);
        return { target_type, target_id, ...(label !== undefined && label !== name && { label }) };
      });
  const candidates = kept.findLastIndex(({ target_type }) => target_type === 'stack') + 1;
  return kept.toSpliced(candidates, 0, ...added('stack', stacks)).concat(added('scenario', scenarios));
}

/** `Name`, or `Name (2)` where that is taken. */
function labelOf(name: string, taken: ReadonlySet<string | undefined>): string {
  for (let n = 1; ; n++) {
    const label = n === 1 ? name : `${name.slice(0, LABEL_CHARACTERS)} (${n})`;
    if (!taken.has(label)) return label;
  }
}

/** A label takes 200 characters, its number included. */
const LABEL_CHARACTERS = 190;

/** The labels of what is asked, in order. */
export function candidateLabels(draft: EvaluationDraft, named: readonly NamedParts[]): string[] {
  return targetsOf(draft, named).flatMap(({ target_type, target_id, label, model_provider, model_id }) => {
    if (target_type === 'scenario') return [];
    const name = named.find(({ id }) => id === target_id)?.name;
    return [label ?? name ?? `${model_provider}/${model_id}`];
  });
}

/** The candidate that the others are to be no worse than. */
export function baselineLabel(draft: EvaluationDraft, named: readonly NamedParts[]): string {
  const labels = candidateLabels(draft, named);
  return labels.includes(draft.baseline) ? draft.baseline : (labels[0] ?? '');
}
