import type { components } from './generated.ts';

/** The `application/problem+json` body of an error (RFC 9457). */
export type Problem = components['schemas']['Problem'];
export type ProblemCode = Problem['code'];

/**
 * A response other than 2xx. Branch on `code`, which is stable; `message` is for people, and `requestId` identifies
 * the request in the service's log.
 */
export class TouchstoneError extends Error {
  override readonly name = 'TouchstoneError';
  /** `not_a_problem`: something other than the service responded, such as a proxy. */
  readonly code: ProblemCode | 'not_a_problem';
  readonly status: number;
  /** Every invalid field by JSON Pointer; empty if the error concerns none. */
  readonly errors: readonly { pointer: string; detail: string }[];
  readonly requestId: string | null;
  /** Seconds to wait before a retry (429, 503). */
  readonly retryAfter: number | null;

  constructor(response: Response, problem: Problem | null) {
    super(problem?.detail ?? `The response has status ${response.status} and is not a problem document.`);
    this.code = problem?.code ?? 'not_a_problem';
    this.status = response.status;
    this.errors = problem?.errors ?? [];
    this.requestId = problem?.request_id ?? response.headers.get('x-request-id');
    const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
    this.retryAfter = Number.isFinite(seconds) ? seconds : null;
  }

  get detail(): string {
    return this.message;
  }
}

/** Reads a response other than 2xx. Never throws: a body that cannot be read gives `not_a_problem`. */
export async function toError(response: Response): Promise<TouchstoneError> {
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json');
  if (!isProblem) return new TouchstoneError(response, null);
  try {
    return new TouchstoneError(response, (await response.json()) as Problem);
  } catch {
    return new TouchstoneError(response, null);
  }
}
