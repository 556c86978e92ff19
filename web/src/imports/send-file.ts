import { answer, TouchstoneError } from '@touchstone/client';
import { api, type Import } from '../api/api.ts';
import { splitFile } from './file-parts.ts';

const TRIES = 5;
const FIRST_PAUSE_MS = 500;

/**
 * Sends a file in parts, from the byte that the service has on; `sent` hears how much of it was sent, from 0 to 1. Where the service is away for
 * a while, asks it how far it came, and goes on from there.
 */
export async function sendFile(
  workspaceId: string,
  { id, received_bytes }: Import,
  file: File,
  sent: (share: number) => void,
): Promise<void> {
  const path = { workspace_id: workspaceId, import_id: id };
  const read = await splitFile(file);
  let offset = received_bytes;
  for (let failures = 0; ; ) {
    const part = await read(offset);
    try {
      const found = await answer(
        api.PUT('/workspaces/{workspace_id}/imports/{import_id}/content', {
          params: { path, query: { offset, complete: part.complete } },
          body: part.body,
          bodySerializer: (body) => body as Blob,
          headers: { 'content-type': 'application/octet-stream' },
        }),
      );
      failures = 0;
      if (found.status !== 'receiving' || found.received_bytes === offset) return;
      offset = found.received_bytes;
    } catch (error) {
      failures += 1;
      if (failures === TRIES || !mayPass(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, FIRST_PAUSE_MS * 2 ** failures));
      const asked = api.GET('/workspaces/{workspace_id}/imports/{import_id}', { params: { path } });
      const found = await answer(asked).catch(() => undefined);
      if (found && found.status !== 'receiving') return;
      offset = found?.received_bytes ?? offset;
    }
    sent(part.read);
  }
}

const mayPass = (error: unknown) =>
  error instanceof TouchstoneError
    ? error.status >= 500 || error.status === 429 || error.code === 'conflict'
    : error instanceof TypeError;
