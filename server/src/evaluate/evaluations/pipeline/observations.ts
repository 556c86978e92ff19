import { hashJson } from '../../../kernel/json.ts';
import { readPages } from '../../../kernel/read-pages.ts';
import type { Database } from '../../../platform/db/db.ts';
import type { EvaluationKey, ObservedLoad } from '../kinds/kind.ts';
import { KINDS } from '../kinds/registry.ts';
import { clusterNumbers } from '../plan/clusters.ts';
import {
  comparesPairs,
  isAsked,
  isManyCalls,
  isScored,
  type Plan,
  type PlannedTarget,
  unitAt,
} from '../plan/plan.ts';
import type { EvaluationHead } from '../stores/evaluation-store.ts';
import { headOf, readMeasured } from '../stores/sample-store.ts';

/** What an evaluation saw, item by item, for those who look at several of them. */
export interface Observations {
  readonly targets: readonly ObservedTarget[];
  readonly benchmarks: readonly ObservedBenchmark[];
  readonly loads: readonly ObservedLoads[];
}

export type { ObservedLoad } from '../kinds/kind.ts';

export interface ObservedLoads {
  readonly key: string;
  /** Of what is sent: changes with the scenario. */
  readonly sha256: string;
  /** Of the targets that were measured under it. */
  readonly targets: readonly ObservedLoad[];
}

export interface ObservedTarget {
  readonly label: string;
  /** Changes with anything of the target that was asked: its stack, model, prompt, endpoint; not with its price. */
  readonly definition: string;
  /** Names that the server said of its model, and of its configuration. */
  readonly models: readonly string[];
  readonly fingerprints: readonly string[];
}

export interface ObservedBenchmark {
  readonly key: string;
  /** Of its items; null where they are not known by it. */
  readonly itemsSha256: string | null;
  readonly items: number;
  /** A number for each item's cluster; null where each is alone. */
  readonly clusters: readonly number[] | null;
  /** In the order of the targets. */
  readonly targets: readonly ObservedScores[];
}

export interface ObservedScores {
  /** By item, the mean over its epochs; null where none was scored. */
  readonly scores: readonly (number | null)[];
  /** Of each call in ms, by item; one that failed is infinite. Null where an item is many calls. */
  readonly latencies: readonly (readonly number[])[] | null;
  /** Of each call in USD whose price is known, by item. */
  readonly costs: readonly (readonly number[])[];
}

const PAGE = 1000;
/** Of a server that names itself anew in each answer so many names are kept. */
const MOST_NAMES = 50;

/** Reads every sample of what targets were asked and graded by, page by page. */
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
  const pages = readPages(
    PAGE,
    -1,
    (after) => readMeasured(db, { workspaceId, id }, after, PAGE),
    ({ unit }) => unit,
  );
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
      keep(models, sample.returned_model);
      keep(fingerprints, headOf(sample.parts_head).fingerprint);
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
      if (!isScored(benchmark) || !isAsked(benchmark) || comparesPairs(benchmark)) return [];
      return [
        {
          key: benchmark.key,
          itemsSha256: benchmark.itemsSha256 ?? null,
          items: benchmark.items,
          clusters: clusterNumbers(benchmark.clusters),
          targets: (cells[at] ?? []).map(({ sums, scored, latencies, costs }) => ({
            scores: Array.from(sums, (sum, item) =>
              scored[item] === 0 ? null : sum / (scored[item] as number),
            ),
            latencies: isManyCalls(benchmark) ? null : latencies,
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

function keep(names: Set<string>, name: string | null | undefined): void {
  if (name && names.size < MOST_NAMES) names.add(name);
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
