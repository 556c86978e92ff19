/**
 * The only table of expected failures. A code is stable and never reused. Status, title and remedy of each code are
 * defined only here; docs/reference/api.md is generated from them.
 */
export const ERRORS = {
  // 400: the request cannot be understood
  invalid_json: {
    status: 400,
    title: 'The body is not valid JSON',
    remedy: 'Send what a JSON library writes, in UTF-8.',
  },
  duplicate_key: {
    status: 400,
    title: 'A JSON object names a key twice',
    remedy: 'Name each key once; `errors` says where.',
  },
  nesting_too_deep: {
    status: 400,
    title: 'The JSON body is nested too deeply',
    remedy: 'Flatten the body to at most 32 levels.',
  },
  invalid_string: {
    status: 400,
    title: 'A string contains NUL or a lone surrogate',
    remedy: 'Remove the character; `errors` says where.',
  },
  invalid_request: {
    status: 400,
    title: 'The request does not fit the schema',
    remedy: 'Correct the fields or parameters that `errors` names; `/docs` has the schema.',
  },
  invalid_id: { status: 400, title: 'An identifier is not a UUID', remedy: 'Use the `id` of a response.' },
  invalid_cursor: {
    status: 400,
    title: 'The cursor was not issued by this service',
    remedy: 'Pass `next_cursor` unchanged, or omit it.',
  },
  invalid_header: {
    status: 400,
    title: 'A header is invalid',
    remedy: 'Send `If-Match` or `Idempotency-Key` as `/docs` says, and only with requests that accept it.',
  },
  malformed_request: {
    status: 400,
    title: 'The HTTP request is malformed',
    remedy: 'Check the client, or the proxy in between.',
  },
  // 401, 403
  unauthenticated: {
    status: 401,
    title: 'An API key is required',
    remedy: 'Send `Authorization: Bearer ts_…` with a key that exists.',
  },
  forbidden: {
    status: 403,
    title: 'The key has no permission for this operation',
    remedy:
      'Use a key with the role and workspace that `detail` names; an agent’s request is approved by a person.',
  },
  host_not_allowed: {
    status: 403,
    title: 'The Host header is not allowed',
    remedy: 'Add the name to `ALLOWED_HOSTS` or `PUBLIC_URL`.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'Cross-origin browser requests are not allowed',
    remedy: 'Call from the console’s origin, or from a server with a key.',
  },
  // 404, 405
  not_found: {
    status: 404,
    title: 'The resource was not found',
    remedy: 'Check the id and the workspace; a limited key sees only its workspaces.',
  },
  method_not_allowed: {
    status: 405,
    title: 'The method is not allowed for this address',
    remedy: 'Use a method that the header `Allow` names.',
  },
  // 408, 409
  request_timeout: {
    status: 408,
    title: 'The request took too long to arrive',
    remedy: 'Send the request faster.',
  },
  wrong_state: {
    status: 409,
    title: 'The resource is not in a state that allows this',
    remedy: 'Read the resource; `detail` says which state allows the request.',
  },
  conflict: {
    status: 409,
    title: 'The request conflicts with what exists',
    remedy: 'Read `detail`: choose another name, or read the resource and repeat the change.',
  },
  idempotency_in_progress: {
    status: 409,
    title: 'The first request with this Idempotency-Key is still running',
    remedy: 'Wait, then repeat the request.',
  },
  // 412 … 415
  precondition_failed: {
    status: 412,
    title: 'The resource has changed since it was read',
    remedy: 'Read the resource and repeat the change with its new `ETag`.',
  },
  body_too_large: {
    status: 413,
    title: 'The body is too large',
    remedy: 'Send less; the limit of each route is in the settings reference.',
  },
  too_many_values: {
    status: 413,
    title: 'The JSON body has too many values',
    remedy: 'Send it in parts; a long text or file in one string counts as one value.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'The media type of the body is not supported',
    remedy: 'Send `application/json` in UTF-8, uncompressed.',
  },
  // 422: well-formed but impossible
  impossible: {
    status: 422,
    title: 'The request is valid but cannot be carried out',
    remedy: 'Correct what `errors` names; `detail` says what would be accepted.',
  },
  idempotency_mismatch: {
    status: 422,
    title: 'The Idempotency-Key was used with another body',
    remedy: 'Use a new key for a new request.',
  },
  limit_exceeded: {
    status: 422,
    title: 'A limit of this service was exceeded',
    remedy: 'Reduce what `detail` names, or raise the setting.',
  },
  agents_unavailable: {
    status: 422,
    title: 'The agent is not available',
    remedy: 'Use an agent that `detail` names, or omit the name.',
  },
  benchmark_unavailable: {
    status: 422,
    title: 'The benchmark is not available',
    remedy: 'Choose one of `GET /benchmarks`, or provide the files that `detail` names.',
  },
  provider_not_configured: {
    status: 422,
    title: 'The model provider is not configured',
    remedy: 'Configure the provider; `GET /providers` lists those that are configured.',
  },
  // 429, 431
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    remedy: 'Wait for `Retry-After` seconds; the header `RateLimit` says what is left.',
  },
  headers_too_large: {
    status: 431,
    title: 'The request headers are too large',
    remedy: 'Send fewer or smaller headers; 16 kB are accepted.',
  },
  // 5xx
  internal: {
    status: 500,
    title: 'Internal error',
    remedy: 'Report it with the `request_id`; the log has the details.',
  },
  too_many_bodies: {
    status: 503,
    title: 'Too many large bodies are being uploaded',
    remedy: 'Repeat after `Retry-After`; bodies up to 64,000 bytes are always accepted.',
  },
  not_ready: {
    status: 503,
    title: 'The service is not ready',
    remedy: 'Wait; if it stays, check the log and the disk or database server.',
  },
  model_failed: {
    status: 502,
    title: 'The model did not respond',
    remedy: '`detail` says what failed and what to do.',
  },
  storage_unavailable: {
    status: 503,
    title: 'The database did not respond',
    remedy: 'Repeat later; if it stays, check the database server.',
  },
  storage_damaged: {
    status: 503,
    title: 'The database is damaged',
    remedy: 'Stop the service and restore a backup.',
  },
  storage_full: {
    status: 507,
    title: 'The disk is full',
    remedy: 'Free space on the disk of `DATA_DIR` or of the database.',
  },
} as const satisfies Record<string, { status: number; title: string; remedy: string }>;

