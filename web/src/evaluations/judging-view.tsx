import type { Results } from '../api.ts';
import { range, score } from '../ui/format.ts';

type Judging = NonNullable<Results['judging']>;
type Preferences = NonNullable<Judging['preferences']>;

/** How far judges can be believed: whom they prefer, whether the order of showing decides, how they agree with people. */
export function JudgingView({ results: { judging } }: { results: Results }) {
  if (!judging) return null;
  const { judges, preferences, calibration } = judging;
  return (
    <section aria-label="Judges">
      <h3>Judges</h3>
      <Table
        head={['Judge', 'Judgements', 'Failed']}
        rows={judges.map(({ judge, judgements, failed }) => [judge, judgements, failed])}
      />
      {preferences && <PreferenceTables preferences={preferences} />}
      {calibration.length > 0 && <CalibrationTable calibration={calibration} />}
    </section>
  );
}

function PreferenceTables({ preferences: { pairs, ranking, position } }: { preferences: Preferences }) {
  return (
    <>
      <Table
        head={['Pair', 'First preferred', 'Second preferred', 'Ties', 'Win rate of the first', 'Interval']}
        rows={pairs.map((one) => [
          `${one.target_a} or ${one.target_b}`,
          one.wins_a,
          one.wins_b,
          one.ties,
          score(one.win_rate),
          range(one.ci_low, one.ci_high),
        ])}
      />
      {ranking && (
        <Table
          head={['Order (Bradley and Terry)', 'Elo', 'Log strength', 'Standard error']}
          rows={ranking.targets.map((one) => [
            one.target_label,
            one.elo.toFixed(0),
            score(one.log_strength),
            score(one.se),
          ])}
        />
      )}
      <Table
        head={['Judge', 'Pairs', 'Same in both orders', 'P(first wins) − ½', 'Interval']}
        rows={position.map((one) => [
          one.judge,
          one.pairs,
          score(one.consistency),
          score(one.bias),
          range(one.bias_ci_low, one.bias_ci_high),
        ])}
      />
    </>
  );
}

function CalibrationTable({ calibration }: { calibration: Judging['calibration'] }) {
  return (
    <Table
      head={['Against labels', 'Labels', 'Cohen’s κ', 'Interval', 'Sensitivity', 'Specificity']}
      rows={calibration.map((one) => [
        one.criterion,
        one.labels,
        score(one.kappa),
        range(one.kappa_ci_low, one.kappa_ci_high),
        score(one.sensitivity),
        score(one.specificity),
      ])}
    />
  );
}

/** The first cell of a row is its heading. */
function Table({ head, rows }: { head: string[]; rows: (string | number)[][] }) {
  return (
    <div className="scroll">
      <table>
        <thead>
          <tr>
            {head.map((name, i) => (
              <th key={name} scope="col" className={i === 0 ? undefined : 'number'}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...rest]) => (
            <tr key={first}>
              <th scope="row">{first}</th>
              {rest.map((cell, i) => (
                <td key={head[i + 1]} className="number">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
