import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type Report, toReport } from '@touchstone/report';
import { useMemo } from 'react';
import type { Evaluation } from '../api/api.ts';
import { queries } from '../api/queries.ts';

/** No event tells of a slice of load: it moves the progress by less than a per cent. */
const LOOK_AGAIN_MS = 4000;

const route = getRouteApi('/workspaces/$workspaceId/evaluations/$evaluationId');

interface OpenEvaluation {
  /** Absent until it has arrived; the shell of the evaluation shows its pages only then. */
  evaluation: Evaluation | undefined;
  /** Absent while there are no results. */
  report: Report | undefined;
  error: Error | null;
}

/** The evaluation that the address names, followed live, and what its results say. */
export function useEvaluation(): OpenEvaluation {
  const { workspaceId, evaluationId } = route.useParams();
  const { data, error } = useQuery({
    ...queries.evaluation(workspaceId, evaluationId),
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? LOOK_AGAIN_MS : false),
  });
  const results = data?.results;
  const report = useMemo(() => (results ? toReport(results) : undefined), [results]);
  return { evaluation: data, report, error };
}
