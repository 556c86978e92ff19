import { setTimeout as delay } from 'node:timers/promises';
import { answer, type Client, type Schemas } from '@touchstone/client';

const POLL_MS = 100;
const READY_WITHIN_MS = 120_000;

/** Stores a text as a source; the service reads it in the background. */
export function addText(
  client: Client,
  workspaceId: string,
  { title, content }: { title: string; content: string },
): Promise<Schemas['Source']> {
  const params = { path: { workspace_id: workspaceId } };
  return answer(
    client.POST('/workspaces/{workspace_id}/sources', { params, body: { type: 'text', title, content } }),
  );
}

/** Polls until the source is ready. Throws if it failed, or is not ready in time. */
export async function waitUntilReady(
  { client, signal }: { client: Client; signal: AbortSignal },
  workspaceId: string,
  { id, title }: Schemas['Source'],
): Promise<Schemas['Source']> {
  const path = { workspace_id: workspaceId, source_id: id };
  const giveUpAt = performance.now() + READY_WITHIN_MS;
  for (;;) {
    const source = await answer(
      client.GET('/workspaces/{workspace_id}/sources/{source_id}', { params: { path } }),
    );
    if (source.status === 'ready') return source;
    if (source.status === 'failed') throw new Error(`“${title}” could not be read: ${source.error?.message}`);
    if (performance.now() > giveUpAt)
      throw new Error(`“${title}” is still ${source.status} after ${READY_WITHIN_MS / 1000} s.`);
    await delay(POLL_MS, undefined, { signal });
  }
}
