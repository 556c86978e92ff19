import { type ErrorComponentProps, Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { baseUrl } from '../api/api.ts';
import { Page } from '../ui/page.tsx';
import { Problem } from '../ui/problem.tsx';
import { PageNotLoaded } from './lazy-page.ts';

/** What stands where the address names no page. */
export function NotFound() {
  return (
    <main id="main">
      <Page title="Page not found">
        <p>
          No page exists at this address. The address may be wrong, or the resource was deleted.{' '}
          <Link to="/">All workspaces</Link>
        </p>
      </Page>
    </main>
  );
}

/** What stands where the frame of all pages broke. */
export function FrameFailed(props: ErrorComponentProps) {
  return (
    <main id="main">
      <PageFailed {...props} />
    </main>
  );
}

/** What stands where a page could not be fetched, or broke while it was shown. */
export function PageFailed({ error, reset }: ErrorComponentProps) {
  if (error instanceof PageNotLoaded) return <NotLoaded error={error} reset={reset} />;
  return (
    <Page title="This page could not be shown">
      <Problem error={error} />
      <p>
        <button type="button" onClick={reset}>
          Try again
        </button>{' '}
        <LoadAgain />
      </p>
    </Page>
  );
}

const AGAIN_MS = 3000;

/** The browser is not sent to another address, which it could not load either: the page is asked for until it comes. */
function NotLoaded({ error, reset }: { error: PageNotLoaded; reset: () => void }) {
  const [isAnswering, setAnswering] = useState(false);
  const tryAgain = async () => {
    if (await error.isThereNow()) reset();
    else setAnswering(await answers());
  };
  useEffect(() => {
    const timer = setInterval(() => void error.isThereNow().then((isThere) => isThere && reset()), AGAIN_MS);
    return () => clearInterval(timer);
  }, [error, reset]);
  return (
    <Page title="This page could not be loaded">
      <div className="problem" role="alert">
        {isAnswering ? (
          <p>The service may have been updated. Reload the console.</p>
        ) : (
          <p>The service cannot be reached. The console retries every few seconds.</p>
        )}
      </div>
      <p>
        {isAnswering && <LoadAgain />}{' '}
        <button type="button" onClick={() => void tryAgain()}>
          Try again
        </button>
      </p>
    </Page>
  );
}

function LoadAgain() {
  return (
    <button type="button" onClick={() => window.location.reload()}>
      Reload the console
    </button>
  );
}

async function answers(): Promise<boolean> {
  try {
    return (await fetch(`${baseUrl}/healthz`, { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}
