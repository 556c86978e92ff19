import { answer, TouchstoneError } from '@touchstone/client';
import type { NeededMeasurement } from '@touchstone/report';
import { useEffect, useState } from 'react';
import { api, type NewEvaluation } from '../../api/api.ts';
import type { EvaluationDraft, NamedParts } from './draft/draft.ts';
import { toEvaluationBody } from './draft/evaluation-body.ts';

/** How long nothing has to be typed before the estimate is asked for. */
const SETTLE_MS = 350;

/** What a body would cost; it is asked for only where there is one. */
export function estimateQuery(workspaceId: string, body: NewEvaluation | undefined) {
  // The name changes nothing of the estimate.
  const asked = body && { ...body, name: 'Estimate' };
  return {
    queryKey: ['workspace', workspaceId, 'estimate', JSON.stringify(asked ?? null)],
    queryFn: () => {
      if (asked === undefined) throw new Error('Nothing is selected to estimate.');
      return answer(
        api.POST('/workspaces/{workspace_id}/evaluations/estimate', {
          params: { path: { workspace_id: workspaceId } },
          body: asked,
        }),
      );
    },
    staleTime: 60_000,
  };
}

/** The form as a body once nothing was typed for a moment, or why it cannot be read. */
export function useSettledBody(
  draft: EvaluationDraft,
  needed: readonly NeededMeasurement[],
  named: readonly NamedParts[],
): { body?: NewEvaluation; error?: unknown } {
  const now = readOrNull(() => toEvaluationBody(draft, needed, named));
  const text = JSON.stringify(now.body ?? null);
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), SETTLE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return now.body !== undefined && settled !== text ? {} : now;
}

export function readOrNull(read: () => NewEvaluation): { body?: NewEvaluation; error?: unknown } {
  try {
    return { body: read() };
  } catch (error) {
    return { error };
  }
}

/** Why an evaluation is refused at one field of its body; undefined where that is not why. */
export const refusalAtField = (pointer: string, error: unknown) =>
  error instanceof TouchstoneError ? error.errors.find((one) => one.pointer === pointer)?.detail : undefined;
