import { setTimeout as delay } from 'node:timers/promises';
import { answer, type Schemas } from '@touchstone/client';
import type { Stage } from '../demo/steps.ts';
import type { Output } from '../terminal/output.ts';

type Estimate = Schemas['Estimate'];
type Evaluation = Schemas['Evaluation'];

/** An evaluation that has ended, with its results. */
export type Measured = Evaluation & { results: Schemas['Results'] };

const POLL_MS = 250;

/** What the run will ask and what it can find out; nothing is asked for it. */
export async function printEstimate(
  { client, out }: Pick<Stage, 'client' | 'out'>,
  workspaceId: string,
  body: Schemas['NewEvaluation'],
): Promise<Estimate> {
  const params = { path: { workspace_id: workspaceId } };
  const estimate = await answer(
    client.POST('/workspaces/{workspace_id}/evaluations/estimate', { params, body }),
  );
  out.line(`${estimate.units} calls`);
  const rows = estimate.targets.map((target) => [
    target.target_label,
    String(target.calls),
    target.cost_usd === null ? 'no price' : target.cost_usd.toFixed(4),
  ]);
  out.table(['target', 'calls', 'about USD'], rows, ['calls', 'about USD']);
  for (const one of estimate.benchmarks) out.text(findable(one));
  for (const assumption of estimate.assumptions.slice(0, 2)) out.text(`Assumed: ${assumption}`);
  for (const warning of estimate.warnings ?? []) out.text(`Note: ${warning}`);
  return estimate;
}

function findable(one: Estimate['benchmarks'][number]): string {
  const { benchmark, items, smallest_detectable_difference: smallest } = one;
  const found =
    smallest === null
      ? 'no difference can be found'
      : `differences from ${points(smallest)} points are likely found`;
  return `${benchmark}: ${items} items, ${found}`;
}

/** Runs the evaluation to its end. Throws where it ends without a complete result. */
export async function runEvaluation(
  stage: Stage,
  workspaceId: string,
  body: Schemas['NewEvaluation'],
): Promise<Measured> {
  const { client, out, signal } = stage;
  const params = { path: { workspace_id: workspaceId } };
  const { id, warnings } = await answer(
    client.POST('/workspaces/{workspace_id}/evaluations', { params, body }),
  );
  for (const warning of warnings ?? []) out.text(`Note: ${warning}`);
  const path = { workspace_id: workspaceId, evaluation_id: id };
  const show = showProgress(out);
  for (;;) {
    const evaluation = await answer(
      client.GET('/workspaces/{workspace_id}/evaluations/{evaluation_id}', { params: { path } }),
    );
    show(evaluation);
    if (evaluation.status !== 'queued' && evaluation.status !== 'running') return requireComplete(evaluation);
    await delay(POLL_MS, undefined, { signal });
  }
}

/** Tells each change once. */
function showProgress(out: Output) {
  let last = '';
  return ({ status, progress_percent, results }: Evaluation) => {
    const scores = (results?.intervals ?? []).reduce((sum, { n }) => sum + n, 0);
    const text = `${status} ${String(progress_percent).padStart(3)} %${scores > 0 ? `, ${scores} answers graded` : ''}`;
    if (text !== last) out.progress(text);
    last = text;
  };
}

function requireComplete(evaluation: Evaluation): Measured {
  const { status, results, error_message, stop_reason } = evaluation;
  if (status === 'completed' && results !== null) return { ...evaluation, results };
  throw new Error(
    `The evaluation ended as ${status}: ${error_message ?? stop_reason ?? 'no reason was given'}`,
  );
}

function points(share: number): string {
  return (share * 100).toFixed(1);
}
