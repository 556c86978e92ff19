import { Link, Outlet } from '@tanstack/react-router';
import { benchmarkFacts } from '@touchstone/client/benchmarks';
import { describeRemainingLoad, loadProgress, type Report } from '@touchstone/report';
import type { Evaluation } from '../api/api.ts';
import { NotShown } from '../ui/not-shown.tsx';
import { Page } from '../ui/page.tsx';
import { Progress, Status } from '../ui/status.tsx';
import { EvaluationActions } from './evaluation-actions.tsx';
import { useEvaluation } from './use-evaluation.ts';

const BASE = '/workspaces/$workspaceId/evaluations/$evaluationId';

/** The pages of an evaluation, from the answer to what it rests on. */
const PAGES = [
  { to: BASE, name: 'Overview' },
  { to: `${BASE}/quality`, name: 'Quality' },
  { to: `${BASE}/load`, name: 'Load' },
  { to: `${BASE}/cost`, name: 'Cost' },
  { to: `${BASE}/weights`, name: 'Weights' },
  { to: `${BASE}/migration`, name: 'Migration' },
  { to: `${BASE}/samples`, name: 'Samples' },
  { to: `${BASE}/run`, name: 'Run' },
] as const;

type PageName = (typeof PAGES)[number]['name'];

/** One evaluation: its name and state, the way to its pages, and the page that is open. */
export function EvaluationShell() {
  const { evaluation, report, error } = useEvaluation();
  if (evaluation === undefined) return <NotShown what="This evaluation" error={error} />;
  const params = { workspaceId: evaluation.workspace_id, evaluationId: evaluation.id };
  return (
    <Page
      title={evaluation.name}
      above={
        <Link to="/workspaces/$workspaceId/evaluations" params={params}>
          Evaluations
        </Link>
      }
      aside={<State evaluation={evaluation} />}
      actions={<EvaluationActions evaluation={evaluation} />}
    >
      <nav className="tabs" aria-label="Pages of this evaluation">
        {PAGES.filter(({ name }) => hasPage(name, evaluation, report)).map(({ to, name }) => (
          <Link
            key={to}
            to={to}
            params={params}
            activeOptions={{ exact: name === 'Overview', includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
          >
            {name}
          </Link>
        ))}
      </nav>
      <Outlet />
    </Page>
  );
}

/** Whether a page has anything to show; before there are results, any may have. */
function hasPage(name: PageName, { methodology }: Evaluation, report: Report | undefined): boolean {
  if (name === 'Migration') return methodology.question === 'no_worse';
  if (report === undefined) return true;
  if (name === 'Cost') return report.costs.length > 0;
  if (name === 'Weights')
    return report.scenarios.some(({ verdict }) => verdict !== null && verdict.order.length > 0);
  if (name === 'Load')
    return (
      report.load.length > 0 ||
      report.sections.some(({ about }) => about === 'load') ||
      // The page says why latency is not known.
      methodology.delivery === 'batch'
    );
  return true;
}

function State({ evaluation }: { evaluation: Evaluation }) {
  const { status, progress_percent } = evaluation;
  if (status === 'completed') return null;
  const load = status === 'running' ? loadUnderWay(evaluation) : null;
  return (
    <p className="state">
      <Status status={status} />
      {status === 'running' && <Progress percent={progress_percent} label="Progress" />}
      {load !== null && <span role="status">Load measurement in progress: {load}.</span>}
    </p>
  );
}

/** What of load is measured now, which is a few units of many and takes long; null while answers are asked for. */
function loadUnderWay({ benchmarks, results }: Evaluation): string | null {
  if (
    results === null ||
    !benchmarks.some(({ benchmark_type }) => benchmarkFacts(benchmark_type)?.counts === 'requests')
  )
    return null;
  if (results.coverage.some(({ pending }) => pending > 0)) return null;
  return (
    describeRemainingLoad(results) ?? (loadProgress(results).length === 0 ? 'first slice' : 'next slice')
  );
}
