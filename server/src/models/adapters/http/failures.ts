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

/** A call that brought no answer, as it looked on the wire. */
export interface WireFailure {
  /** Where the request was sent, without query, user or password; undefined where nothing was. */
  address?: string | undefined;
  /** Undefined when no answer began. */
  status?: number | undefined;
  headers?: HttpHeaders | undefined;
  /** What of the body arrived; of a stream, the event that ended it. */
  body?: string | undefined;
  /** Whether `body` is an event of a stream. */
  isEvent?: boolean | undefined;
  /** What broke the connection; undefined when the body arrived whole. */
  broken?: unknown;
  /** Why a whole body cannot be read. */
  unreadable?: string | undefined;
  /** How a program ended that should have answered: it may the next time. */
  ended?: string | undefined;
  /** A completion that was read whole and says nothing. */
  empty?: Pick<ChatAnswer, 'finishReason' | 'usage'> | undefined;
  /** What a body that was read should hold and does not; or why nothing was sent. */
  unexpected?: string | undefined;
}

/** Why a request could not be authorized: a sentence, or what the server of tokens answered. It is thrown by a transport. */
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

/** What a failure is, before the time it took is known. */
export type Failure = Omit<CallFailure, 'ok' | 'latencyMs'>;

const MAX_WORDS = 400;
const MAX_MESSAGE = 700;
/** So much is looked through for credentials that are not ours. */
const MAX_READ = 4000;
const MAX_ID = 200;

/** The subject of sentences about a failure. */
const MODEL_SERVER = 'The model server';

/**
 * Classifies a failure by what was seen on the wire. What `redact` takes out, and what looks like a credential, is in no
 * field of it: servers do echo the key they refuse. `now` is the wall clock, for a Retry-After that is a date.
 */
export async function toCallFailure(
  wire: WireFailure,
  redact: Redaction,
  who = MODEL_SERVER,
  now = Date.now(),
): Promise<Failure> {
  // Secrets go first, so that no cut leaves a part of one.
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

/** The tokens of an empty answer are counted and paid for all the same. */
function emptyFailure(
  { finishReason, usage }: Pick<ChatAnswer, 'finishReason' | 'usage'>,
  who: string,
): Failure {
  const ended =
    finishReason === 'other' ? 'without a finish reason' : `with the finish reason ${finishReason}`;
  const message = `${who} returned an empty response, which ended ${ended}.`;
  return { ...failureOf('empty', message), status: 200, usage };
}

/** The failure of a call that one of our own deadlines ended. */
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

/** What the body says; of a refusal about the prompt, the parameter that its sentence names is not what is wrong. */
async function readReport({ body }: WireFailure, headers: HttpHeaders): Promise<ReportedError> {
  if (isEncoded(headers)) return { isError: false, codes: [], filters: [] };
  const { parameter, ...reported } = await readReportedError(body);
  const named = String(headers['x-amzn-errortype'] ?? '').split(/[:;]/)[0];
  const all = named ? { ...reported, codes: [...reported.codes, named] } : reported;
  return parameter === undefined || isPromptRefused(all) ? all : { ...all, parameter };
}

/** Every request says that it takes bytes as they are. */
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
  if (code === 'address_not_allowed') return 'rejected'; // a guard of ours, which says so again
  return code in UNREACHABLE || IS_TLS.test(code) ? 'unreachable' : 'connection_lost';
}

/** Whether a body is obviously not JSON: a page, a text, or empty. */
function isNoCompletion({ body, isEvent, headers = {} }: WireFailure): boolean {
  return (
    body !== undefined && !isEvent && !isEncoded(headers) && !/^\uFEFF?\s*(?:[{[]|data:|event:|:)/.test(body)
  );
}

/** Why no connection could be made, by the code of the error. */
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
 * The status that an answer means. Some gateways answer 200 with the real status as `error.code` in the body, or with
 * nothing but words, and a stream that has begun can only report an error as an event.
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
  /** The status that an error in a body of another status names. */
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

/** Where a redirect leads, without what may be secret in it. */
function targetOf(headers: HttpHeaders = {}): string {
  const to = URL.parse(String(headers.location ?? ''));
  return to === null ? '' : ` to ${to.origin}${to.pathname}`;
}

/** What broke a connection, in words and with its code. */
function causeOf(error: unknown): string {
  const code = networkCodeOf(error);
  const said = messageOf(error);
  const words = UNREACHABLE[code];
  if (words !== undefined) return `${words} (${said.includes(code) ? said : code})`;
  return said || code || 'no reason given';
}

/** The message of a connection error; of several addresses, that of the first. */
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

/** By which providers and their gateways name a request. */
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
