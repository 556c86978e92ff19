import { Page } from './page.tsx';
import { Problem } from './problem.tsx';
import { Skeleton } from './skeleton.tsx';

interface NotShownProps {
  /** As a title begins with it: "This candidate". */
  what: string;
  /** Null while it is on its way. */
  error: unknown;
}

/** In the place of a page that is not there: that it comes, or why it does not. */
export function NotShown({ what, error }: NotShownProps) {
  if (error)
    return (
      <Page title={`${what} cannot be shown`}>
        <Problem error={error} />
      </Page>
    );
  return <Skeleton lines={14} />;
}
