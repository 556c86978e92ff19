import type { Results } from '../api.ts';

type Verdict = NonNullable<Results['verdict']>[number];
type Requirement = NonNullable<Results['requirements']>[number];

/** The verdict of each scenario in sentences, and every requirement of every candidate. */
export function VerdictView({ results }: { results: Results }) {
  const requirements = results.requirements ?? [];
  const scenarios = [...new Set(requirements.map(({ scenario_label }) => scenario_label))];
  return scenarios.map((scenario) => (
    <section key={scenario} aria-label={`Verdict: ${scenario}`}>
      <h3>Verdict: {scenario}</h3>
      <Sentences verdict={results.verdict?.find(({ scenario_label }) => scenario_label === scenario)} />
      <RequirementTable
        requirements={requirements.filter(({ scenario_label }) => scenario_label === scenario)}
      />
    </section>
  ));
}

function Sentences({ verdict }: { verdict: Verdict | undefined }) {
  if (!verdict) return <p className="quiet">It is given when everything is measured.</p>;
  return (
    <ul>
      {verdict.sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  );
}

function RequirementTable({ requirements }: { requirements: readonly Requirement[] }) {
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

/** As outcomes of comparisons look. */
const WEIGHT = { pass: 'won', fail: 'lost', inconclusive: 'undecided', unknown: 'undecided' } as const;

function figure(value: number | null): string {
  return value === null ? '–' : value.toLocaleString(undefined, { maximumSignificantDigits: 4 });
}
