import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { begun } from '@touchstone/client';
import { useState } from 'react';
import { api, type Evaluation } from '../../api/api.ts';
import { Problem } from '../../ui/problem.tsx';
import { RerunDialog } from './rerun-dialog.tsx';

interface Params {
  path: { workspace_id: string; evaluation_id: string };
}

/** What can be asked of a run, and when: `does` is what it costs. */
const CONTROLS = {
  cancel: {
    label: 'Cancel',
    does: 'Stops the run. Responses so far are kept.',
    ask: (params: Params) =>
      api.POST('/workspaces/{workspace_id}/evaluations/{evaluation_id}/cancel', { params }),
    when: ['queued', 'running'],
  },
  resume: {
    label: 'Resume',
    does: 'Sends the requests that were not sent yet.',
    ask: (params: Params) =>
      api.POST('/workspaces/{workspace_id}/evaluations/{evaluation_id}/resume', { params }),
    when: ['cancelled', 'failed'],
  },
  retry: {
    label: 'Retry failures',
    does: 'Sends failed and unsent requests again.',
    ask: (params: Params) =>
      api.POST('/workspaces/{workspace_id}/evaluations/{evaluation_id}/retry', { params }),
    when: ['completed', 'cancelled', 'failed'],
  },
  rescore: {
    label: 'Rescore',
    does: 'Grades the stored responses again without calling candidates.',
    ask: (params: Params) =>
      api.POST('/workspaces/{workspace_id}/evaluations/{evaluation_id}/rescore', { params }),
    when: ['completed', 'cancelled', 'failed'],
  },
  rerun: {
    label: 'Rerun',
    does: 'Creates a new evaluation with the same questions and calls every model again.',
    ask: (params: Params) =>
      api.POST('/workspaces/{workspace_id}/evaluations/{evaluation_id}/rerun', { params }),
    when: ['completed', 'cancelled', 'failed'],
  },
} as const;

type Control = keyof typeof CONTROLS;

/** Whether anything failed or was not asked: without results nobody knows. */
const hasFailures = ({ results }: Evaluation) =>
  results === null ||
  results.coverage.some(({ failed, pending }) => failed + pending > 0) ||
  (results.load ?? []).some(({ slices, planned_slices = 0 }) => slices < planned_slices);

const isControl = (name: string): name is Control => Object.hasOwn(CONTROLS, name);

/** The buttons that stop a run and go on with it, each with what it does. */
export function RunControls({ evaluation }: { evaluation: Evaluation }) {
  const { workspace_id, id, status } = evaluation;
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const control = useMutation({
    mutationFn: (name: Control) => begun(CONTROLS[name].ask({ path: { workspace_id, evaluation_id: id } })),
    onSuccess: async (changed) => {
      setAsking(false);
      await client.invalidateQueries({ queryKey: ['workspace', workspace_id, 'evaluations'] });
      if (changed.id !== id) {
        await navigate({
          to: '/workspaces/$workspaceId/evaluations/$evaluationId/run',
          params: { workspaceId: workspace_id, evaluationId: changed.id },
        });
      }
    },
  });
  const possible = Object.keys(CONTROLS)
    .filter(isControl)
    .filter((name) => CONTROLS[name].when.some((one) => one === status))
    .filter((name) => name !== 'retry' || hasFailures(evaluation));
  return (
    <section aria-label="Run controls">
      <ul className="controls">
        {possible.map((name) => (
          <li key={name}>
            <button
              type="button"
              disabled={control.isPending}
              onClick={() => (name === 'rerun' ? setAsking(true) : control.mutate(name))}
            >
              {CONTROLS[name].label}
            </button>
            <span className="quiet">{CONTROLS[name].does}</span>
          </li>
        ))}
      </ul>
      <Problem error={control.error} />
      {isAsking && (
        <RerunDialog
          evaluation={evaluation}
          isPending={control.isPending}
          error={control.error}
          onRun={() => control.mutate('rerun')}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}
