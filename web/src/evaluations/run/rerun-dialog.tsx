import { useQuery } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { count } from '@touchstone/report/figures';
import { api, type Evaluation, type NewEvaluation } from '../../api/api.ts';
import { definitionOf } from '../../api/definition.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Problem } from '../../ui/problem.tsx';
import { costOf, durationOf } from '../new/estimate-words.ts';
import { callsOf } from '../new/smallest-differences.tsx';

interface RerunDialogProps {
  evaluation: Evaluation;
  isPending: boolean;
  error: unknown;
  onRun: () => void;
  onClose: () => void;
}

/** Asks before everything is asked once more, with what that would cost. */
export function RerunDialog({ evaluation, isPending, error, onRun, onClose }: RerunDialogProps) {
  const { workspace_id } = evaluation;
  const body = askedAgain(evaluation);
  const estimate = useQuery({
    queryKey: ['workspace', workspace_id, 'estimate', body],
    queryFn: () =>
      answer(
        api.POST('/workspaces/{workspace_id}/evaluations/estimate', {
          params: { path: { workspace_id } },
          body,
        }),
      ),
    retry: false,
  });
  const working = estimate.error === null ? 'working it out …' : 'not known';
  return (
    <Dialog title={`Run “${evaluation.name}” again?`} isOpen onClose={onClose}>
      <p>A new evaluation of the same plan and questions, which asks everything once more.</p>
      <dl className="facts" aria-live="polite">
        <Fact name="Cost">{estimate.data ? costOf(estimate.data) : working}</Fact>
        <Fact name="Duration">{estimate.data ? durationOf(estimate.data) : working}</Fact>
        <Fact name="Calls to models">{estimate.data ? count(callsOf(estimate.data)) : working}</Fact>
      </dl>
      <Problem error={error ?? estimate.error} />
      <div className="buttons">
        <button type="button" className="primary" disabled={isPending} onClick={onRun}>
          Run it again
        </button>
        <button type="button" onClick={onClose}>
          Not now
        </button>
      </div>
    </Dialog>
  );
}

/** What was asked for, with answers that are not shared. */
function askedAgain(evaluation: Evaluation): NewEvaluation {
  const { methodology, ...definition } = definitionOf(evaluation);
  return { name: evaluation.name, ...definition, methodology: { ...methodology, cache: false } };
}
