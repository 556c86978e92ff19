import { plural } from '@touchstone/report/figures';
import { formatTime } from '../../ui/format.ts';
import { Fold } from '../../ui/section.tsx';
import { Warnings } from '../../ui/warnings.tsx';
import { SectionViews } from '../results/section-view.tsx';
import { useEvaluation } from '../use-evaluation.ts';
import { Batches } from './batches.tsx';
import { Manifest } from './manifest.tsx';
import { MetricTable } from './metric-table.tsx';
import { RunControls } from './run-controls.tsx';
import { RunProgress } from './run-progress.tsx';

/** More warnings than these are a wall of text. */
const MAX_OPEN = 5;

/** How the run went: how far, how fast, at what cost, what failed, and what can be asked of it. */
export function RunPage() {
  const { evaluation, report } = useEvaluation();
  if (evaluation === undefined) return null;
  const { created_at, completed_at, error_message } = evaluation;
  const warnings = [...new Set([...(evaluation.warnings ?? []), ...(report?.warnings ?? [])])];
  return (
    <>
      <p className="quiet">
        Created {formatTime(created_at)}
        {completed_at && `, ended ${formatTime(completed_at)}`}
      </p>
      {error_message && <p className="warning">{error_message}</p>}
      {report && <RunProgress evaluation={evaluation} report={report} />}
      <Batches evaluation={evaluation} />
      <RunControls evaluation={evaluation} />
      {warnings.length > 0 && (
        <Fold title={plural(warnings.length, 'warning')} open={warnings.length <= MAX_OPEN}>
          <Warnings warnings={warnings} />
        </Fold>
      )}
      {report && <SectionViews sections={report.sections.filter(({ about }) => about === 'run')} />}
      {report && (
        <Fold title="All run metrics">
          <MetricTable report={report} />
        </Fold>
      )}
      <Manifest evaluation={evaluation} />
    </>
  );
}
