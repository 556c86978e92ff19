import type { Report } from '@touchstone/client/report';
import { range, score } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';

type Preferences = NonNullable<NonNullable<Report['judging']>['preferences']>;

/** Which answers judges prefer, the order of the targets that follows, and what the order of showing changes. */
export function PreferenceTables({
  preferences: { pairs, ranking, position },
}: {
  preferences: Preferences;
}) {
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
