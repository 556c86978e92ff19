import { createFrameReader } from './aws-event-stream.ts';
import type { Deadline } from './deadline.ts';
import {
  createEventReader,
  createLineReader,
  createTextEventReader,
  hasOnlyComments,
} from './event-stream.ts';
import { FailedStreamEvent } from './failed-stream-event.ts';
import type { WireFailure } from './failures.ts';
import {
  addressWithoutQuery,
  type HttpHeaders,
  type HttpPost,
  type Receiver,
  type Transport,
} from './transport.ts';
import { decodeChunks } from './whole-body.ts';

/** A stream of events that was read to its end; times by `performance.now()`. */
export interface StreamedBody {
  status: number;
  headers: HttpHeaders;
  sentAt: number;
  doneAt: number;
}

/** The error for a complete response where a stream was requested. */
export const STREAM_EXPECTED_MESSAGE = 'it is not an event stream';

const isEventStream = (type: string) => /event-stream/i.test(type);
const READERS = {
  sse: { create: createEventReader, isStream: isEventStream },
  /** The data of each event is text of the response. */
  sse_text: { create: createTextEventReader, isStream: isEventStream },
  // Servers use all sorts of media types for it, including text/plain and none.
  json_lines: { create: createLineReader, isStream: (_: string) => true },
  /** The data of each event is JSON, and the event's name is passed on. */
  aws_frames: { create: createFrameReader, isStream: (type: string) => /amazon\.eventstream/i.test(type) },
};
export type StreamFormat = keyof typeof READERS;

/**
 * Posts, and forwards the data of each event with the time its bytes arrived. Returns a failure if the server does not
 * stream, the stream is interrupted, or `onEvent` throws a `FailedStreamEvent`.
 */
export async function readStream(
  transport: Transport,
  request: HttpPost,
  deadline: Deadline,
  onEvent: (data: string, at: number, name?: string) => void,
  format: StreamFormat = 'sse',
): Promise<StreamedBody | WireFailure> {
  const seen: { status?: number; headers: HttpHeaders } = { headers: {} };
  const chunks: Buffer[] = [];
  let [sentAt, arrivedAt, streams, isEmpty] = [performance.now(), 0, false, true];
  const events = READERS[format].create((data, name) => {
    isEmpty = false;
    chunks.length = 0;
    onEvent(data, arrivedAt, name);
  });
  const receiver: Receiver = {
    onSent() {
      sentAt = performance.now();
    },
    onHead(status, headers) {
      seen.status = status;
      seen.headers = headers;
      streams = status < 300 && READERS[format].isStream(String(headers['content-type']));
    },
    onData(bytes) {
      arrivedAt = performance.now();
      deadline.touch();
      // Data before the first event is kept, because it may not be a stream.
      if (isEmpty) chunks.push(bytes);
      if (streams) events.push(bytes);
    },
  };
  try {
    await transport.post(request, receiver, deadline.signal);
    const doneAt = performance.now();
    if (streams) events.end();
    const { status = 0, headers } = seen;
    const body = decodeChunks(chunks);
    if (streams && (!isEmpty || hasOnlyComments(body))) return { status, headers, sentAt, doneAt };
    return { ...seen, body, unreadable: STREAM_EXPECTED_MESSAGE };
  } catch (error) {
    if (error instanceof FailedStreamEvent)
      return { ...seen, body: error.event, isEvent: true, unreadable: error.message };
    return { ...seen, address: addressWithoutQuery(request), body: decodeChunks(chunks), broken: error };
  }
}
