import { Link } from '@tanstack/react-router';
import type { Stack } from '../api/api.ts';

/** From a model that ends to the evaluation that says what may take its place; nothing where no end is known. */
export function MoveOn({ workspaceId, stack }: { workspaceId: string; stack: Stack }) {
  if (!stack.model_end) return null;
  return (
    <p>
      <Link
        className="button"
        to="/workspaces/$workspaceId/evaluations/new"
        params={{ workspaceId }}
        search={{ moving: stack.id }}
      >
        Compare replacements for {stack.name}
      </Link>
    </p>
  );
}
