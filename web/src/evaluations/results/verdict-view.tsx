import type { Report, ScenarioSection } from '@touchstone/client/report';

/** The verdict of each scenario in sentences, and every requirement of every candidate. */
export function VerdictView({ report: { scenarios } }: { report: Report }) {
  return scenarios.map(({ label, verdict, requirements }) => (
    <section key={label} aria-label={`Verdict: ${label}`}>
      <h3>Verdict: {label}</h3>
      <Sentences verdict={verdict} />
      <RequirementTable requirements={requirements} />
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

function RequirementTable({ requirements }: { requirements: ScenarioSection['requirements'] }) {
  return (
    <div className="scroll">
      <table>
        <thead>
          <tr>
            <th scope="col">Target</th>
            <th scope="col">Requirement</th>
            <th scope="col">Status</th>
            {['Observed', 'Limit', 'Requests', 'More needed'].map((name) => (
              <th key={name} scope="col" className="number">
                {name}
              </th>
            ))}
            <th scope="col">Why</th>
          </tr>
        </thead>
        <tbody>
          {requirements.map((one) => (
            <tr key={`${one.target_label} ${one.requirement}`}>
              <th scope="row">{one.target_label}</th>
              <td>{one.says}</td>
              <td>
                <span className={`winner ${WEIGHT[one.status]}`}>{one.status}</span>
              </td>
              <td className="number">{figure(one.observed)}</td>
              <td className="number">{figure(one.limit)}</td>
              <td className="number">{figure(one.n)}</td>
              <td className="number">{figure(one.samples_needed)}</td>
              <td className="why quiet">{one.reason}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The style of each status, among those of a comparison's outcomes. */
const WEIGHT = { pass: 'won', fail: 'lost', inconclusive: 'undecided', unknown: 'undecided' } as const;

function figure(value: number | null): string {
  return value === null ? '–' : value.toLocaleString(undefined, { maximumSignificantDigits: 4 });
}
