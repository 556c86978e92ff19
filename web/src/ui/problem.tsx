import { TouchstoneError } from '@touchstone/client';

/** What went wrong, in the service's own words, with the code to look it up by. Nothing where nothing did. */
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
  return (
    <div className="problem" role="alert">
      <p>{error.detail}</p>
      {error.errors.length > 0 && (
        <ul>
          {error.errors.map(({ pointer, detail }) => (
            <li key={pointer}>
              <code>{pointer}</code> {detail}
            </li>
          ))}
        </ul>
      )}
      <p className="quiet">
        <code>{error.code}</code>
        {error.requestId && <> · request {error.requestId}</>}
      </p>
    </div>
  );
}
