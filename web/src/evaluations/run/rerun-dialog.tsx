import { useQuery } from '@tanstack/react-query';
import { answer } from '@touchstone/client';
import { count } from '@touchstone/report/figures';
import { api, type Evaluation, type NewEvaluation } from '../../api/api.ts';
import { toDefinition } from '../../api/definition.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Problem } from '../../ui/problem.tsx';
import { costText, durationText } from '../new/estimate-words.ts';
import { countCalls } from '../new/smallest-differences.tsx';

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
  const working = estimate.error === null ? 'Calculating…' : 'not known';
  return (
    <Dialog title={`Rerun “${evaluation.name}”?`} isOpen onClose={onClose}>
      <p>Creates a new evaluation with the same questions and calls every model again.</p>
      <dl className="facts" aria-live="polite">
        <Fact name="Cost">{estimate.data ? costText(estimate.data) : working}</Fact>
        <Fact name="Duration">{estimate.data ? durationText(estimate.data) : working}</Fact>
        <Fact name="Model calls">{estimate.data ? count(countCalls(estimate.data)) : working}</Fact>
      </dl>
      <Problem error={error ?? estimate.error} />
      <div className="buttons">
        <button type="button" className="primary" disabled={isPending} onClick={onRun}>
          Rerun evaluation
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}

/** What was asked for, with answers that are not shared. */
function askedAgain(evaluation: Evaluation): NewEvaluation {
  const { methodology, ...definition } = toDefinition(evaluation);
  return { name: evaluation.name, ...definition, methodology: { ...methodology, cache: false } };
}
