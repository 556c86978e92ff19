import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Problem } from './problem.tsx';

interface SectionProps<T> {
  title: string;
  loaded: UseQueryResult<T[]>;
  /** What to say where there is nothing yet. */
  empty: string;
  children: (items: T[]) => ReactNode;
}

/** A titled list: while it comes, when it fails, when it is empty, and when it is there. */
export function Section<T>({ title, loaded, empty, children }: SectionProps<T>) {
  const { data, error } = loaded;
  return (
    <section aria-label={title} aria-busy={data === undefined && error === null}>
      <h2>
        {title} {data && data.length > 0 && <span className="count">{data.length}</span>}
      </h2>
      <Problem error={error} />
      {data?.length === 0 && <p className="empty">{empty}</p>}
      {data && data.length > 0 && children(data)}
    </section>
  );
}

/** A part of a page that stays closed until it is wanted. */
export function Fold({ title, open, children }: { title: string; open?: boolean; children: ReactNode }) {
  return (
    <details className="fold" open={open}>
      <summary>{title}</summary>
      <div>{children}</div>
    </details>
  );
}
