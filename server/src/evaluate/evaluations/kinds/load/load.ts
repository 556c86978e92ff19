import { latencySample, sumRespondingModels } from '../../../../measure/traffic/traffic.ts';
import type { Kind } from '../kind.ts';
import { type MeasuredWindows, measureWindows } from './aggregate.ts';
import type { PlannedLoad } from './describe.ts';
import { loadEstimate } from './estimate.ts';
import { windowLine } from './line.ts';
import { loadMetrics } from './metrics.ts';
import { latencyNoWorse } from './no-worse.ts';
import { loadPlan } from './plan.ts';
import { reportLoad } from './report.ts';
import { runWindows } from './run.ts';
import { loadTrial } from './trial.ts';

const P95 = 950;

/** Load windows: latency of a single user, a scenario's peak, availability. A unit is one window on one target. */
export const loadKind: Kind<PlannedLoad, MeasuredWindows[]> = {
  name: 'load',
  plan: loadPlan,
  estimate: loadEstimate,
  trialRequest: async ({ plan, target, benchmark: { windows } }) =>
    loadTrial(plan, target, windows.slice.outputTokens),
  run: runWindows,
  aggregate: measureWindows,
  // Each request of a load window is a call of its own.
  unpricedCalls: (measured) =>
    measured.flatMap(({ target, windows }) => windows.map(({ unpriced }) => ({ target, unpriced }))),
  calls: (measured) =>
    measured.map(({ benchmark, target, windows, summary: { reasons } }) => ({
      benchmark,
      target,
      attempted: windows.reduce((sum, { calls }) => sum + calls.attempted, 0),
      answered: windows.reduce((sum, { calls }) => sum + calls.answered, 0),
      reasons,
      answeredBy: sumRespondingModels(windows.flatMap(({ answeredBy = [] }) => answeredBy)),
    })),
  hasFindings: (measured) =>
    measured.some(({ summary: { outcomes } }) => outcomes.answered + outcomes.truncated > 0),
  metrics: loadMetrics,
  failures: failuresUnderLoad,
  noWorse: latencyNoWorse,
  observe: (measured) =>
    measured.flatMap(({ benchmark, target, windows }) => {
      const worth = latencySample(windows, P95)?.worth;
      if (worth === undefined) return [];
      return [{ benchmark, target, windows: windows.map(({ latencies }) => latencies), worth }];
    }),
  report: reportLoad,
  line: windowLine,
};

/** Outcomes of requests that did not fail, or are not counted. */
const OUTCOMES_NOT_FAILED: readonly string[] = ['answered', 'truncated', 'cut'];

/** Number of failed requests of all windows, by outcome. */
function failuresUnderLoad(measured: readonly MeasuredWindows[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const [outcome, n] of measured.flatMap(({ summary }) => Object.entries(summary.outcomes)))
    if (n > 0 && !OUTCOMES_NOT_FAILED.includes(outcome)) counts[outcome] = (counts[outcome] ?? 0) + n;
  const notMeasured = measured.reduce((sum, one) => sum + one.notMeasured, 0);
  return notMeasured === 0 ? counts : { ...counts, void: notMeasured };
}
