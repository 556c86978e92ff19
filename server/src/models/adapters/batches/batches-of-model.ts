import type { ModelBatches } from '../../contract/batches.ts';
import { applyQuirks, type ModelQuirks } from '../../contract/quirks.ts';
import type { AdapterBatches } from '../adapter.ts';
import type { HttpPost, Transport } from '../http/transport.ts';

/** Used where nothing is sent. */
const TIMEOUT_MS = 60_000;

/** Batches of one model: the code for single calls writes the requests and reads the responses. */
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

/** A transport that records the request instead of sending it. */
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

/** A transport that returns the response in a line of a batch. */
function createReplayingTransport({ status, body }: { status: number; body: string }): Transport {
  return {
    async post(_request, receiver) {
      receiver.onHead(status, { 'content-type': 'application/json' });
      receiver.onData(Buffer.from(body), { pause() {}, resume() {} });
    },
    stop: async () => {},
  };
}
