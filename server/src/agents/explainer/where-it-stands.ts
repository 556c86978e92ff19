import type { EvaluationSummary, RequestState } from '../../tools/tools.ts';
import type { Turn } from '../answer.ts';
import { named } from '../rules/markdown.ts';
import type { Meant } from './find-evaluation.ts';

/** A request for a run, with what became of it. */
export type Asked = RequestState;

/** The request that the conversation asked for last; null for none. Ids are in the order of time. */
export function askedLast(before: readonly Turn[]): string | null {
  const asked = before.flatMap(({ made }) => made.filter(({ kind }) => kind === 'approval'));
  return (
    asked
      .map(({ id }) => id)
      .toSorted()
      .at(-1) ?? null
  );
}

/**
 * What a question about results means after a request: its evaluation once that has ended, else where it stands. Null where
 * another evaluation was made after it. `evaluations` are newest first.
 */
export function whereItStands(
  { approval, evaluation, next }: Asked,
  evaluations: readonly EvaluationSummary[],
): Meant | null {
  const [newest] = evaluations;
  const isLater =
    newest !== undefined && newest.id !== evaluation?.id && newest.created_at > approval.created_at;
  if (isLater) return null;
  const name = named(approval.evaluation_name);
  const others = evaluations.filter(({ id, answer }) => id !== evaluation?.id && answer !== null);
  const earlier =
    others.length === 0
      ? ''
      : ` Ask by its name about an earlier one: ${others
          .slice(0, 3)
          .map((one) => named(one.name))
          .join(', ')}.`;
  if (!evaluation) return { say: `${name} has not run. ${next}${earlier}` };
  const { id, status, progress_percent } = evaluation;
  if (status !== 'queued' && status !== 'running') return { id };
  const state = status === 'queued' ? 'is about to begin' : `is running, ${progress_percent} % done`;
  return { say: `${name} ${state}, so there is no result yet: ask again when it has ended.${earlier}` };
}
