import { plural } from '@touchstone/report/figures';
import type { Static } from 'typebox';
import { toUsdNumber } from '../../../../kernel/money.ts';
import { sum } from '../../../../kernel/sum.ts';
import { passHat } from '../../../../measure/statistics/statistics.ts';
import type { Plan } from '../../plan/plan.ts';
import { estimateItems } from '../../results/item-estimate.ts';
import {
  higherIsBetter,
  lowerIsBetter,
  type Metrics,
  metricsBelow,
  metricsByTarget,
} from '../../results/metrics.ts';
import type { TaskReport } from '../../schemas/kinds/task-schemas.ts';
import type { KindReport, ReportContext } from '../kind.ts';
import type { MeasuredTasks, Money } from './aggregate.ts';

type Report = Static<typeof TaskReport>;

/** Reports tasks by target. */
export function reportTasks(measured: readonly MeasuredTasks[], { plan }: ReportContext): KindReport {
  return {
    results: { tasks: measured.map((one) => taskReport(one, plan)) },
    warnings: measured.flatMap((one) => warningsOf(one, plan)),
  };
}

/** The cost and time of a solved task, and pass^k of all runs, as metrics of each target. */
export function taskMetrics(measured: readonly MeasuredTasks[], plan: Plan): Metrics[] {
  return metricsByTarget(plan, measured, (one) => {
    const { benchmark, pass_hat, cost_per_solved_usd, seconds_per_solved } = taskReport(one, plan);
    return metricsBelow(benchmark, {
      ...Object.fromEntries(
        pass_hat
          .filter(({ k }) => k > 1)
          .map(({ k, observed }) => [`pass_hat_${k}`, higherIsBetter(observed)]),
      ),
      cost_per_solved_usd: lowerIsBetter(cost_per_solved_usd),
      seconds_per_solved: lowerIsBetter(seconds_per_solved),
    });
  });
}

function taskReport(one: MeasuredTasks, plan: Plan): Report {
  const { graded, brokenOff, simulation } = one;
  const runs = sum(one.runs);
  const solved = sum(one.solved);
  const mean = (total: number) => (runs === 0 ? null : total / runs);
  const costs = usdOf(graded.cost);
  return {
    target_label: plan.targets[one.target]?.label ?? '',
    benchmark: plan.benchmarks[one.at]?.key ?? '',
    runs,
    solved,
    pass_hat: passHats(one, plan),
    cost_per_solved_usd: solved === 0 || costs === null ? null : costs / solved,
    seconds_per_solved: solved === 0 ? null : graded.ms / 1000 / solved,
    turns_mean: mean(graded.turns),
    replies_mean: mean(graded.replies),
    calls_mean: mean(graded.calls),
    reasons: Object.fromEntries(one.reasons),
    unscored_cost_usd: usdOf(one.unscored),
    simulation_cost_usd: simulation.any ? usdOf(simulation) : null,
    begun_anew: brokenOff.beginnings,
    begun_anew_cost_usd: usdOf(brokenOff.cost),
  };
}

/**
 * pass^k for every k up to the number of epochs; a task is one observation. A task with fewer than k graded runs does
 * not count for k.
 */
function passHats({ at, runs, solved }: MeasuredTasks, plan: Plan): Report['pass_hat'] {
  const all: Report['pass_hat'] = [];
  for (let k = 1; k <= plan.methodology.epochs; k++) {
    const items = [...runs.keys()].filter((item) => (runs[item] ?? 0) >= k);
    const scores = items.map((item) => passHat(solved[item] ?? 0, runs[item] ?? 0, k));
    // If each task has exactly k runs, each observation is 0 or 1.
    const binary = items.every((item) => runs[item] === k);
    const { estimate, ci_low, ci_high, n } = estimateItems(plan, plan.benchmarks[at], items, scores, binary);
    if (estimate !== null) all.push({ k, tasks: n, observed: estimate, ci_low, ci_high });
  }
  return all;
}

function warningsOf(one: MeasuredTasks, plan: Plan): string[] {
  const at = `${plan.targets[one.target]?.label ?? ''} on ${plan.benchmarks[one.at]?.key ?? ''}`;
  const count = (reason: string) => one.reasons.get(reason) ?? 0;
  const simulated = count('simulated_tool') + count('simulated_user');
  const limited = [...one.reasons].filter(([reason]) => reason.startsWith('limit_'));
  const { beginnings } = one.brokenOff;
  const said: [boolean, string][] = [
    [
      simulated > 0,
      `${at}: in ${plural(simulated, 'run')} the simulated user or a simulated tool failed; they have no grade. Read the samples to see what the task must define more precisely.`,
    ],
    [
      limited.length > 0,
      `${at}: ${limited.map(([reason, n]) => `${n} at the limit of ${reason.replace('limit_', '')}`).join(', ')} ended unsolved.`,
    ],
    [
      beginnings > 0,
      `${at}: ${plural(beginnings, 'conversation was', 'conversations were')} interrupted and restarted; that cost is part of the evaluation but not of the cost of a solved task.`,
    ],
  ];
  return said.flatMap(([holds, sentence]) => (holds ? [sentence] : []));
}

const usdOf = ({ sum: total, isWhole }: Money) => (isWhole ? toUsdNumber(BigInt(total)) : null);
