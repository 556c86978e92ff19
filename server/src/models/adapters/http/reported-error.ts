/** What a model server says about a failure in its body, whichever protocol it speaks. */
export interface ReportedError {
  message?: string;
  code?: string;
  type?: string;
  /** How long it asks us to wait (Google's `RetryInfo`). */
  retryAfterMs?: number;
  /** A quota counted by the day is named as exceeded (Google's `QuotaFailure`). */
  dailyQuota?: boolean;
}

/**
 * Reads `{error: {message, code | status, type}}`, `{error: "…"}`, `{message, …}` and the same inside a list,
 * as OpenAI, Anthropic, Google, Mistral and the servers that imitate them write it. Empty for anything else.
 */
export function readReportedError(body: string | undefined): ReportedError {
  const json = parseOrNull(body ?? '');
  const top = Array.isArray(json) ? json[0] : json;
  const inner = isRecord(top) ? (top.error ?? top) : undefined;
  if (typeof inner === 'string') return { message: inner };
  if (!isRecord(inner)) return {};
  const message = inner.message ?? inner.detail;
  const code = inner.code ?? inner.status;
  return {
    ...(typeof message === 'string' && { message }),
    ...(typeof inner.type === 'string' && { type: inner.type }),
    ...((typeof code === 'string' || typeof code === 'number') && { code: String(code) }),
    ...readDetails(Array.isArray(inner.details) ? inner.details : []),
  };
}

/** Google's error details (google.rpc.RetryInfo, google.rpc.QuotaFailure). */
function readDetails(details: readonly unknown[]): Pick<ReportedError, 'retryAfterMs' | 'dailyQuota'> {
  const found: Pick<ReportedError, 'retryAfterMs' | 'dailyQuota'> = {};
  for (const detail of details) {
    if (!isRecord(detail)) continue;
    const seconds = /^(\d+(?:\.\d+)?)s$/.exec(String(detail.retryDelay ?? ''))?.[1];
    if (seconds !== undefined) found.retryAfterMs = Math.ceil(Number(seconds) * 1000);
    const violations = Array.isArray(detail.violations) ? detail.violations : [];
    if (violations.some((v) => isRecord(v) && /PerDay/i.test(String(v.quotaId)))) found.dailyQuota = true;
  }
  return found;
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