export type ErrorCode = keyof typeof ERRORS;

/** An invalid field of a request: a JSON pointer (`/slo_requirements/p50_latency_ms`) and a sentence. */
export interface FieldError {
  pointer: string;
  detail: string;
}

/**
 * An expected failure with its code from `ERRORS` and a sentence that contains the remedy. Any other thrown error is a
 * defect and is returned as `internal`.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly errors: readonly FieldError[];
  /** Seconds after which a retry may succeed (429, 503). */
  readonly retryAfter: number | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    extra: { errors?: readonly FieldError[]; retryAfter?: number; cause?: unknown } = {},
  ) {
    super(detail, extra.cause === undefined ? undefined : { cause: extra.cause });
    this.name = 'AppError';
    this.code = code;
    this.errors = extra.errors ?? [];
    this.retryAfter = extra.retryAfter;
  }
}

/** A 422 error of the class `impossible` that names one field. */
export function impossibleField(pointer: string, detail: string, code: ErrorCode = 'impossible'): AppError {
  return new AppError(code, detail, { errors: [{ pointer, detail }] });
}

/** A 422 error of the class `impossible` that names several fields; its sentence describes the problem of the first. */
export function impossibleFields(what: string, errors: readonly FieldError[]): AppError {
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more, see errors)` : '';
  return new AppError('impossible', `${what}: ${errors[0]?.detail}${more}.`, { errors });
}

/** `not_found` for a resource of this kind. The error is the same whether it exists elsewhere or nowhere. */
export function notFound(kind: string, id: string): AppError {
  return new AppError('not_found', `There is no ${kind} ${id} here.`);
}
