import type { Report, ScenarioSection } from '@touchstone/report';
import { PlainTable } from '../../ui/plain-table.tsx';

/** The verdict of each scenario in sentences, and every requirement of every candidate. */
export function VerdictView({ report: { scenarios } }: { report: Report }) {
  return scenarios.map(({ label, verdict, requirementTable }) => (
    <section key={label} aria-label={`Verdict: ${label}`}>
      <h3>Verdict: {label}</h3>
      <Sentences verdict={verdict} />
      <PlainTable {...requirementTable} />
    </section>
  ));
}

function Sentences({ verdict }: { verdict: ScenarioSection['verdict'] }) {
  if (!verdict) return <p className="quiet">The verdict is given when everything is measured.</p>;
  return (
    <ul>
      {verdict.sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}
