import { cellTexts, type Section } from '@touchstone/client/report';
import { Table } from '../../ui/table.tsx';

/** What a kind without a view of its own found: its table, and how to read it. */
export function SectionView({ section: { title, head, rows, sentences } }: { section: Section }) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <Table head={[...head]} rows={rows.map((row) => row.map((cell) => cellTexts(cell, '–').join(', ')))} />
      {sentences.map((sentence) => (
        <p key={sentence} className="quiet">
          {sentence}
        </p>
      ))}
    </section>
  );
}
