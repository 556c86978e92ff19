import { createContext, type ReactNode, useContext, useEffect } from 'react';

interface PageProps {
  /** The heading of the page, and the beginning of the tab's title. */
  title: string;
  /** Where the page is: a link to what is above it. */
  above?: ReactNode;
  /** Stands beside the heading: a status. */
  aside?: ReactNode;
  /** What can be done with what the page shows; the most wanted first. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The name of the workspace that is open; empty outside. */
export const WorkspaceName = createContext('');

/** Names the tab of the browser. */
export function useTitle(title: string): void {
  const workspace = useContext(WorkspaceName);
  useEffect(() => {
    document.title = tabTitle(title, workspace);
  }, [title, workspace]);
}

export const tabTitle = (...parts: readonly string[]) =>
  [...parts, 'Touchstone'].filter((part) => part !== '').join(' · ');

/** A page: its title, where it is, what can be done, and what it shows. */
export function Page({ title, above, aside, actions, children }: PageProps) {
  useTitle(title);
  return (
    <div className="page">
      <header className="page-head">
        <div>
          {above && <p className="above">{above}</p>}
          <h1 tabIndex={-1}>{title}</h1>
          {aside}
        </div>
        {actions && <div className="actions">{actions}</div>}
      </header>
      {children}
    </div>
  );
}
