import type { Evaluation } from '../../api/api.ts';

/** What stands on a page of results while there are none, and why. */
export function NoResults({ evaluation }: { evaluation: Evaluation | undefined }) {
  if (evaluation === undefined) return null;
  const { status, error_message } = evaluation;
  const why =
    status === 'failed'
      ? (error_message ?? 'The evaluation failed before anything was measured.')
      : status === 'cancelled'
        ? 'The evaluation was cancelled before anything was measured.'
        : 'Nothing is measured yet. Results appear here as they come.';
  return <p className="empty">{why}</p>;
}
