import { crc32 } from 'node:zlib';
import type { EventReader, OnEvent } from './event-stream.ts';
import { FailedStreamEvent } from './failed-stream-event.ts';

/** The lengths of the frame and of its headers, and the checksum of both. */
const PRELUDE = 12;
const CHECKSUM = 4;
const MAX_FRAME = 24 * 1024 * 1024;
/** The size of header values by type in bytes; null if the value states its length. */
const VALUE_BYTES = [0, 0, 1, 2, 4, 8, null, null, 8, 16];

/**
 * Reads frames of an AWS event stream (application/vnd.amazon.eventstream): `onEvent` receives the payload and the name
 * of each event. https://smithy.io/2.0/aws/amazon-eventstream.html
 */
export function createFrameReader(onEvent: OnEvent): EventReader {
  let left: Buffer = Buffer.alloc(0);
  return {
    push(bytes) {
      left = left.length === 0 ? bytes : Buffer.concat([left, bytes]);
      while (left.length >= PRELUDE) {
        const length = left.readUInt32BE(0);
        if (
          left.readUInt32BE(8) !== crc32(left.subarray(0, 8)) ||
          length > MAX_FRAME ||
          length < PRELUDE + CHECKSUM
        )
          throw new FailedStreamEvent('', 'a frame of the stream has an invalid prelude');
        if (left.length < length) return;
        readFrame(left.subarray(0, length), onEvent);
        left = left.subarray(length);
      }
    },
    end() {},
  };
}

function readFrame(frame: Buffer, onEvent: OnEvent): void {
  const end = frame.length - CHECKSUM;
  if (frame.readUInt32BE(end) !== crc32(frame.subarray(0, end)))
    throw new FailedStreamEvent('', 'a frame of the stream has a wrong checksum');
  const headersEnd = PRELUDE + frame.readUInt32BE(4);
  const headers = readHeaders(frame.subarray(PRELUDE, headersEnd));
  const payload = frame.subarray(headersEnd, end).toString('utf8');
  const type = headers.get(':message-type');
  if (type === 'event') {
    onEvent(payload, headers.get(':event-type'));
    return;
  }
  const code = headers.get(':exception-type') ?? headers.get(':error-code') ?? 'error';
  throw new FailedStreamEvent(
    errorBody(code, payload || headers.get(':error-message')),
    'the stream ends in an error',
  );
}

function readHeaders(bytes: Buffer): Map<string, string> {
  const headers = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const nameEnd = at + 1 + bytes.readUInt8(at);
    const name = bytes.toString('utf8', at + 1, nameEnd);
    const fixed = VALUE_BYTES[bytes.readUInt8(nameEnd)];
    if (fixed === undefined)
      throw new FailedStreamEvent('', 'a frame of the stream has a header of an unknown type');
    const from = nameEnd + (fixed === null ? 3 : 1);
    at = from + (fixed ?? bytes.readUInt16BE(nameEnd + 1));
    headers.set(name, bytes.toString('utf8', from, at));
  }
  return headers;
}

/** The HTTP status for each exception in a stream. */
const STATUS: Readonly<Record<string, number>> = {
  throttlingException: 429,
  validationException: 400,
  modelStreamErrorException: 500,
  internalServerException: 500,
  serviceUnavailableException: 503,
};

function errorBody(code: string, text = ''): string {
  let message: unknown = text;
  try {
    const { message: said, Message: also } = JSON.parse(text);
    message = said ?? also ?? text;
  } catch {
    // The words are the text itself.
  }
  return JSON.stringify({ type: code, message, status: STATUS[code] ?? 500 });
}
