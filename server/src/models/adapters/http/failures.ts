import { connectErrorCode } from '../../../kernel/connect-errors.ts';
import { retryAfterMs } from '../../../kernel/retry-after.ts';
import type { ChatAnswer } from '../../contract/chat.ts';
import type { CallFailure } from '../../contract/failure.ts';
import { type FailureReason, failureClassOf } from '../../contract/outcome.ts';
import { isMarkup } from './html-text.ts';
import { type Redaction, withoutCredentials } from './redaction.ts';
import {
  impliedStatus,
  isContentFiltered,
  isKeyRefused,
  isPromptRefused,
  isQuotaExhausted,
  refusalScope,
} from './refusal.ts';
import { type ReportedError, readReportedError } from './reported-error.ts';
import type { HttpHeaders } from './transport.ts';

/** A call without a response, as seen on the wire. */
export interface WireFailure {
  /** The address of the request without query, user or password; undefined if nothing was sent. */
  address?: string | undefined;
  /** Undefined if no response began. */
  status?: number | undefined;
  headers?: HttpHeaders | undefined;
  /** The part of the body that arrived; for a stream, the event that ended it. */
  body?: string | undefined;
  /** Whether `body` is an event of a stream. */
  isEvent?: boolean | undefined;
  /** What interrupted the connection; undefined if the body arrived whole. */
  broken?: unknown;
  /** Why a complete body cannot be parsed. */
  unreadable?: string | undefined;
  /** How a program ended that should have responded; a retry may succeed. */
  ended?: string | undefined;
  /** A completion that was read completely and is empty. */
  empty?: Pick<ChatAnswer, 'finishReason' | 'usage'> | undefined;
  /** What a parsed body should contain and does not, or why nothing was sent. */
  unexpected?: string | undefined;
}

/** Why a request could not be authorized: a sentence, or the response of the token server. Thrown by a transport. */
export class CredentialsFailed extends Error {
  override readonly name = 'CredentialsFailed';
  readonly wire: WireFailure | undefined;
  readonly who: string | undefined;

  constructor(message: string, wire?: WireFailure, who?: string) {
    super(message);
    this.wire = wire;
    this.who = who;
  }
}

/** A classified failure without its duration. */
export type Failure = Omit<CallFailure, 'ok' | 'latencyMs'>;

const MAX_WORDS = 400;
const MAX_MESSAGE = 700;
/** How many characters are searched for foreign credentials. */
const MAX_READ = 4000;
const MAX_ID = 200;

/** The subject of sentences about a failure. */
const MODEL_SERVER = 'The model server';

/**
 * Classifies a failure by what was seen on the wire. No field contains what `redact` removes or what looks like a
 * credential: servers do repeat the key they refuse. `now` is the wall clock, for a Retry-After that is a date.
 */
export async function toCallFailure(
  wire: WireFailure,
  redact: Redaction,
  who = MODEL_SERVER,
  now = Date.now(),
): Promise<Failure> {
  // Secrets are removed first, so that no truncation leaves a part of one.
  const clean = (text: string, most: number) =>
    cut(withoutCredentials(oneLine(redact.text(text)).slice(0, MAX_READ)), most);
  if (wire.broken instanceof CredentialsFailed) {
    const { message, wire: answered, who: server } = wire.broken;
    const refused = { ...failureOf('unauthorized', clean(message, MAX_MESSAGE)), scope: 'account' as const };
    if (answered === undefined) return refused;
    const failure = await toCallFailure(answered, redact, server, now);
    return REFUSED.has(failure.reason) ? { ...failure, ...refused, message: failure.message } : failure;
  }
  if (wire.unexpected !== undefined) return failureOf('unexpected', clean(wire.unexpected, MAX_MESSAGE));
  if (wire.ended !== undefined) return failureOf('server_error', clean(wire.ended, MAX_MESSAGE));
  if (wire.empty !== undefined) return emptyFailure(wire.empty, who);
  const headers = wire.headers ?? {};
  const reported = await readReport(wire, headers);
  const status = statusOf(wire, reported);
  const wait = retryAfterMs(headers['retry-after'], now, headers['retry-after-ms']) ?? reported.retryAfterMs;
  const reason = reasonOf(wire, status, reported, wait);
  const scope = REFUSED.has(reason) ? refusalScope(reason, status, reported) : undefined;
  const words = reported.words === undefined ? undefined : clean(reported.words, MAX_WORDS);
  const requestId = requestIdOf(headers) ?? reported.requestId;
  const named = status === wire.status ? undefined : reported.status;
  const message = describe(who, wire, status, reason, words, named);
  return {
    ...failureOf(reason, clean(message, MAX_MESSAGE)),
    ...(scope && { scope }),
    ...(wire.status !== undefined && { status: wire.status }),
    ...(words && { words }),
    ...(reason === 'rejected' && reported.parameter && { parameter: reported.parameter }),
    ...(requestId !== undefined && { requestId: clean(requestId, MAX_ID) }),
    ...(wait !== undefined && { retryAfterMs: wait }),
  };
}

