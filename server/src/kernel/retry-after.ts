type Header = string | readonly string[] | undefined;

/** Longer delays are reduced to this: nobody waits longer, and it still fits a date. */
const MAX_DELAY_MS = 365 * 24 * 3_600_000;
const DECIMAL = /^\d+(?:\.\d+)?$/;
/** ISO 8601 times with a zone: not in RFC 9110, but some servers send them. */
const ISO = /^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/;
const HTTP_DATE =
  /^(?:[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4}|[A-Z][a-z]{5,8}, \d\d-[A-Z][a-z]{2}-\d\d) [\d:]{8} GMT$/;
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d [\d:]{8} \d{4}$/;

/**
 * Milliseconds after which a server asks to be asked again: `Retry-After` as seconds, with a fraction too, or as one of the
 * dates of HTTP (RFC 9110, 10.2.3 and 5.6.7). 0 for a date that is over, a year for anything longer; undefined where
 * it says nothing that can be understood.
 *
 * @param now the wall clock, in milliseconds since 1970
 * @param milliseconds `Retry-After-Ms`, which some model servers send and which is more exact; it counts where it can be read
 */
export function retryAfterMs(header: Header, now: number, milliseconds?: Header): number | undefined {
  const exact = first(milliseconds);
  if (DECIMAL.test(exact)) return boundDelay(Number(exact));
  const value = first(header);
  if (DECIMAL.test(value)) return boundDelay(Number(value) * 1000);
  const at = timeOf(value);
  return Number.isNaN(at) ? undefined : boundDelay(at - now);
}

/** Milliseconds since 1970; NaN for what is no date. `Date.parse` alone takes `-5` for one, and asctime for local time. */
function timeOf(value: string): number {
  if (ASCTIME.test(value)) return Date.parse(`${value} GMT`);
  return HTTP_DATE.test(value) || ISO.test(value) ? Date.parse(value) : Number.NaN;
}

const first = (header: Header): string => String([header].flat()[0] ?? '').trim();
const boundDelay = (ms: number): number => Math.min(MAX_DELAY_MS, Math.max(0, Math.ceil(ms)));
