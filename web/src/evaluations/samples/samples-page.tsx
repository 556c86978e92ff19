import { useEvaluation } from '../use-evaluation.ts';
import { SampleList } from './sample-list.tsx';

/** Every question to every candidate, with its answer and how it was graded. */
export function SamplesPage() {
  const { evaluation } = useEvaluation();
  return evaluation === undefined ? null : (
    <SampleList workspaceId={evaluation.workspace_id} evaluation={evaluation} />
  );
}
