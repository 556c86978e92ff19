type Header = string | readonly string[] | undefined;

/** Longer delays are reduced to this, so that the result still fits a date. */
const MAX_DELAY_MS = 365 * 24 * 3_600_000;
const DECIMAL = /^\d+(?:\.\d+)?$/;
/** ISO 8601 times with a zone are not in RFC 9110, but some servers send them. */
const ISO = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4}|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d) [\d:]{8} GMT$/;
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/;

/**
 * Milliseconds after which a server asks for a retry: `Retry-After` in seconds, also with a fraction, or as an HTTP
 * date (RFC 9110, 10.2.3 and 5.6.7). 0 for a date in the past, one year for anything longer, undefined if the header
 * cannot be parsed.
 *
 * @param now the wall clock, in milliseconds since 1970
 * @param milliseconds `Retry-After-Ms`, which some model servers send and which is more exact; it takes precedence if
 * it can be parsed
 */
export function retryAfterMs(header: Header, now: number, milliseconds?: Header): number | undefined {
  const exact = first(milliseconds);
  if (DECIMAL.test(exact)) return boundDelay(Number(exact));
  const value = first(header);
  if (DECIMAL.test(value)) return boundDelay(Number(value) * 1000);
  const at = timeOf(value);
  return Number.isNaN(at) ? undefined : boundDelay(at - now);
}

/**
 * Milliseconds since 1970; NaN for anything that is not a date. `Date.parse` alone accepts `-5` and reads asctime as
 * local time.
 */
function timeOf(value: string): number {
  if (ASCTIME.test(value)) return Date.parse(`${value} GMT`);
  return HTTP_DATE.test(value) || ISO.test(value) ? Date.parse(value) : Number.NaN;
}

const first = (header: Header): string => String([header].flat()[0] ?? '').trim();
const boundDelay = (ms: number): number => Math.min(MAX_DELAY_MS, Math.max(0, Math.ceil(ms)));
