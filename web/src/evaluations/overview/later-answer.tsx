import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Evaluation } from '../../api/api.ts';
import { queries } from '../../api/queries.ts';
import { newestVerdictOn } from '../spoken.ts';

interface LaterAnswerProps {
  evaluation: Evaluation;
  /** How the evaluation calls the scenario. */
  label: string;
}

/** What a later evaluation answers for the same scenario, where there is one: that is what the decision goes by. */
export function LaterAnswer({ evaluation: { id, workspace_id, targets }, label }: LaterAnswerProps) {
  const evaluations = useQuery(queries.evaluations(workspace_id));
  const scenarios = useQuery(queries.scenarios(workspace_id));
  if (!evaluations.data || !scenarios.data) return null;
  const scenario = scenarios.data.find((one) =>
    targets.some(({ target_id, label: own }) => target_id === one.id && [own, one.name].includes(label)),
  );
  // The list has the newest first.
  const at = evaluations.data.findIndex((one) => one.id === id);
  const spoken = scenario && newestVerdictOn(scenario, evaluations.data.slice(0, Math.max(0, at)), []);
  if (!spoken) return null;
  return (
    <p className="warning" role="note">
      <Link
        to="/workspaces/$workspaceId/evaluations/$evaluationId"
        params={{ workspaceId: workspace_id, evaluationId: spoken.evaluation.id }}
        search={{ scenario: spoken.label }}
        title={spoken.evaluation.name}
      >
        A later evaluation replaces this verdict.
      </Link>
    </p>
  );
}
