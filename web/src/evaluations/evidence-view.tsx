import type { Results } from '../api.ts';
import { usd } from '../ui/format.ts';

type Evidence = NonNullable<Results['evidence']>[number];

/** What costs, compliance and lock-in rest on; closed until somebody wants to see it. */
export function EvidenceView({ results: { evidence = [] } }: { results: Results }) {
  if (evidence.length === 0) return null;
  return (
    <section aria-label="Evidence">
      <h3>Evidence</h3>
      {evidence.map((one) => (
        <details key={`${one.target_label} ${one.scenario_label}`}>
          <summary>
            {one.target_label} under {one.scenario_label}
          </summary>
          <Findings evidence={one} />
        </details>
      ))}
    </section>
  );
}

function Findings({ evidence: { cost, regions, certifications, lock_in } }: { evidence: Evidence }) {
  const compliance = [...(regions ? [regions] : []), ...Object.values(certifications)];
  const missing = new Set(
    [cost, lock_in, ...compliance].flatMap((one) =>
      one.missing.map(({ fact, add }) => `${fact}; add it: ${add}`),
    ),
  );
  const rows = [
    ...cost.lines.map((line) => [
      line.item,
      `${line.quantity.toLocaleString()} ${line.unit}, ${usd(line.unit_usd)}; ${line.source}, ${line.as_of}`,
    ]),
    ...compliance.flatMap(({ requirement, findings }) =>
      findings.map(({ component, status, evidence }) => [
        requirement,
        `${component}: ${status}; ${evidence}`,
      ]),
    ),
    ...lock_in.lines.map(({ component, points, most, evidence }) => [
      `lock-in: ${component}`,
      `${points ?? 'not known'} of ${most}; ${evidence}`,
    ]),
    ...[...missing].map((fact) => ['not known', fact]),
  ];
  return (
    <>
      <p>
        A month {usd(cost.monthly_usd)}, 1,000 good requests {usd(cost.per_1k_good_requests_usd)}, lock-in{' '}
        {lock_in.score ?? 'not known'}
      </p>
      <table>
        <tbody>
          {rows.map(([name, says]) => (
            <tr key={`${name} ${says}`}>
              <th scope="row">{name}</th>
              <td>{says}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
