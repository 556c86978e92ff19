import { randomUUID } from 'node:crypto';
import { binomialCdf } from '../../src/measure/statistics/distributions.ts';
import type { onDisk } from '../support/each-database.ts';
import { type EvaluationService, mockTarget, startEvaluationService } from '../support/evaluation-service.ts';

/*
 * Families of evaluations whose truth is known: the mock model answers each item right with a stated probability, drawn
 * anew at each call, so what a family says of its targets can be counted as right or wrong. `bench/statistics-aa.ts`
 * prints many, a test runs a few.
 */

export interface Design {
  readonly name: string;
  readonly items: number;
  /** How many items share a cluster and how strongly they go together; absent: each stands for itself. */
  readonly clusters?: { readonly size: number; readonly correlation: number };
  /** Of each target; or two targets that differ by what the estimate says is found with 80 % power. */
  readonly accuracies: readonly number[] | PlannedDifference;
  /** The evaluation's margin, by default 0.1. */
  readonly margin?: number;
  readonly epochs?: number;
}

/** Which figure of the estimate. */
export type PlannedDifference = 'smallest_detectable_difference' | 'smallest_detectable_if_independent';

/** What the families of a design said, counted. */
export interface Found {
  readonly families: number;
  /** Families that name a winner which is none, in any comparison. */
  readonly falseWinners: number;
  /** Intervals of a difference, and of a score, and how many hold the truth. */
  readonly differences: number;
  readonly differencesHeld: number;
  /** Families of which all simultaneous intervals hold the truth. */
  readonly heldTogether: number;
  readonly scores: number;
  readonly scoresHeld: number;
  /** Comparisons of targets further apart than the margin, and ties among them. */
  readonly apart: number;
  readonly falseTies: number;
  /** Comparisons of equal targets, and ties among them. */
  readonly equal: number;
  readonly ties: number;
  /** Comparisons of targets that differ, and how many name the better one. */
  readonly different: number;
  readonly winners: number;
  /** Of the two targets' scores, summed over all comparisons: 0 on average where answers are drawn for each target. */
  readonly correlations: number;
}

const MARGIN = 0.1;

/** A service whose provider is a mock model that has no models yet. */
export function startForFamilies(place: ReturnType<typeof onDisk>): Promise<EvaluationService> {
  return startEvaluationService(place, {});
}

/** Asks the targets of a design again and again, and counts what the evaluations say of them. */
export async function runFamilies(
  service: EvaluationService,
  design: Design,
  families: number,
): Promise<Found> {
  const id = randomUUID();
  const items = itemsOf(design);
  const workspaceId = await service.newWorkspace();
  await service.newSource(workspaceId, 'questions', items.map((item) => JSON.stringify(item)).join('\n'));
  const definition = (targets: number, seed: number) => ({
    targets: Array.from({ length: targets }, (_, i) => mockTarget(modelOf(design, i))),
    benchmarks: [{ benchmark_type: 'dataset', subset: 'questions', num_samples: design.items }],
    methodology: {
      random_seed: seed,
      margin: design.margin ?? MARGIN,
      epochs: design.epochs ?? 1,
      concurrency: 64,
      cache: false,
    },
  });
  const accuracies =
    typeof design.accuracies === 'string'
      ? differingBy(await plannedDifference(service, workspaceId, definition(2, 0), design.accuracies))
      : design.accuracies;
  service.mock.setScript({ models: modelsOf(design, accuracies, items) });
  const found: Found[] = [];
  for (let seed = 0; seed < families; seed += 1) {
    const path = await service.start(workspaceId, { name: id, ...definition(accuracies.length, seed) });
    const { results } = await service.ended(path);
    found.push(countFamily(design, accuracies, results));
  }
  return addUp(found);
}

const modelOf = ({ name }: Design, target: number) => `${name}, target ${target}`;

function itemsOf({ items, clusters }: Design) {
  return Array.from({ length: items }, (_, i) => ({
    input: `What is the word of question ${i}?`,
    expected: `word${i}`,
    ...(clusters !== undefined && { cluster: `passage ${Math.floor(i / clusters.size)}` }),
  }));
}

function modelsOf(design: Design, accuracies: readonly number[], items: ReturnType<typeof itemsOf>) {
  const answers = (accuracy: number) => ({
    kind: 'solver' as const,
    items,
    accuracy,
    noise: 'per_call' as const,
    cluster_correlation: design.clusters?.correlation ?? 0,
  });
  return Object.fromEntries(accuracies.map((one, i) => [modelOf(design, i), { answers: answers(one) }]));
}

