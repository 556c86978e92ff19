import { APICallError } from '@ai-sdk/provider';
import type { ChatFailure, FailureClass } from '../chat.ts';

/** What an error says, before it is put into words for people. */
type Failure = Omit<ChatFailure, 'ok' | 'latencyMs'>;

const QUOTA_CODES = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
  'quota_exceeded',
]);
const MAX_MESSAGE = 400;

/**
 * Maps what a provider package threw to a failure. `secrets` are cut out of the message, because
 * servers do echo the key they refuse.
 */
export function toFailure(error: unknown, secrets: readonly string[], now = Date.now()): Failure {
  const reported = APICallError.isInstance(error) ? readBody(error) : {};
  const status = APICallError.isInstance(error) ? statusOf(error, reported) : undefined;
  const failure: Failure = {
    class: classify(error, status, reported),
    message: redact(describe(error, status, reported), secrets),
  };
  const wait = APICallError.isInstance(error) ? retryAfter(error.responseHeaders ?? {}, now) : undefined;
  if (wait !== undefined) failure.retryAfterMs = wait;
  return failure;
}

interface ReportedError {
  message?: string;
  code?: string;
  type?: string;
}

function classify(error: unknown, status: number | undefined, reported: ReportedError): FailureClass {
  if (status === 402 || QUOTA_CODES.has(reported.code ?? '') || QUOTA_CODES.has(reported.type ?? '')) {
    return 'quota';
  }
  if (status === 429) return 'rate_limit';
  if (status === 408 || status === 425) return 'transient';
  if (status !== undefined && status >= 300 && status < 500) return 'deterministic';
  if (status === undefined && causeCode(error) === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'deterministic';
  // What is left: 5xx, a connection that failed or broke, and a 2xx whose body cannot be read.
  return 'transient';
}

/** Some gateways answer 200 with the real status as `error.code` in the body. */
function statusOf(error: APICallError, reported: ReportedError): number | undefined {
  const inner = Number(reported.code);
  const ok = error.statusCode !== undefined && error.statusCode < 300;
  return ok && inner >= 400 && inner < 600 ? inner : error.statusCode;
}

function readBody(error: APICallError): ReportedError {
  let body: unknown;
  try {
    body = JSON.parse(error.responseBody ?? 'null');
  } catch {
    return {};
  }
  const inner = isRecord(body) ? (body.error ?? body) : undefined;
  if (typeof inner === 'string') return { message: inner };
  if (!isRecord(inner)) return {};
  const reported: ReportedError = {};
  if (typeof inner.message === 'string') reported.message = inner.message;
  if (typeof inner.type === 'string') reported.type = inner.type;
  if (typeof inner.code === 'string' || typeof inner.code === 'number') {
    reported.code = String(inner.code);
  }
  return reported;
}

function describe(error: unknown, status: number | undefined, reported: ReportedError): string {
  const words = reported.message ?? plainMessage(error);
  if (status === undefined) return `The model server could not be reached: ${words}`;
  if (status < 300) return `The model server answered ${status} with a body that cannot be read: ${words}`;
  if (status < 400) return `The model server redirects (${status}); configure the address it points to.`;
  return `The model server answered ${status}${words === '' ? '.' : `: ${words}`}`;
}

function plainMessage(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.trim() || causeCode(error) || 'no reason given';
}

function causeCode(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code;
  }
  return undefined;
}

function redact(message: string, secrets: readonly string[]): string {
  let text = message;
  for (const secret of secrets) if (secret.length >= 4) text = text.replaceAll(secret, '[redacted]');
  return text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text;
}

/** `retry-after-ms`, or `retry-after` as seconds or as an HTTP date (RFC 9110, 10.2.3). */
function retryAfter(headers: Record<string, string>, now: number): number | undefined {
  const milliseconds = Number(headers['retry-after-ms'] ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const value = headers['retry-after'];
  if (value === undefined || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (seconds >= 0) return Math.ceil(seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
