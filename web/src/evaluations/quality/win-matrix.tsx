import { Link } from '@tanstack/react-router';
import { type BenchmarkSection, benchmarkName, comparisonOutcome, type Report } from '@touchstone/report';
import { signedPoints } from '@touchstone/report/figures';
import { Scroll } from '../../ui/scroll.tsx';
import { useEvaluation } from '../use-evaluation.ts';

interface WinMatrixProps {
  benchmark: BenchmarkSection;
  targets: Report['targets'];
}

/** Who beats whom on one benchmark: the candidate of the row against that of the column. */
export function WinMatrix({ benchmark: { key, comparisons }, targets }: WinMatrixProps) {
  const { evaluation } = useEvaluation();
  const named = new Set(comparisons.flatMap(({ target_a, target_b }) => [target_a, target_b]));
  const compared = targets.filter(({ label }) => named.has(label));
  if (evaluation === undefined || compared.length < 2) return null;
  const params = { workspaceId: evaluation.workspace_id, evaluationId: evaluation.id };
  return (
    <figure className="figure">
      <figcaption>
        <strong>Pairwise results</strong>
      </figcaption>
      <Scroll label={`Pairwise results on ${benchmarkName(key)}`}>
        <table className="matrix">
          <thead>
            <tr>
              <th scope="col">Row compared with column</th>
              {compared.map(({ letter, label }) => (
                <th key={letter} scope="col" title={label}>
                  {letter}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {compared.map((row) => (
              <tr key={row.letter}>
                <th scope="row">
                  {row.letter} <span className="quiet">{row.label}</span>
                </th>
                {compared.map((column) => {
                  const cell = resultOf(comparisons, row.label, column.label);
                  return (
                    <td key={column.letter} className={cell?.tone}>
                      {cell && (
                        <Link
                          to="/workspaces/$workspaceId/evaluations/$evaluationId/samples"
                          params={params}
                          search={{ benchmark: key, a: row.label, b: column.label }}
                          title={`${cell.says}. Open samples`}
                          aria-label={`${row.label} against ${column.label}: ${cell.says}`}
                        >
                          {cell.symbol}
                        </Link>
                      )}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      <p className="quiet">Row compared with column, in points: ▲ better, ▼ worse, = tied, ? undecided.</p>
    </figure>
  );
}

function resultOf(comparisons: BenchmarkSection['comparisons'], row: string, column: string) {
  const pair = comparisons.find(
    ({ target_a, target_b }) =>
      (target_a === row && target_b === column) || (target_a === column && target_b === row),
  );
  if (pair === undefined) return undefined;
  const difference = signedPoints(pair.target_a === row ? pair.delta : -pair.delta).replace('-', '−');
  const says = `${comparisonOutcome(pair)}, ${difference} points`;
  if (pair.winner === 'undecided') return { symbol: `? ${difference}`, says, tone: 'undecided' };
  if (pair.winner === 'tie') return { symbol: `= ${difference}`, says, tone: 'tie' };
  const won = pair.winner === row;
  return { symbol: `${won ? '▲' : '▼'} ${difference}`, says, tone: won ? 'won' : 'lost' };
}
