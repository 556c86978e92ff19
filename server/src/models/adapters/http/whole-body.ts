import type { WireFailure } from './failures.ts';
import { addressWithoutQuery, type HttpHeaders, type HttpPost, type Transport } from './transport.ts';

/** A response that was read to its end. */
export interface WholeBody {
  status: number;
  headers: HttpHeaders;
  body: string;
}

/** Posts and reads the whole body; returns a failure if that fails or the status is not 2xx. */
export async function readWholeBody(
  transport: Transport,
  request: HttpPost,
  signal: AbortSignal,
): Promise<WholeBody | WireFailure> {
  let status: number | undefined;
  let headers: HttpHeaders = {};
  const chunks: Buffer[] = [];
  const receiver = {
    onHead(code: number, all: HttpHeaders) {
      status = code;
      headers = all;
    },
    onData: (chunk: Buffer) => void chunks.push(chunk),
  };
  try {
    await transport.post(request, receiver, signal);
  } catch (broken) {
    return { address: addressWithoutQuery(request), status, headers, body: decodeChunks(chunks), broken };
  }
  return { status, headers, body: decodeChunks(chunks) };
}

/** Whether the response is one to be parsed. */
export function isAnswered(result: WholeBody | WireFailure): result is WholeBody {
  const { status = 0 } = result;
  return !('broken' in result) && status >= 200 && status < 300;
}

export function decodeChunks(chunks: readonly Buffer[]): string {
  const [only] = chunks;
  return chunks.length === 1 && only !== undefined ? only.toString() : Buffer.concat(chunks).toString();
}
