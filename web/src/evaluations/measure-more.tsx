import { Link } from '@tanstack/react-router';
import type { OpenQuestion } from '@touchstone/report';
import type { Evaluation } from '../api/api.ts';

interface MeasureMoreProps {
  question: OpenQuestion;
  evaluation: Pick<Evaluation, 'id' | 'workspace_id'>;
}

/**
 * Leads to what decides an open question: a new evaluation that begins as this one was, with as many items or requests
 * as it takes and whatever its requirements need, or the catalogue's facts. Nothing where no number decides it.
 */
export function MeasureMore({ question, evaluation }: MeasureMoreProps) {
  const { kind, labels, about, wanted, scenario } = question;
  const { id, workspace_id: workspaceId } = evaluation;
  const who = labels.join(kind === 'items' && scenario === null ? ' or ' : ', ');
  if (kind === 'fact') {
    return (
      <Link
        className="button"
        to="/workspaces/$workspaceId/settings/catalogue"
        params={{ workspaceId }}
        aria-label={`Catalogue facts for ${who}`}
      >
        Facts
      </Link>
    );
  }
  if (kind === 'measurement') {
    return (
      <Link
        className="button"
        to="/workspaces/$workspaceId/evaluations/new"
        params={{ workspaceId }}
        search={{ from: id, step: 2 }}
        aria-label={`Measure it: ${who}, ${about}`}
      >
        Measure it
      </Link>
    );
  }
  if (wanted === null) return null;
  return (
    <Link
      className="button"
      to="/workspaces/$workspaceId/evaluations/new"
      params={{ workspaceId }}
      search={{ from: id, more: kind === 'items' ? about : 'load', size: wanted, step: 3 }}
      aria-label={`Measure more: ${who}, ${about}`}
    >
      Measure more
    </Link>
  );
}
