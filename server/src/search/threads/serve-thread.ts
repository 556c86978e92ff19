import { parentPort } from 'node:worker_threads';
import { failureOf, type IndexFailure } from '../index/index-schema.ts';

// Each operation takes one input; a table of them cannot say more without `any`.
export type Operations = Record<string, (input: never) => unknown>;

export interface Request {
  id: number;
  operation: string;
  input: unknown;
}

export type Reply =
  | { id: number; output: unknown }
  | { id: number; error: string; failure: IndexFailure }
  /** Not an answer to anything: what the thread says of itself. */
  | { id: 0; notice: unknown };

/** Says something that was not asked. */
export function tellParent(notice: unknown): void {
  parentPort?.postMessage({ id: 0, notice } satisfies Reply);
}

/** Runs in a worker thread: answers its parent's requests one after the other; `stop` runs `close` and ends it. */
export function serveThread(operations: Operations, close: () => void): void {
  const port = parentPort;
  if (!port) throw new Error('This file runs as a worker thread.');
  port.on('message', (request: Request) => {
    if (request.operation === 'stop') {
      close();
      port.close();
      return;
    }
    port.postMessage(replyTo(operations, request));
  });
}

function replyTo(operations: Operations, { id, operation, input }: Request): Reply {
  try {
    return { id, output: operations[operation]?.(input as never) };
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error), failure: failureOf(error) };
  }
}
