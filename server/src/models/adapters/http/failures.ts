import { retryAfterMs } from '../../../kernel/retry-after.ts';
import type { CallFailure } from '../../contract/failure.ts';
import { classOf, type FailureReason } from '../../contract/outcome.ts';
import { type ReportedError, readReportedError } from './reported-error.ts';
import type { HttpHeaders } from './transport.ts';

/** A call that brought no answer, as it looked on the wire. */
export interface WireFailure {
  /** Where the request was sent, without path, user or password; undefined where nothing was. */
  origin?: string | undefined;
  /** Undefined when no answer began. */
  status?: number | undefined;
  headers?: HttpHeaders | undefined;
  /** What of the body arrived. */
  body?: string | undefined;
  /** What broke the connection; undefined when the body arrived whole. */
  broken?: unknown;
  /** Why a whole body cannot be read. */
  unreadable?: string | undefined;
  /** How a program ended that should have answered: it may the next time. */
  ended?: string | undefined;
  /** What a body that was read should hold and does not; or why nothing was sent. */
  unexpected?: string | undefined;
}

/** What a failure is, before the time it took is known. */
type Failure = Omit<CallFailure, 'ok' | 'latencyMs'>;

const QUOTA_CODES = new Set([
  'insufficient_quota',
  'billing_hard_limit_reached',
  'billing_not_active',
  'billing_error',
  'quota_exceeded',
]);
const MAX_MESSAGE = 400;

/** Who was asked, as sentences name it. */
const MODEL_SERVER = 'The model server';

/**
 * Classifies a failure by what was seen on the wire. `secrets` are cut out of the message, because servers do echo the key they
 * refuse. `now` is the wall clock, for a Retry-After that is a date.
 */
export function toFailure(
  wire: WireFailure,
  secrets: readonly string[],
  who = MODEL_SERVER,
  now = Date.now(),
): Failure {
  if (wire.unexpected !== undefined)
    return { class: classOf('unexpected'), reason: 'unexpected', message: redact(wire.unexpected, secrets) };
  if (wire.ended !== undefined)
    return { class: classOf('server_error'), reason: 'server_error', message: redact(wire.ended, secrets) };
  const reported = readReportedError(wire.body);
  const status = statusOf(wire, reported);
  const reason = reasonOf(wire, status, reported);
  const headers = wire.headers ?? {};
  const wait = retryAfterMs(headers['retry-after'], now, headers['retry-after-ms']) ?? reported.retryAfterMs;
  return {
    class: classOf(reason),
    reason,
    ...scopeOf(reason, status),
    message: redact(describe(who, wire, status, reason, reported), secrets),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
}

/** The failure of a call that one of our own deadlines ended. */
export function timeoutFailure(
  passed: 'deadline' | 'stalled',
  limits: { timeoutMs: number; idleTimeoutMs: number },
): Failure {
  const message =
    passed === 'deadline'
      ? `No whole answer within ${limits.timeoutMs} ms.`
      : `The stream stood still for ${limits.idleTimeoutMs} ms.`;
  return { class: classOf(passed), reason: passed, message };
}

function reasonOf(wire: WireFailure, status: number | undefined, reported: ReportedError): FailureReason {
  if (status === 402 || isQuota(reported)) return 'quota';
  if (status === 429) return 'rate_limited';
  if (status === 408 || status === 425 || (status !== undefined && status >= 500)) return 'server_error';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status !== undefined && status >= 300) return status < 400 ? 'redirected' : 'rejected';
  if (wire.broken === undefined) return 'malformed';
  const code = codeOf(wire.broken);
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'too_large';
  if (status !== undefined) return 'truncated';
  if (code === 'address_not_allowed') return 'rejected'; // a guard of ours, which says so again
  return UNREACHABLE.has(code ?? '') ? 'unreachable' : 'connection_lost';
}

/** How far a refusal reaches, by what was seen on the wire. */
function scopeOf(reason: FailureReason, status: number | undefined): Pick<CallFailure, 'scope'> {
  if (reason === 'unauthorized' || reason === 'quota' || reason === 'redirected') return { scope: 'account' };
  if (reason !== 'rejected') return {};
  return { scope: status === 404 ? 'model' : 'request' };
}

const UNREACHABLE = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

function isQuota({ code, type, message, dailyQuota }: ReportedError): boolean {
  if (QUOTA_CODES.has(code ?? '') || QUOTA_CODES.has(type ?? '') || dailyQuota === true) return true;
  return /credit balance is too low/i.test(message ?? ''); // Anthropic says it as a 400 of its own
}

/**
 * Some gateways answer 200 with the real status as `error.code` in the body, and a stream that has begun can
 * only report an error as an event; then the error says what the status would have been.
 */
function statusOf({ status, broken }: WireFailure, reported: ReportedError): number | undefined {
  if (status === undefined || status >= 300 || broken !== undefined) return status;
  const inner = Number(reported.code);
  if (inner >= 400 && inner < 600) return inner;
  const named = STATUS_OF[reported.type ?? ''] ?? STATUS_OF[reported.code ?? ''];
  return named ?? (reported.message === undefined ? status : 500);
}

const STATUS_OF: Partial<Record<string, number>> = {
  rate_limit_error: 429,
  rate_limit_exceeded: 429,
  RESOURCE_EXHAUSTED: 429,
  authentication_error: 401,
  permission_error: 403,
  invalid_request_error: 400,
};

function describe(
  who: string,
  wire: WireFailure,
  status: number | undefined,
  reason: FailureReason,
  reported: ReportedError,
): string {
  const words = reported.message ?? wire.unreadable ?? plainMessage(wire.broken);
  if (status === undefined) {
    const what = `${who}${wire.origin === undefined ? '' : ` at ${wire.origin}`} could not be reached: ${words}`;
    return reason === 'unreachable' ? `${what}. Check that it runs and that its address is right.` : what;
  }
  if (reason === 'truncated') return `${who} broke off in the middle of its answer: ${words}`;
  if (status < 300) return `${who} answered ${status} with a body that cannot be read: ${words}`;
  if (status < 400) return `${who} redirects (${status}); configure the address it points to.`;
  return `${who} answered ${status}${words === '' ? '.' : `: ${words}`}`;
}

function plainMessage(error: unknown): string {
  if (error === undefined) return '';
  const message = error instanceof Error ? error.message : String(error);
  return message.trim() || codeOf(error) || 'no reason given';
}

function codeOf(error: unknown): string | undefined {
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
