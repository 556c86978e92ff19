import { Link } from '@tanstack/react-router';
import { formatTime } from './format.ts';

interface Summary {
  id: string;
  name: string;
  created_at: string;
  targets: readonly { target_id?: string | null }[];
}

interface EvaluationsWithProps {
  workspaceId: string;
  title: string;
  evaluations: readonly Summary[];
  /** Id of a candidate or of requirements. */
  targetId: string;
}

/** The evaluations that compared a candidate, or were judged by requirements; nothing where there are none. */
export function EvaluationsWith({ workspaceId, title, evaluations, targetId }: EvaluationsWithProps) {
  const own = evaluations.filter(({ targets }) => targets.some(({ target_id }) => target_id === targetId));
  if (own.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {own.map(({ id, name, created_at }) => (
          <li key={id}>
            <Link
              to="/workspaces/$workspaceId/evaluations/$evaluationId"
              params={{ workspaceId, evaluationId: id }}
            >
              {name}
            </Link>{' '}
            <span className="quiet">{formatTime(created_at)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
