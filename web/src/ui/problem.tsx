import { TouchstoneError } from '@touchstone/client';
import { duration } from '@touchstone/report/figures';

/** Something between the browser and the service answered, such as a proxy. */
function notOurs(status: number): string {
  if (status === 413) return 'A proxy in front of the service rejected the request as too large.';
  if (status >= 500) return `A proxy in front of the service could not reach it (${status}).`;
  return `A proxy in front of the service responded with ${status}.`;
}

/** In the service's own words, except where those are about the API. */
function whatHappened({ code, status, detail }: TouchstoneError): string {
  if (code === 'invalid_id') return 'Nothing was found at this address.';
  return code === 'not_a_problem' ? notOurs(status) : detail;
}

/** What helps, where the sentence of the service does not say it. */
function whatToDo({ code, status, retryAfter }: TouchstoneError): string | null {
  if (code === 'invalid_id') return 'The address may be wrong, or the resource was deleted.';
  if (retryAfter !== null) return `Try again in ${duration(retryAfter)}.`;
  if (status === 413 && code === 'not_a_problem') return 'Send less, or ask the operator to raise the limit.';
  if (status >= 500)
    return 'Try again. If it keeps failing, ask the operator to look up this request in the log.';
  return null;
}

/**
 * What went wrong, in the service's own words, each of them once; of a failure of the service also the code and
 * request to look it up by. Nothing where nothing did.
 */
export function Problem({ error }: { error: unknown }) {
  if (error === undefined || error === null) return null;
  if (!(error instanceof TouchstoneError)) {
    const detail =
      error instanceof TypeError ? 'The service cannot be reached. Is it running?' : String(error);
    return (
      <div className="problem" role="alert">
        <p>{detail}</p>
      </div>
    );
  }
  const then = whatToDo(error);
  const said = whatHappened(error);
  const notSaid =
    error.code === 'invalid_id' ? [] : error.errors.filter(({ detail }) => !said.includes(detail));
  return (
    <div className="problem" role="alert">
      <p>
        {said}
        {then && ` ${then}`}
      </p>
      {notSaid.length > 0 && (
        <ul>
          {notSaid.map(({ pointer, detail }) => (
            <li key={pointer}>
              <code>{pointer}</code> {detail}
            </li>
          ))}
        </ul>
      )}
      {error.status >= 500 && (
        <p className="quiet">
          <code>{error.code}</code>
          {error.requestId && <> · request {error.requestId}</>}
        </p>
      )}
    </div>
  );
}
