import type { ServerResponse } from 'node:http';
import type { RawResponse } from '../script/raw-response.ts';

/** Marks every body and header as a mock's. */
export const MOCK_FINGERPRINT = 'touchstone-mock-model';

const json = (length: number) => [
  'content-type',
  'application/json',
  'x-touchstone-mock',
  'true',
  'content-length',
  String(length),
];

/** An error in OpenAI's format: `{error: {message, type, code}}`. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
  readonly type: string;
  readonly code: string | null;
  /** Names and values alternating, as `writeHead` accepts them. */
  readonly headers?: readonly string[];
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

export function sendJsonText(
  res: ServerResponse,
  status: number,
  text: string,
  headers: Refusal['headers'] = [],
): void {
  if (res.destroyed) return;
  const own = json(Buffer.byteLength(text));
  res.writeHead(status, headers.length === 0 ? own : [...own, ...headers]);
  res.end(text);
}

export function sendJson(res: ServerResponse, value: object): void {
  sendJsonText(res, 200, JSON.stringify({ ...value, system_fingerprint: MOCK_FINGERPRINT }));
}

export function sendRefusal(res: ServerResponse, refusal: Refusal): void {
  const { status, message, type, code, headers, errors } = refusal;
  const error = { message: `${message} (mock model)`, type, code, param: null, ...(errors && { errors }) };
  sendJsonText(res, status, JSON.stringify({ error, system_fingerprint: MOCK_FINGERPRINT }), headers);
}

/** Sends a scripted response unchanged, with only the mock's header added. Null sends nothing. */
export function sendRaw(res: ServerResponse, raw: RawResponse | null): void {
  if (raw === null || res.destroyed) return;
  const { status, content_type, headers, body } = raw;
  const own = { 'content-type': content_type, 'x-touchstone-mock': 'true', ...headers };
  res.writeHead(status, own);
  res.end(body);
}

export function badRequest(message: string, code: string | null = null, status = 400): Refusal {
  return { status, message, type: 'invalid_request_error', code };
}

const EVENT_STREAM = [
  'content-type',
  'text/event-stream; charset=utf-8',
  'cache-control',
  'no-cache',
  'x-touchstone-mock',
  'true',
];

export function openStream(res: ServerResponse): void {
  res.writeHead(200, EVENT_STREAM);
}

/** Sends a part of a JSON answer with the Content-Length of the whole, and closes the connection. */
export function sendCutOff(res: ServerResponse, text: string): void {
  res.writeHead(200, json(Buffer.byteLength(text)));
  endAfterPart(res, text.slice(0, text.length >> 1));
}

/** Closes the connection after `part` was sent. */
export function endAfterPart(res: ServerResponse, part: string): void {
  res.write(part, () => res.destroy());
}
