import { benchmarkName, type LoadSection } from '@touchstone/report';
import { count, formatRange, percent } from '@touchstone/report/figures';
import { PERCENTILES } from '@touchstone/report/limits';
import type { ReactNode } from 'react';
import { Scroll } from '../../ui/scroll.tsx';

interface LoadTableProps {
  section: LoadSection;
  /** Its pictures, above the figures. */
  children: ReactNode;
}

/** One benchmark under load: what was sent, and what each candidate did with it. */
export function LoadTable({ section: { benchmark, sent, rows, notes }, children }: LoadTableProps) {
  return (
    <section aria-label={benchmarkName(benchmark)}>
      <h2>{benchmarkName(benchmark)}</h2>
      <p>{sent}</p>
      {children}
      <Scroll label={`Figures of ${benchmarkName(benchmark)}`}>
        <table>
          <thead>
            <tr>
              <th scope="col">Candidate</th>
              <th scope="col" className="number">
                Requests
              </th>
              <th scope="col" className="number">
                Sent/s
              </th>
              <th scope="col" className="number">
                Responses/s
              </th>
              {PERCENTILES.map((percentile) => (
                <th key={percentile} scope="col" className="number">
                  {percentile} ms
                </th>
              ))}
              <th scope="col" className="number">
                {' '}
                Success rate{' '}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(
              ({ target_label, attempted, attempted_rps, throughput_rps, latency_ms, success_rate }) => (
                <tr key={target_label}>
                  <th scope="row">{target_label}</th>
                  <td className="number">{count(attempted)}</td>
                  <td className="number">{count(attempted_rps)}</td>
                  <td className="number">{count(throughput_rps)}</td>
                  {PERCENTILES.map((percentile) => (
                    <Percentile key={percentile} of={latency_ms[percentile] ?? null} />
                  ))}
                  <td className="number">{percent(success_rate?.value)}</td>
                </tr>
              ),
            )}
          </tbody>
        </table>
      </Scroll>
      {notes.map((sentence) => (
        <p key={sentence} className="quiet">
          {sentence}
        </p>
      ))}
      <p className="quiet">
        Small figures are the intervals of percentiles. They differ from a requirement’s interval, which is
        computed by testing the limit.
      </p>
    </section>
  );
}

type Latency = LoadSection['rows'][number]['latency_ms']['p50'];

function Percentile({ of }: { of: Latency }) {
  return (
    <td className="number">
      {count(of?.observed)}
      {of && <p className="quiet">{formatRange(count, of.ci_low, of.ci_high)}</p>}
    </td>
  );
}
