import type { ReactNode } from 'react';

/** A place for what may be wider than the page; it scrolls by itself, by the keyboard too. */
export function Scroll({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it the keyboard could not scroll
    <section className="scroll" aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
