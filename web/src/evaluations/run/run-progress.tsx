import { benchmarkName, loadProgress, type Report } from '@touchstone/report';
import { count, duration, plural, usd } from '@touchstone/report/figures';
import type { Evaluation } from '../../api/api.ts';
import { Fact } from '../../ui/fact.tsx';
import { Scroll } from '../../ui/scroll.tsx';

interface RunProgressProps {
  evaluation: Evaluation;
  report: Report;
}

/** How far each candidate is on each benchmark, how fast the run goes, and what it has cost. */
export function RunProgress({
  evaluation,
  report: { coverage, cost, methodology, load: underLoad },
}: RunProgressProps) {
  const { results } = evaluation;
  const load = results ? loadProgress(results) : [];
  const units = sum(coverage.map((one) => one.units));
  const pending = sum(coverage.map((one) => one.pending));
  const { started_at, completed_at } = evaluation;
  const requests = sum(underLoad.flatMap(({ rows }) => rows.map(({ attempted }) => attempted)));
  const end = completed_at === null ? Date.now() : Date.parse(completed_at);
  const elapsed = started_at === null ? 0 : (end - Date.parse(started_at)) / 1000;
  // Answers of a batch come all at once, so no rate says anything of those to come.
  const rate = elapsed > 0 && evaluation.methodology.delivery !== 'batch' ? (units - pending) / elapsed : 0;
  const benchmarks = [...new Set(coverage.map(({ benchmark }) => benchmark))];
  const targets = [
    ...new Set([
      ...coverage.map(({ target_label }) => target_label),
      ...load.flatMap(({ slices }) => [...slices.keys()]),
    ]),
  ];
  return (
    <section aria-label="Progress">
      <dl className="facts">
        <Fact name="Responses">{`${count(units - pending)} of ${count(units)}`}</Fact>
        {requests > 0 && <Fact name="Requests under load">{count(requests)}</Fact>}
        <Fact name="Elapsed">{duration(elapsed)}</Fact>
        {rate > 0 && <Fact name="Rate">{`${count(Number(rate.toPrecision(2)))} responses/s`}</Fact>}
        {pending > 0 && rate > 0 && <Fact name="Remaining">{duration(pending / rate)}</Fact>}
        <Fact name="Cost so far">{`${usd(cost.usd)}${methodology.max_cost_usd === null ? '' : ` of ${usd(methodology.max_cost_usd)} limit`}`}</Fact>
      </dl>
      {cost.shared_answers !== undefined && cost.shared_answers > 0 && (
        <p>
          {plural(cost.shared_answers, 'response')} reused from earlier runs or other candidates, at no cost.
          Their latency is from the original call.
        </p>
      )}
      {requests > 0 && (
        <p className="quiet">
          The model calls of an estimate also include load requests, warm-up requests and judge calls.
        </p>
      )}
      {cost.unknown_calls > 0 && (
        <p className="quiet">The cost of {plural(cost.unknown_calls, 'call')} is not known.</p>
      )}
      <Scroll label="Progress by candidate">
        <table>
          <thead>
            <tr>
              <th scope="col">Candidate</th>
              {benchmarks.map((benchmark) => (
                <th key={benchmark} scope="col">
                  {benchmarkName(benchmark)}
                </th>
              ))}
              {load.map(({ benchmark }) => (
                <th key={benchmark} scope="col">
                  {benchmarkName(benchmark)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {targets.map((target) => (
              <tr key={target}>
                <th scope="row">{target}</th>
                {benchmarks.map((benchmark) => (
                  <td key={benchmark}>
                    <Cell
                      row={coverage.find((one) => one.target_label === target && one.benchmark === benchmark)}
                      name={`${target} on ${benchmark}`}
                    />
                  </td>
                ))}
                {load.map(({ benchmark, planned, slices }) => (
                  <td key={benchmark}>
                    <Slices
                      done={slices.get(target) ?? 0}
                      planned={planned}
                      name={`${target} under ${benchmark}`}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </section>
  );
}

function Slices({ done, planned, name }: { done: number; planned: number; name: string }) {
  return (
    <>
      {done < planned && <progress value={done} max={planned} aria-label={name} />}{' '}
      <span>
        {done} of {plural(planned, 'slice')}
      </span>
    </>
  );
}

function Cell({ row, name }: { row: Report['coverage'][number] | undefined; name: string }) {
  if (row === undefined) return '–';
  const done = row.units - row.pending;
  const wrong = [
    row.failed > 0 && `${row.failed} failed`,
    row.unscored > 0 && `${row.unscored} unscored`,
    row.truncated > 0 && `${row.truncated} truncated`,
  ].filter(Boolean);
  return (
    <>
      {row.pending > 0 && <progress value={done} max={row.units} aria-label={name} />}{' '}
      <span>
        {count(done)} of {count(row.units)}
      </span>
      {wrong.length > 0 && <p className="warning">{wrong.join(', ')}</p>}
    </>
  );
}

const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