const failureOf = (reason: FailureReason, message: string): Failure => ({
  class: failureClassOf(reason),
  reason,
  message,
});

/** The tokens of an empty response are counted and paid for all the same. */
function emptyFailure(
  { finishReason, usage }: Pick<ChatAnswer, 'finishReason' | 'usage'>,
  who: string,
): Failure {
  const ended =
    finishReason === 'other' ? 'without a finish reason' : `with the finish reason ${finishReason}`;
  const message = `${who} returned an empty response, which ended ${ended}.`;
  return { ...failureOf('empty', message), status: 200, usage };
}

/** The failure of a call that one of our own time limits ended. */
export function timeoutFailure(
  passed: 'deadline' | 'stalled',
  limits: { timeoutMs: number; idleTimeoutMs: number },
): Failure {
  const message =
    passed === 'deadline'
      ? `No complete response within ${limits.timeoutMs} ms.`
      : `The stream sent no data for ${limits.idleTimeoutMs} ms.`;
  return failureOf(passed, message);
}

/** The server's error. If the prompt was refused, a parameter named in the sentence is not the problem. */
async function readReport({ body }: WireFailure, headers: HttpHeaders): Promise<ReportedError> {
  if (isEncoded(headers)) return { isError: false, codes: [], filters: [] };
  const { parameter, ...reported } = await readReportedError(body);
  const named = String(headers['x-amzn-errortype'] ?? '').split(/[:;]/)[0];
  const all = named ? { ...reported, codes: [...reported.codes, named] } : reported;
  return parameter === undefined || isPromptRefused(all) ? all : { ...all, parameter };
}

/** Whether a response is compressed, although every request asks for an uncompressed one. */
const isEncoded = (headers: HttpHeaders) =>
  /gzip|br|deflate|zstd/i.test(String(headers['content-encoding'] ?? ''));

const REFUSED: ReadonlySet<FailureReason> = new Set(['unauthorized', 'redirected', 'rejected', 'quota']);

function reasonOf(
  wire: WireFailure,
  status: number | undefined,
  reported: ReportedError,
  wait: number | undefined,
): FailureReason {
  if (status !== undefined && status >= 400) {
    if (isContentFiltered(status, reported)) return 'filtered';
    if (isQuotaExhausted(status, reported, wait)) return 'quota';
    if (status === 429) return 'rate_limited';
    if (status === 408 || status === 425 || status >= 500) return 'server_error';
    if (status === 401 || status === 403) return 'unauthorized';
    return status === 400 && isKeyRefused(reported) ? 'unauthorized' : 'rejected';
  }
  if (status !== undefined && status >= 300) return 'redirected';
  if (wire.broken === undefined) return isNoCompletion(wire) ? 'not_a_completion' : 'malformed';
  const code = networkCodeOf(wire.broken);
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') return 'too_large';
  if (status !== undefined) return 'truncated';
  if (code === 'address_not_allowed') return 'rejected'; // our own guard, whose message already says so
  return code in UNREACHABLE || IS_TLS.test(code) ? 'unreachable' : 'connection_lost';
}

