import { setTimeout as delay } from 'node:timers/promises';
import { answer, type Client, type Schemas, TouchstoneError } from '@touchstone/client';
import { bytes } from '@touchstone/report/figures';
import { UsageError } from '../terminal/arguments.ts';
import { openParts } from './file-parts.ts';

export type ImportAddress = { workspace_id: string; import_id: string };

const SAY_EVERY_MS = 2000;
const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 500;
const MAX_PAUSE_MS = 15_000;
const LOOK_EVERY_MS = 250;

/**
 * Sends a file in parts, starting at the byte that the service expects. If a part fails because the service is away
 * or busy, it asks for the position and continues from there.
 */
export async function sendFile(
  client: Client,
  at: ImportAddress,
  file: string,
  from: number,
  say: (text: string) => void,
): Promise<void> {
  const parts = await openParts(file);
  try {
    let offset = from;
    let failures = 0;
    let said = performance.now();
    for (;;) {
      const { body, complete } = await parts.part(offset);
      try {
        const { received_bytes, status } = await sendPart(client, at, { offset, complete }, body);
        failures = 0;
        if (status !== 'receiving') return;
        if (received_bytes === offset)
          throw new UsageError(`${file} has a record of more than 8 MB at byte ${offset}.`);
        offset = received_bytes;
      } catch (error) {
        if (!mayPass(error) || ++failures >= MAX_ATTEMPTS) throw error;
        say(`The service did not accept the part at byte ${offset}; asking for its position.`);
        await delay(Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** failures));
        const found = await findImport(client, at).catch(() => null);
        if (found !== null && found.status !== 'receiving') return;
        offset = found?.received_bytes ?? offset;
      }
      if (performance.now() - said < SAY_EVERY_MS) continue;
      said = performance.now();
      say(
        parts.size === null
          ? `${bytes(offset)}, unpacked`
          : `${Math.floor((100 * offset) / parts.size)} % of ${bytes(parts.size)}`,
      );
    }
  } finally {
    await parts.close();
  }
}

function sendPart(
  client: Client,
  path: ImportAddress,
  query: { offset: number; complete: boolean },
  bytes: Uint8Array<ArrayBuffer>,
): Promise<Schemas['Import']> {
  return answer(
    client.PUT('/workspaces/{workspace_id}/imports/{import_id}/content', {
      params: { path, query },
      body: bytes,
      bodySerializer: (body) => body as Uint8Array<ArrayBuffer>,
      headers: { 'content-type': 'application/octet-stream' },
    }),
  );
}

/** Whether an error is temporary: the service is away, restarting or full, or another client sends the same file. */
function mayPass(error: unknown): boolean {
  if (error instanceof TouchstoneError)
    return error.status >= 500 || error.status === 429 || error.code === 'conflict';
  return error instanceof TypeError;
}

const findImport = (client: Client, path: ImportAddress) =>
  answer(client.GET('/workspaces/{workspace_id}/imports/{import_id}', { params: { path } }));

/** The import once its dataset and traffic are created, or it has failed. */
export async function waitForImport(client: Client, at: ImportAddress): Promise<Schemas['Import']> {
  for (;;) {
    const found = await findImport(client, at);
    if (found.status === 'ready' || found.status === 'failed') return found;
    await delay(LOOK_EVERY_MS);
  }
}
