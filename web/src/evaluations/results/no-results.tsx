import type { Evaluation } from '../../api/api.ts';

/** What stands on a page of results while there are none, and why. */
export function NoResults({ evaluation }: { evaluation: Evaluation | undefined }) {
  if (evaluation === undefined) return null;
  const { status, error_message } = evaluation;
  const why =
    status === 'failed'
      ? (error_message ?? 'The evaluation failed before it had results.')
      : status === 'cancelled'
        ? 'The evaluation was cancelled before it had results.'
        : 'No results yet. They appear here as they arrive.';
  return <p className="empty">{why}</p>;
}
