import { useState } from 'react';
import { EMPTY_DRAFT, type EvaluationDraft } from './draft/draft.ts';

/** One begun as another evaluation is kept apart from the plain new one, whose draft it would replace. */
const keyFor = (workspaceId: string, begunAs: string | undefined) =>
  ['touchstone-new-evaluation', workspaceId, ...(begunAs === undefined ? [] : [begunAs])].join('-');

/** What was begun in this browser and not run yet; undefined where nothing was. */
export function storedDraft(workspaceId: string, begunAs?: string): EvaluationDraft | undefined {
  try {
    const text = localStorage.getItem(keyFor(workspaceId, begunAs));
    if (text === null) return undefined;
    const kept = JSON.parse(text) as Partial<EvaluationDraft>;
    const { method, weights, costs, noWorse } = EMPTY_DRAFT;
    return {
      ...EMPTY_DRAFT,
      ...kept,
      method: { ...method, ...kept.method },
      weights: { ...weights, ...kept.weights },
      costs: { ...costs, ...kept.costs },
      noWorse: { ...noWorse, ...kept.noWorse },
    };
  } catch {
    // Another version wrote it, or the browser keeps nothing.
    return undefined;
  }
}

/** A draft that survives a reload: once something was changed it is kept in this browser, until it is run or thrown away. */
export function useDraft(workspaceId: string, begunAs: string | undefined, initial: EvaluationDraft) {
  const [draft, setDraft] = useState(initial);
  const key = keyFor(workspaceId, begunAs);
  const change = (next: EvaluationDraft) => {
    setDraft(next);
    try {
      localStorage.setItem(key, JSON.stringify(next));
    } catch {
      // It is longer than the browser keeps.
      localStorage.removeItem(key);
    }
  };
  const forget = () => localStorage.removeItem(key);
  const reset = (next: EvaluationDraft) => {
    forget();
    setDraft(next);
  };
  return { draft, change, forget, reset };
}
