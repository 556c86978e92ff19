import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';

/** What stands where the address names no page. */
export function NotFound() {
  return (
    <main id="main">
      <Page title="Nothing here">
        <p>
          There is no page at this address. It may have been mistyped, or what it showed was deleted.{' '}
          <Link to="/">All workspaces</Link>
        </p>
      </Page>
    </main>
  );
}

/** What stands where a page broke while it was shown: the console's own fault, or a lost connection to its files. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  return (
    <main id="main">
      <Page title="This page could not be shown">
        <Problem error={error} />
        <p>
          If the service was updated while this page was open, loading it again helps.{' '}
          <button type="button" onClick={() => window.location.reload()}>
            Load again
          </button>{' '}
          <button type="button" onClick={reset}>
            Try to show it
          </button>
        </p>
      </Page>
    </main>
  );
}