/** Whether a body is obviously not JSON: a page, a text, or empty. */
function isNoCompletion({ body, isEvent, headers = {} }: WireFailure): boolean {
  return (
    body !== undefined && !isEvent && !isEncoded(headers) && !/^\uFEFF?\s*(?:[{[]|data:|event:|:)/.test(body)
  );
}

/** Why no connection could be made, by error code. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the host name could not be resolved',
  EHOSTUNREACH: 'there is no route to the host',
  ENETUNREACH: 'there is no route to its network',
  ETIMEDOUT: 'the connection was not answered in time',
  UND_ERR_CONNECT_TIMEOUT: 'the connection was not answered in time',
};
const IS_TLS = /^(?:ERR_TLS_|ERR_SSL_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|EPROTO$)/;

/**
 * The effective status. Some gateways respond 200 with the real status as `error.code` in the body, or only with words,
 * and a stream that has begun can report an error only as an event.
 */
function statusOf({ status, broken }: WireFailure, reported: ReportedError): number | undefined {
  if (status === undefined || status >= 300 || broken !== undefined || !reported.isError) return status;
  const named = reported.codes.map((code) => STATUS_OF[code]).find((one) => one !== undefined);
  return reported.status ?? named ?? impliedStatus(reported) ?? 500;
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
  words: string | undefined,
  /** The status that an error in a body names, if the response has another one. */
  named: number | undefined,
): string {
  const after = words === undefined ? '.' : `: ${words}`;
  if (status === undefined) return describeUnreached(who, wire, reason);
  if (reason === 'truncated' || reason === 'too_large')
    return `${who} interrupted its response: ${causeOf(wire.broken)}`;
  if (reason === 'redirected')
    return `${who} redirects (${status})${targetOf(wire.headers)}; configure the address it points to.`;
  if (status >= 400 && status !== wire.status)
    return `${who} answered ${wire.status} with an error${named === undefined ? '' : ` (${named})`}${after}`;
  if (status >= 400) return `${who} answered ${status}${after}`;
  if (reason === 'malformed') {
    const why =
      wire.headers && isEncoded(wire.headers) ? 'it is compressed, which was not requested' : wire.unreadable;
    return `${who} answered ${status} with an invalid body: ${why ?? 'it has an unexpected format'}${words === undefined ? '' : ` (${words})`}`;
  }
  if (words === undefined) return `${who} answered ${status} with an empty body.`;
  return `${who} answered ${status} with ${isMarkup(wire.body ?? '') ? 'a page' : 'text'} in place of a response${after}`;
}

function describeUnreached(who: string, { address, broken }: WireFailure, reason: FailureReason): string {
  const at = address === undefined ? '' : ` at ${address}`;
  const what = `${who}${at} could not be reached: ${causeOf(broken)}`;
  return reason === 'unreachable' ? `${what}. Check that it runs and that its address is right.` : what;
}

/** The target of a redirect, without parts that may be secret. */
function targetOf(headers: HttpHeaders = {}): string {
  const to = URL.parse(String(headers.location ?? ''));
  return to === null ? '' : ` to ${to.origin}${to.pathname}`;
}

/** The reason of an interrupted connection, in words and with its code. */
function causeOf(error: unknown): string {
  const code = networkCodeOf(error);
  const said = messageOf(error);
  const words = UNREACHABLE[code];
  if (words !== undefined) return `${words} (${said.includes(code) ? said : code})`;
  return said || code || 'no reason given';
}

/** The message of a connection error, or of the first of several addresses. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return messageOf(error.errors[0]);
  return (error instanceof Error ? error.message : String(error ?? '')).trim();
}

function networkCodeOf(error: unknown): string {
  for (let at = error, depth = 0; at instanceof Error && depth < 8; at = at.cause, depth++) {
    const code = connectErrorCode(at);
    if (code !== '') return code;
  }
  return '';
}

/** Headers in which providers and their gateways send the id of a request. */
const REQUEST_IDS = [
  'x-request-id',
  'request-id',
  'x-ms-request-id',
  'apim-request-id',
  'x-amzn-requestid',
  'mistral-correlation-id',
  'x-correlation-id',
  'x-goog-request-id',
  'cf-ray',
];

function requestIdOf(headers: HttpHeaders): string | undefined {
  const id = REQUEST_IDS.map((name) => headers[name]).find((value) => value !== undefined && value !== '');
  return Array.isArray(id) ? id[0] : id;
}

const oneLine = (text: string) => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
const cut = (text: string, most: number) =>
  text.length > most ? `${text.slice(0, most)}…`.toWellFormed() : text;
