import { isObject } from '../../kernel/json.ts';
import type { NewEvaluation, Outline } from '../evaluations/evaluations.ts';

type Target = NewEvaluation['targets'][number];

/**
 * The definition with the current names of stacks and scenarios as labels, unless it has labels: interim analyses are
 * matched by label, and names may change later.
 */
export function withCurrentLabels(
  evaluation: NewEvaluation,
  { targets, scenarios }: Pick<Outline, 'targets' | 'scenarios'>,
): NewEvaluation {
  const [ofTargets, ofScenarios] = [targets.values(), scenarios.values()];
  const labelled = evaluation.targets.map((target): Target => {
    const { value } = (target.target_type === 'scenario' ? ofScenarios : ofTargets).next();
    if (target.label !== undefined || target.target_type === 'model' || value === undefined) return target;
    return { ...target, label: value };
  });
  return { ...evaluation, targets: labelled };
}

/** Restores given labels in a definition that was sent without them. */
export function restoreGivenLabels(sent: unknown, { targets }: Pick<NewEvaluation, 'targets'>): unknown {
  if (!isObject(sent) || !Array.isArray(sent.targets)) return sent;
  const filled = sent.targets.map((target: unknown, i) => {
    const label = targets[i]?.label;
    return label !== undefined && isObject(target) && target.label === undefined
      ? { ...target, label }
      : target;
  });
  return { ...sent, targets: filled };
}