async function plannedDifference(
  service: EvaluationService,
  workspaceId: string,
  definition: object,
  figure: PlannedDifference,
): Promise<number> {
  const path = `/workspaces/${workspaceId}/evaluations/estimate`;
  const { body } = await service.call('POST', path, { name: 'Plan', ...definition });
  const planned: unknown = body.benchmarks?.[0]?.[figure];
  if (typeof planned !== 'number') throw new Error(`No planned difference: ${JSON.stringify(body)}`);
  return planned;
}

/** The share of items that the estimate assumes two targets to differ on, unless their difference is larger. */
const DISCORDANCE = 0.2;

/** Accuracies p and p − δ of targets that answer independently and differ on that share: p(1−p+δ) + (p−δ)(1−p). */
function differingBy(delta: number): [number, number] {
  if (delta >= DISCORDANCE) return [1, 1 - delta];
  const b = 2 + 2 * delta;
  const p = (b + Math.sqrt(b * b - 8 * (DISCORDANCE + delta))) / 4;
  return [p, p - delta];
}

// biome-ignore lint/suspicious/noExplicitAny: a JSON body.
function countFamily(design: Design, accuracies: readonly number[], results: any): Found {
  const truth = new Map(accuracies.map((accuracy, i) => [modelOf(design, i), accuracy]));
  const of = (label: string) => truth.get(label) ?? Number.NaN;
  const scored = results.comparisons.filter((one: { metric: string }) => !one.metric.startsWith('run/'));
  const comparisons = scored.map((one: Compared) => judge(one, of(one.target_a) - of(one.target_b), design));
  const count = (all: readonly Record<string, unknown>[], name: string) =>
    all.filter((one) => one[name] === true).length;
  const intervals = results.intervals.map((one: Shown & { target_label: string }) => ({
    held: holds(one, of(one.target_label)),
  }));
  return {
    families: 1,
    falseWinners: Number(count(comparisons, 'falseWinner') > 0),
    differences: comparisons.length,
    differencesHeld: count(comparisons, 'held'),
    heldTogether: Number(count(comparisons, 'heldAmongAll') === comparisons.length),
    scores: intervals.length,
    scoresHeld: count(intervals, 'held'),
    apart: count(comparisons, 'apart'),
    falseTies: count(comparisons, 'falseTie'),
    equal: count(comparisons, 'equal'),
    ties: count(comparisons, 'tie'),
    different: count(comparisons, 'different'),
    winners: count(comparisons, 'winner'),
    correlations: scored.reduce((sum: number, { correlation = 0 }: Compared) => sum + correlation, 0),
  };
}

interface Shown {
  readonly ci_low: number | null;
  readonly ci_high: number | null;
}

interface Compared extends Shown {
  readonly target_a: string;
  readonly target_b: string;
  readonly winner: string;
  readonly correlation?: number;
  readonly simultaneous_interval: { readonly ci_low: number; readonly ci_high: number };
}

const holds = ({ ci_low, ci_high }: Shown, truth: number) =>
  ci_low !== null && ci_high !== null && ci_low <= truth + ROUNDED && truth - ROUNDED <= ci_high;

const ROUNDED = 1e-9;

/** What one comparison says beside the true difference of A and B. */
function judge(compared: Compared, delta: number, { margin = MARGIN }: Design) {
  const { winner, target_a, target_b } = compared;
  const { ci_low: low, ci_high: high } = compared.simultaneous_interval;
  const equal = Math.abs(delta) < ROUNDED;
  const better = delta > 0 ? target_a : target_b;
  const named = winner !== 'tie' && winner !== 'undecided';
  const apart = Math.abs(delta) > margin;
  return {
    held: holds(compared, delta),
    heldAmongAll: holds({ ci_low: low, ci_high: high }, delta),
    falseWinner: named && (equal || winner !== better),
    apart,
    falseTie: apart && winner === 'tie',
    equal,
    tie: equal && winner === 'tie',
    different: !equal,
    winner: !equal && winner === better,
  };
}

/** What several designs, or families, come to together. */
export function addUp(all: readonly Found[]): Found {
  const names = Object.keys(all[0] ?? {}) as (keyof Found)[];
  return Object.fromEntries(
    names.map((name) => [name, all.reduce((sum, one) => sum + one[name], 0)]),
  ) as Record<keyof Found, number>;
}

/** The most of n that happen with probability `rate` each: more come with less than `chance`, by the exact binomial distribution. */
export function mostByChance(n: number, rate: number, chance = 1e-4): number {
  let most = 0;
  while (1 - binomialCdf(most, n, rate) >= chance) most += 1;
  return most;
}
