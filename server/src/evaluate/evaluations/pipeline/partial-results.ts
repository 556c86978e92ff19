import type { Clock } from '../../../kernel/clock.ts';
import type { Database } from '../../../platform/db/db.ts';
import { RetryJobAfter } from '../../../platform/jobs/jobs.ts';
import { kindOf } from '../kinds/registry.ts';
import { countUnits, type Plan, percentDone, pricesOfPlan } from '../plan/plan.ts';
import type { FactsAt } from '../plan/references.ts';
import type { Results } from '../schemas/result-schemas.ts';
import {
  type EvaluationHead,
  findEvaluation,
  isUnderWay,
  readPlan,
  storedResults,
} from '../stores/evaluation-store.ts';
import { type CallsOfLanes, callsOfLanes } from '../stores/lane-store.ts';
import { countFinishedUnits } from '../stores/sample-store.ts';
import { buildResults, type ResultsContext } from './build-results.ts';
import { changeStoppedEvaluation, LABEL_COUNT_DELAY_MS } from './change-stopped.ts';
import { measureEvaluation } from './measure.ts';
import { storedStops } from './run-conditions.ts';

/**
 * With more units and load requests than this, a request does not compute provisional results: reading 50,000 samples
 * takes some tenths of a second of a shared thread, and windows contain every request.
 */
const MAX_MEASURED = 50_000;
/** Time after a cancellation within which a live worker has reported the calls that it interrupted. */
const CALLS_END_MS = 5000;

/** The results so far, without winners unless final. */
async function measureSoFar(
  db: Database,
  known: ResultsContext,
  row: EvaluationHead,
  plan: Plan,
  final = false,
): Promise<Results> {
  const { aggregate, measured } = await measureEvaluation(
    db,
    { workspaceId: row.workspace_id, id: row.id },
    plan,
  );
  return buildResults(plan, aggregate, {
    final,
    measured,
    ...known,
    stopped: row.stop_reason,
    stops: storedStops(row.run_facts_json),
    cutOff: cutOffOf(row, await callsOfLanes(db, { workspaceId: row.workspace_id, id: row.id })),
  });
}

/** Number of interrupted calls, including those in progress when the evaluation stopped. */
function cutOffOf(row: EvaluationHead, ofLanes: CallsOfLanes): number {
  const underWay = isUnderWay(row) ? 0 : row.calls_under_way + ofLanes.underWay;
  return row.calls_cut_off + ofLanes.cutOff + underWay;
}

/** Whether an evaluation has results that are not stored yet: it is running, or stopped a moment ago. */
export function lacksResults({ status, started_at, results_json }: EvaluationHead): boolean {
  if (status === 'running') return true;
  return (status === 'cancelled' || status === 'failed') && started_at !== null && results_json === null;
}

/** Number of load requests whose rows would be in memory. */
export function countRequests({ benchmarks, targets, methodology: { epochs } }: Plan): number {
  const ofTarget = benchmarks.reduce(
    (sum, benchmark) => sum + (kindOf(benchmark).estimate?.requestsHeld?.(benchmark) ?? 0),
    0,
  );
  return ofTarget * targets.length * epochs;
}

/** Provisional results for one request; null if there is too much to measure. */
export async function provisionalResults(
  db: Database,
  { factsAt, ...known }: Omit<ResultsContext, 'facts'> & { factsAt: FactsAt },
  row: EvaluationHead,
): Promise<Results | null> {
  const plan = await readPlan(db, row);
  if (plan === null || countUnits(plan) + countRequests(plan) > MAX_MEASURED) return null;
  const facts = await factsAt(row.workspace_id, pricesOfPlan(plan, row.created_at).which);
  return measureSoFar(db, { ...known, facts }, row, plan);
}

/**
 * Stores results measured before an evaluation was stopped, or before rescoring was interrupted, unless it has
 * continued since; then calls `stored`. Throws `RetryJobAfter` if it changed meanwhile.
 */
export async function storePartialResults(
  {
    db,
    known,
    clock,
    stored,
  }: {
    db: Database;
    known: Omit<ResultsContext, 'facts'> & { factsAt: FactsAt };
    clock: Clock;
    stored: (row: EvaluationHead) => void;
  },
  workspaceId: string,
  id: string,
  /** Age of the request in ms, by the database's clock. */
  ageMs: number,
): Promise<void> {
  const row = await findEvaluation(db, workspaceId, id);
  if (!row || isUnderWay(row) || !(lacksResults(row) || row.work === 'rescore')) return;
  const ofLanes = await callsOfLanes(db, { workspaceId, id });
  if (row.calls_under_way + ofLanes.underWay > 0 && ageMs < CALLS_END_MS)
    throw new RetryJobAfter(LABEL_COUNT_DELAY_MS, 'Calls of the evaluation are being cut off.');
  const plan = await readPlan(db, row);
  if (plan === null) return;
  // As final as the results that they replace; an evaluation without results was stopped early.
  const final = storedResults(row)?.provisional === false;
  const facts = await known.factsAt(workspaceId, pricesOfPlan(plan, row.created_at).which);
  const results_json = JSON.stringify(await measureSoFar(db, { ...known, facts }, row, plan, final));
  // Rescoring has its own progress, so the earlier one is restored.
  const of = { workspaceId, id };
  const progress =
    row.work === 'rescore'
      ? { progress_percent: percentDone(await countFinishedUnits(db, of, row.round), countUnits(plan)) }
      : {};
  const set = { results_json, ...progress, work: 'ask', updated_at: clock.now() };
  await changeStoppedEvaluation(db, row, set, 'its results were worked out');
  stored(row);
}
