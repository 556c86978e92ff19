import type { Report } from '@touchstone/report';
import { count, usd } from '../../ui/format.ts';
import { SectionView } from '../results/section-view.tsx';

/** How many units were scored, failed or are pending, and what the calls cost. */
export function CoverageTable({ report: { coverageTable, cost } }: { report: Report }) {
  return (
    <SectionView section={coverageTable}>
      <p className="quiet">
        Cost: {usd(cost.usd)}
        {cost.unknown_calls > 0 && `; the cost of ${count(cost.unknown_calls, 'call')} is not known`}
      </p>
    </SectionView>
  );
}
