import { answer, type Client, type Schemas } from '@touchstone/client';
import { benchmarkName, loadDurationSentence, noWorsePowerSentence } from '@touchstone/report';
import { count, decimal, duration, joinNames, plural, points, usd } from '@touchstone/report/figures';
import type { Output } from '../terminal/output.ts';

type Estimate = Schemas['Estimate'];

/** Prints the cost and power of the evaluation; calls no model. */
export async function printEstimate(
  { client, out }: { client: Client; out: Output },
  workspaceId: string,
  body: Schemas['NewEvaluation'],
): Promise<Estimate> {
  const params = { path: { workspace_id: workspaceId } };
  const estimate = await answer(
    client.POST('/workspaces/{workspace_id}/evaluations/estimate', { params, body }),
  );
  const calls = [...estimate.targets, ...(estimate.judges ?? [])].reduce((sum, one) => sum + one.calls, 0);
  const beside = [
    ...(estimate.judges ? ['judges'] : []),
    ...(loadDurationSentence(estimate) === null ? [] : ['load and its warm-up']),
  ];
  out.line(
    `${plural(calls, 'call')} in all${beside.length === 0 ? '' : `: ${joinNames(['questions', ...beside])}`}`,
  );
  for (const said of durations(estimate)) out.line(said);
  const rows = estimate.targets.map((target) => [
    target.target_label,
    count(target.calls),
    usd(target.cost_usd, 'no price'),
  ]);
  out.table(['candidate', 'calls', 'about'], rows, ['calls', 'about']);
  for (const benchmark of estimate.benchmarks) out.text(describeDetectable(benchmark));
  for (const one of estimate.no_worse ?? []) out.text(noWorsePowerSentence(one));
  // The next assumption explains how the differences are calculated, as docs/explanation/statistics.md does.
  for (const assumption of estimate.assumptions.slice(0, estimate.no_worse ? 2 : 1))
    out.text(`Assumed: ${assumption}`);
  for (const warning of estimate.warnings ?? []) out.text(`Note: ${warning}`);
  return estimate;
}

/** The total duration, and the part of load, which is known even if no model was called before. */
function durations(estimate: Estimate): string[] {
  const { duration_seconds } = estimate;
  const load = loadDurationSentence(estimate);
  return [
    ...(duration_seconds === null ? [] : [`About ${duration(duration_seconds)} in all`]),
    ...(load === null ? [] : [load]),
  ];
}

function asBefore({ as_found_before: before }: Estimate['benchmarks'][number]): string {
  if (before === undefined) return '';
  const { smallest_detectable_difference: smallest, icc, evaluation_name } = before;
  const from = smallest === null ? 'none' : `from ${points(smallest)} points`;
  return `, ${from} at the correlation of ${decimal(icc)} that "${evaluation_name}" found`;
}

function describeDetectable(one: Estimate['benchmarks'][number]): string {
  const { benchmark, items, smoke_test, smallest_detectable_difference: smallest } = one;
  const name = `${benchmarkName(benchmark)}${smoke_test ? ' (smoke test)' : ''}`;
  const found =
    smallest === null
      ? 'no difference can be detected'
      : `differences from ${points(smallest)} points are likely detected`;
  const { clusters, smallest_detectable_if_independent: best } = one;
  if (clusters === undefined) return `${name}: ${plural(items, 'question')}, ${found}${detectableRange(one)}`;
  const atBest = best == null ? 'none' : `from ${points(best)} points`;
  return `${name}: ${plural(items, 'question')} in ${plural(clusters, 'cluster')}, ${found} if the questions of a cluster are copies, ${atBest} if independent${asBefore(one)}${detectableRange(one)}`;
}

/** The range of detectable differences, whatever the targets have in common. */
function detectableRange(one: Estimate['benchmarks'][number]): string {
  const { smallest_detectable_at_best: best, smallest_detectable_at_worst: worst } = one;
  if (best == null) return '';
  const atWorst = worst == null ? 'none' : `from ${points(worst)} points`;
  return ` (at best from ${points(best)} points, at worst ${atWorst})`;
}
