import type { ModelBatches } from '../../contract/batches.ts';
import { applyQuirks, type ModelQuirks } from '../../contract/quirks.ts';
import type { AdapterBatches } from '../adapter.ts';
import type { HttpPost, Transport } from '../http/transport.ts';

/** For what sends nothing. */
const TIMEOUT_MS = 60_000;

/** Batches of one model: requests are written, and answers read, by the code that asks it by itself. */
export function batchesOfModel(
  { connectOver, ...account }: AdapterBatches,
  modelId: string,
  quirks: ModelQuirks,
): ModelBatches {
  return {
    ...account,
    async bodyOf(request) {
      const { transport, written } = createRecordingTransport();
      await connectOver(transport, modelId, quirks)(applyQuirks(request, quirks), { timeoutMs: TIMEOUT_MS });
      return written();
    },
    async outcomeOf(request, line) {
      const call = connectOver(createReplayingTransport(line), modelId, quirks);
      return { ...(await call(applyQuirks(request, quirks), { timeoutMs: TIMEOUT_MS })), latencyMs: 0 };
    },
  };
}

/** Keeps what would be sent. */
function createRecordingTransport(): { transport: Transport; written(): string } {
  let body: string | null = null;
  return {
    transport: {
      async post(request: HttpPost) {
        body = request.body;
        throw new Error('the request is sent in a batch');
      },
      stop: async () => {},
    },
    written() {
      if (body === null) throw new Error('The request body of a model is missing.');
      return body;
    },
  };
}

/** Answers what a line of a batch says. */
function createReplayingTransport({ status, body }: { status: number; body: string }): Transport {
  return {
    async post(_request, receiver) {
      receiver.onHead(status, { 'content-type': 'application/json' });
      receiver.onData(Buffer.from(body), { pause() {}, resume() {} });
    },
    stop: async () => {},
  };
}
