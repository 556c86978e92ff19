import { serveRequests } from '../../../kernel/worker-channel.ts';
import { type IndexFailure, toIndexFailure } from '../index/index-schema.ts';

// Each operation takes one input; a table of them cannot be typed more precisely without `any`.
export type Operations = Record<string, (input: never) => unknown>;

export interface OperationRequest {
  operation: string;
  input: unknown;
}

/** The form in which a thrown error is sent. */
export interface SentFailure {
  message: string;
  failure: IndexFailure;
}

/** Runs in a worker thread: answers its parent's requests one after the other; `close` runs before it ends. */
export function serveThread(operations: Operations, close: () => void): void {
  serveRequests<OperationRequest, unknown>(
    ({ operation, input }) => operations[operation]?.(input as never),
    {
      close,
      fromError: (error): SentFailure => ({
        message: error instanceof Error ? error.message : String(error),
        failure: toIndexFailure(error),
      }),
    },
  );
}
