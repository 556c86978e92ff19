import { benchmarkName, type Report } from '@touchstone/report';
import { PlainTable } from '../../ui/plain-table.tsx';

/** What failed, by cause; nothing where nothing did. */
export function Failures({ report: { coverage } }: { report: Report }) {
  const rows = coverage.flatMap(({ target_label, benchmark, failures }) =>
    Object.entries(failures).map(([cause, calls]) => [
      cause.replaceAll('_', ' '),
      target_label,
      benchmarkName(benchmark),
      calls,
    ]),
  );
  if (rows.length === 0) return null;
  return (
    <section aria-label="Failures">
      <h2>Failures by cause</h2>
      <PlainTable head={['Cause', 'Candidate', 'Benchmark', 'Calls']} rows={rows} />
    </section>
  );
}
