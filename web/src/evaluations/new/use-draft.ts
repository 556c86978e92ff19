import { useEffect, useState } from 'react';
import { EMPTY_DRAFT, type EvaluationDraft } from './draft.ts';

const keyFor = (workspaceId: string) => `touchstone-new-evaluation-${workspaceId}`;

/** What was begun in this browser and not run yet; undefined where nothing was. */
export function keptDraft(workspaceId: string): EvaluationDraft | undefined {
  try {
    const text = localStorage.getItem(keyFor(workspaceId));
    if (text === null) return undefined;
    const kept = JSON.parse(text) as Partial<EvaluationDraft>;
    const { method, weights, costs } = EMPTY_DRAFT;
    return {
      ...EMPTY_DRAFT,
      ...kept,
      method: { ...method, ...kept.method },
      weights: { ...weights, ...kept.weights },
      costs: { ...costs, ...kept.costs },
    };
  } catch {
    // Another version wrote it, or the browser keeps nothing.
    return undefined;
  }
}

/** A draft that survives a reload: it is kept in this browser until it is run or thrown away. */
export function useDraft(workspaceId: string, initial: EvaluationDraft) {
  const [draft, setDraft] = useState(initial);
  useEffect(() => {
    localStorage.setItem(keyFor(workspaceId), JSON.stringify(draft));
  }, [draft, workspaceId]);
  const forget = () => localStorage.removeItem(keyFor(workspaceId));
  return { draft, setDraft, forget };
}
