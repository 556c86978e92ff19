import { startMockApp } from '@touchstone/mock';
import { createMeasuredByKind } from '../../src/evaluate/evaluations/kinds/registry.ts';
import type { MeasuredTasks } from '../../src/evaluate/evaluations/kinds/tasks/aggregate.ts';
import { reportTasks } from '../../src/evaluate/evaluations/kinds/tasks/report.ts';
import { createRandom, type Random } from '../../src/measure/statistics/statistics.ts';
import { planOf } from '../support/evaluation-plan.ts';
import type { EvaluationService } from '../support/evaluation-service.ts';

/*
 * What evaluations say of applications, and of tasks, whose truth is known. `bench/statistics-aa.ts --applications` prints many, a test runs
 * a few.
 */

export interface ApplicationDesign {
  readonly name: string;
  readonly questions: number;
  readonly accuracy: number;
  readonly applications: number;
}

/** Families of equal applications, counted. */
export interface FoundOfApplications {
  readonly families: number;
  /** Families that name a winner, though none is better. */
  readonly falseWinners: number;
  /** Intervals of a score, and how many hold the accuracy. */
  readonly scores: number;
  readonly held: number;
}

/**
 * Asks mock applications over HTTP again and again, by the endpoints of their stacks. What becomes of a question is drawn once
 * for each application, so each family draws its questions from a pool that has as many as all ask together.
 */
export async function runApplicationFamilies(
  service: EvaluationService,
  design: ApplicationDesign,
  families: number,
): Promise<FoundOfApplications> {
  const { questions, accuracy, applications } = design;
  const items = Array.from({ length: questions * families }, (_, i) => ({
    input: `What is the word of question ${i}?`,
    expected: `word${i}`,
  }));
  const apps = await Promise.all(
    Array.from({ length: applications }, (_, seed) => startMockApp({ seed, accuracy, items })),
  );
  try {
    const workspaceId = await service.newWorkspace();
    await service.newSource(workspaceId, 'questions', items.map((item) => JSON.stringify(item)).join('\n'));
    const targets = [];
    for (const [i, { url }] of apps.entries()) {
      const endpoint = {
        ...{ kind: 'http', url: `${url}/answer`, request: { question: '{{input}}' } },
        response: { answer: '$.answer' },
      };
      const path = `/workspaces/${workspaceId}/stacks`;
      const { body } = await service.call('POST', path, { name: `App ${i}`, model: {}, endpoint });
      targets.push({ target_type: 'stack', target_id: body.id });
    }
    const found = { families: 0, falseWinners: 0, scores: 0, held: 0 };
    for (let seed = 0; seed < families; seed++) {
      const path = await service.start(workspaceId, {
        ...{
          targets,
          benchmarks: [{ benchmark_type: 'dataset', subset: 'questions', num_samples: questions }],
        },
        methodology: { random_seed: seed, concurrency: 64, cache: false },
      });
      const { results } = await service.ended(path);
      const scored = results.comparisons.filter((one: { metric: string }) => !one.metric.startsWith('run/'));
      const named = scored.some(
        ({ winner }: { winner: string }) => winner !== 'tie' && winner !== 'undecided',
      );
      const held = results.intervals.filter(
        ({ ci_low, ci_high }: Shown) => ci_low <= accuracy && accuracy <= ci_high,
      );
      found.families += 1;
      found.falseWinners += Number(named);
      found.scores += results.intervals.length;
      found.held += held.length;
    }
    return found;
  } finally {
    await Promise.all(apps.map((app) => app.stop()));
  }
}

interface Shown {
  readonly ci_low: number;
  readonly ci_high: number;
}

/** Tasks that are solved with a probability of their own, which all tasks of a cluster share. */
export interface TaskDesign {
  readonly name: string;
  readonly tasks: number;
  readonly epochs: number;
  /** Of each kind of task the share that there is, and how probably a run solves it. */
  readonly kinds: readonly { readonly share: number; readonly solved: number }[];
  readonly clusterOf?: number;
}

/** By k, how many of so many runs have an interval that holds the true pass^k: the mean of p^k over the kinds. */
export async function coverPassHat(
  { name, tasks, epochs, kinds, clusterOf = 1 }: TaskDesign,
  runs: number,
): Promise<number[]> {
  const drafted = planOf([tasks], 1, epochs);
  const clusters = Array.from({ length: tasks }, (_, task) => String(Math.floor(task / clusterOf)));
  const plan = {
    ...drafted,
    benchmarks: drafted.benchmarks.map((one) => ({
      ...one,
      kind: 'tasks' as const,
      ...(clusterOf > 1 && { clusters }),
    })),
  };
  const held = Array.from({ length: epochs }, () => 0);
  for (let run = 0; run < runs; run++) {
    const random = createRandom(run, 'pass^k', name);
    const measured = drawTasks(tasks, epochs, () => kindAt(kinds, random), clusterOf, random);
    const context = { plan, measured: createMeasuredByKind(new Map()) };
    const { results } = reportTasks([measured], context as never);
    const [report] = results.tasks as { pass_hat: (Shown & { k: number })[] }[];
    for (const { k, ci_low, ci_high } of report?.pass_hat ?? []) {
      const truth = kinds.reduce((sum, { share, solved }) => sum + share * solved ** k, 0);
      held[k - 1] = (held[k - 1] ?? 0) + Number(ci_low <= truth && truth <= ci_high);
    }
  }
  return held;
}

function kindAt(kinds: TaskDesign['kinds'], random: Random): number {
  let left = random.fraction();
  for (const { share, solved } of kinds) {
    left -= share;
    if (left < 0) return solved;
  }
  return kinds.at(-1)?.solved ?? 0;
}

function drawTasks(
  tasks: number,
  epochs: number,
  drawKind: () => number,
  clusterOf: number,
  random: Random,
): MeasuredTasks {
  const solved = new Uint16Array(tasks);
  let probability = 0;
  for (let task = 0; task < tasks; task++) {
    if (task % clusterOf === 0) probability = drawKind();
    const runs = Array.from({ length: epochs }, () => Number(random.fraction() < probability));
    solved[task] = runs.reduce((sum, one) => sum + one, 0);
  }
  const nothing = { sum: 0, isWhole: true };
  return {
    ...{
      at: 0,
      target: 0,
      solved,
      runs: new Uint16Array(tasks).fill(epochs),
      costs: new Float64Array(tasks),
    },
    graded: { cost: nothing, ms: 0, turns: 0, replies: 0, calls: 0 },
    ...{
      unscored: nothing,
      brokenOff: { beginnings: 0, cost: nothing },
      simulation: { ...nothing, any: false },
    },
    reasons: new Map(),
  };
}
