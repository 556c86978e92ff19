import type { Section } from '@touchstone/report';
import type { ReactNode } from 'react';
import { PlainTable } from '../../ui/plain-table.tsx';

/** What a kind without a view of its own found: its table, and how to read it. */
function SectionView({ section, children }: { section: Section; children?: ReactNode }) {
  const { title, sentences } = section;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <PlainTable {...section} label={`${title}: ${section.head.join(', ')}`} />
      {sentences.map((sentence) => (
        <p key={sentence} className="quiet">
          {sentence}
        </p>
      ))}
      {children}
    </section>
  );
}

/** What kinds of measurement found that have no picture of their own. */
export function SectionViews({ sections }: { sections: readonly Section[] }) {
  return sections.map((section) => <SectionView key={section.title} section={section} />);
}
