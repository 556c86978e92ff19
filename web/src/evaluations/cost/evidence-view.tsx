import type { EvidenceSection, Report } from '@touchstone/report';
import { count, usd } from '@touchstone/report/figures';
import { Dated } from '../../ui/dated.tsx';
import { Scroll } from '../../ui/scroll.tsx';

/** Evidence: what cost, compliance and lock-in of each stack rest on. Closed at first. */
export function EvidenceView({ report: { evidence } }: { report: Report }) {
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

function Findings({
  evidence: { cost, compliance, lock_in, assumptions, missing },
}: {
  evidence: EvidenceSection;
}) {
  const { priced_request: priced } = cost;
  const rows = [
    ...(priced === undefined ? [] : [[cost.basis === 'api' ? 'priced from' : 'API price from', priced.says]]),
    ...cost.lines.map((line) => [
      line.item,
      `${count(line.quantity)} ${line.unit}, ${usd(line.unit_usd)}; ${line.source}, ${line.as_of}`,
    ]),
    ...compliance.map(({ requirement, component, status, evidence }) => [
      requirement,
      `${component}: ${status}; ${evidence}`,
    ]),
    ...lock_in.lines.map(({ component, points, most, evidence }) => [
      `lock-in: ${component}`,
      `${points ?? 'not known'} of ${most}; ${evidence}`,
    ]),
    ...assumptions.map((assumption) => ['assumed', assumption]),
    ...missing.map(({ fact, add }) => ['not known', `${fact}; add it: ${add}`]),
  ];
  return (
    <>
      <p>
        {usd(cost.monthly_usd)} per month, 1,000 good requests {usd(cost.per_1k_good_requests_usd)}, lock-in{' '}
        {lock_in.score ?? 'not known'}
      </p>
      <Scroll label="Evidence table">
        <table>
          <tbody>
            {rows.map(([name, says]) => (
              <tr key={`${name} ${says}`}>
                <th scope="row">{name}</th>
                <td>
                  <Dated text={says ?? ''} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  );
}
