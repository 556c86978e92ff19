import type { Report } from '@touchstone/client/report';
import { range, score } from '../../ui/format.ts';
import { Table } from '../../ui/table.tsx';
import { PreferenceTables } from './preference.tsx';

type Judging = NonNullable<Report['judging']>;

/** How far judges can be believed: what each did, which answers they prefer, and how they agree with people. */
export function JudgingView({ report: { judging } }: { report: Report }) {
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
