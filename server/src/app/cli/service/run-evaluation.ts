import { setTimeout as delay } from 'node:timers/promises';
import { answer, begun, type Client, type Schemas } from '@touchstone/client';

type Evaluation = Schemas['Evaluation'];

const POLL_MS = 250;

/** Creates an evaluation, which starts it. */
export function createEvaluation(
  client: Client,
  workspaceId: string,
  body: Schemas['NewEvaluation'],
): Promise<Evaluation> {
  const params = { path: { workspace_id: workspaceId } };
  return begun(client.POST('/workspaces/{workspace_id}/evaluations', { params, body }));
}

/** Polls an evaluation until it has ended in any status; `show` gets every state. */
export async function waitUntilEnded(
  { client, signal }: { client: Client; signal: AbortSignal },
  { id, workspace_id }: Evaluation,
  show: (evaluation: Evaluation) => void,
): Promise<Evaluation> {
  const path = { workspace_id, evaluation_id: id };
  for (;;) {
    const evaluation = await answer(
      client.GET('/workspaces/{workspace_id}/evaluations/{evaluation_id}', { params: { path } }),
    );
    show(evaluation);
    if (evaluation.status !== 'queued' && evaluation.status !== 'running') return evaluation;
    await delay(POLL_MS, undefined, { signal });
  }
}
