import { hashJson } from '../../../kernel/json.ts';
import type { Database } from '../../../platform/db/db.ts';
import type { EvaluationKey, ObservedLoad } from '../kinds/kind.ts';
import { KINDS } from '../kinds/registry.ts';
import { numberClusters } from '../plan/clusters.ts';
import {
  asksForScores,
  comparesPairs,
  hasScores,
  makesManyCalls,
  type Plan,
  type PlannedTarget,
  unitAt,
} from '../plan/plan.ts';
import type { EvaluationHead } from '../stores/evaluation-store.ts';
import { parsePartsHead, readMeasuredSamples } from '../stores/sample-store.ts';
import { readUnitPages } from '../stores/unit-pages.ts';

/** Measurements of an evaluation by item, for comparing several evaluations. */
export interface Observations {
  readonly targets: readonly ObservedTarget[];
  readonly benchmarks: readonly ObservedBenchmark[];
  readonly loads: readonly ObservedLoads[];
}

export type { ObservedLoad } from '../kinds/kind.ts';

export interface ObservedLoads {
  readonly key: string;
  /** Hash of the requests; changes with the scenario. */
  readonly sha256: string;
  /** The targets that were measured under this load. */
  readonly targets: readonly ObservedLoad[];
}

export interface ObservedTarget {
  readonly label: string;
  /** Hash of the target's stack, model, prompt and endpoint, without its price. */
  readonly definition: string;
  /** Names of the model and its configuration, as returned by the server. */
  readonly models: readonly string[];
  readonly fingerprints: readonly string[];
}

export interface ObservedBenchmark {
  readonly key: string;
  /** Hash of the items; null if unknown. */
  readonly itemsSha256: string | null;
  readonly items: number;
  /** The number of each item's cluster; null if no items share one. */
  readonly clusters: readonly number[] | null;
  /** In the order of the targets. */
  readonly targets: readonly ObservedScores[];
}

export interface ObservedScores {
  /** By item, the mean over its epochs; null if none was scored. */
  readonly scores: readonly (number | null)[];
  /** Latency of each call in ms, by item; infinite for a failed call. Null if an item is several calls. */
  readonly latencies: readonly (readonly number[])[] | null;
  /** Cost in USD of each call with a known price, by item. */
  readonly costs: readonly (readonly number[])[];
}

const PAGE = 1000;
/** Maximum number of model names kept, for a server that returns a new name in each response. */
const MAX_NAMES = 50;

/** Reads every sample that targets answered and that was graded, page by page. */
export async function readObservations(
  db: Database,
  { workspace_id: workspaceId, id }: Pick<EvaluationHead, 'workspace_id' | 'id'>,
  plan: Plan,
): Promise<Observations> {
  const cells = plan.benchmarks.map(({ items }) =>
    plan.targets.map(() => ({
      sums: new Float64Array(items),
      scored: new Uint16Array(items),
      latencies: Array.from({ length: items }, (): number[] => []),
      costs: Array.from({ length: items }, (): number[] => []),
    })),
  );
  const names = plan.targets.map(() => ({ models: new Set<string>(), fingerprints: new Set<string>() }));
  const pages = readUnitPages(PAGE, (after) => readMeasuredSamples(db, { workspaceId, id }, after, PAGE));
  for await (const page of pages) {
    for (const sample of page) {
      const { benchmark, target, item, against } = unitAt(plan, sample.unit);
      const cell = cells[benchmark]?.[target];
      if (against !== undefined || cell === undefined || sample.state === 'interrupted') continue;
      if (sample.state === 'scored' && sample.score !== null) {
        cell.sums[item] = (cell.sums[item] as number) + sample.score;
        cell.scored[item] = (cell.scored[item] as number) + 1;
      }
      const latency = sample.state === 'failed' ? Number.POSITIVE_INFINITY : sample.latency_ms;
      if (latency !== null) cell.latencies[item]?.push(latency);
      if (sample.cost !== null) cell.costs[item]?.push(Number(sample.cost) / 1e12);
      const { models, fingerprints } = names[target] as (typeof names)[number];
      addName(models, sample.returned_model);
      addName(fingerprints, parsePartsHead(sample.parts_head).fingerprint);
    }
  }
  const loads = await readLoads(db, { workspaceId, id }, plan);
  return {
    loads,
    targets: plan.targets.map((target, i) => ({
      label: target.label,
      definition: definitionOf(target),
      models: [...(names[i]?.models ?? [])].toSorted(),
      fingerprints: [...(names[i]?.fingerprints ?? [])].toSorted(),
    })),
    benchmarks: plan.benchmarks.flatMap((benchmark, at) => {
      if (!hasScores(benchmark) || !asksForScores(benchmark) || comparesPairs(benchmark)) return [];
      return [
        {
          key: benchmark.key,
          itemsSha256: benchmark.itemsSha256 ?? null,
          items: benchmark.items,
          clusters: numberClusters(benchmark.clusters),
          targets: (cells[at] ?? []).map(({ sums, scored, latencies, costs }) => ({
            scores: Array.from(sums, (sum, item) =>
              scored[item] === 0 ? null : sum / (scored[item] as number),
            ),
            latencies: makesManyCalls(benchmark) ? null : latencies,
            costs,
          })),
        },
      ];
    }),
  };
}

async function readLoads(db: Database, of: EvaluationKey, plan: Plan): Promise<ObservedLoads[]> {
  const observed: ObservedLoad[] = [];
  for (const { aggregate, observe } of KINDS) {
    if (!observe) continue;
    const measured = await aggregate?.(db, of, plan);
    if (measured != null) observed.push(...observe(measured));
  }
  const byBenchmark = Map.groupBy(observed, ({ benchmark }) => benchmark);
  return Array.from(byBenchmark, ([key, targets]) => ({
    key,
    sha256: hashJson(plan.benchmarks.find((one) => one.key === key)),
    targets,
  }));
}

function addName(names: Set<string>, name: string | null | undefined): void {
  if (name && names.size < MAX_NAMES) names.add(name);
}

function definitionOf({
  label: _label,
  price: _price,
  protocol: _protocol,
  stack,
  ...asked
}: PlannedTarget): string {
  return hashJson({ ...asked, stack: stack && { ...stack, name: null, description: null } });
}
