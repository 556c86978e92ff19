import { AppError } from '../../kernel/errors.ts';
import { hashJson } from '../../kernel/json.ts';
import type { Item } from '../../measure/benchmarks/benchmarks.ts';
import type { Database } from '../../platform/db/db.ts';
import {
  BLANK_SAMPLE,
  createMemoryLimit,
  type ImportedItem,
  type ImportedSample,
  type ImportedTask,
  keyItems,
  type RunSource,
  type SharedItems,
  shareItems,
  UnreadableRun,
} from '../imported-runs/imported-runs.ts';
import { readSamples } from './exports/exports.ts';
import type { LabelledRun } from './kinds/imported/plan-import.ts';
import { CURRENT_GRADER_VERSIONS } from './kinds/registry.ts';
import { requireEvaluation, requirePlan } from './operations/stored-evaluation.ts';
import { asksForScores, comparesPairs, type Plan } from './plan/plan.ts';
import { graderChangesSince } from './results/graded-by.ts';
import type { createSampleReads } from './samples/read-samples.ts';
import type { Sample } from './schemas/sample-schemas.ts';
import {
  type EvaluationHead,
  findEvaluation,
  isUnderWay,
  readPlan,
  storedResults,
} from './stores/evaluation-store.ts';
import { readItems } from './stores/item-store.ts';

const ITEMS_PAGE = 500;
/** The name of a sample's score. */
const SCORE = 'score';

export const EVALUATIONS_AS_RUN_SOURCE: RunSource = {
  holder: 'evaluation',
  fewer: 'Compare fewer evaluations, or smaller ones.',
  matchesById: false,
};

type Keep = ReturnType<typeof createMemoryLimit>['keep'];

/** Evaluations as runs that are compared item by item. */
export interface StoredRuns {
  /** One run for each target. */
  runs: LabelledRun[];
  /** The names of the evaluations. */
  names: string[];
  /** Warnings about differences that make their scores hard to compare. */
  notes: string[];
}

interface StoredRunsOptions {
  db: Database;
  samples: ReturnType<typeof createSampleReads>;
}

/**
 * Reads evaluations as runs. Throws `not_found`, `wrong_state` for one that has not ended, and `UnreadableRun` if
 * they do not fit into memory.
 */
export async function readStoredRuns(
  options: StoredRunsOptions,
  workspaceId: string,
  ids: readonly string[],
): Promise<StoredRuns> {
  const { keep } = createMemoryLimit(EVALUATIONS_AS_RUN_SOURCE);
  const [runs, names, notes]: [(LabelledRun & { of: string })[], string[], string[]] = [[], [], []];
  for (const id of ids) {
    const row = await requireEvaluation(options.db, workspaceId, id);
    const { name, status } = row;
    if (isUnderWay(row))
      throw new AppError(
        'wrong_state',
        `The evaluation "${name}" is ${status}; compare it when it has ended.`,
      );
    names.push(name);
    const results = storedResults(row);
    const regraded = results === null ? [] : graderChangesSince(results, CURRENT_GRADER_VERSIONS);
    if (regraded.length > 0)
      notes.push(
        `Graders have changed since "${name}" was graded (${regraded.join('; ')}). Rescore it before you compare it with a newer evaluation.`,
      );
    for (const run of await runsOf(options, row, keep)) runs.push({ ...run, of: name });
  }
  const isAlone = (label: string | null) => runs.filter((run) => run.label === label).length === 1;
  return {
    names,
    notes,
    runs: runs.map(({ of, ...run }) =>
      isAlone(run.label) ? run : { ...run, label: `${run.label} (${of})` },
    ),
  };
}

/**
 * The items of a benchmark that two evaluations share; null if one of them no longer exists or lacks the benchmark,
 * or if the items do not fit into memory.
 */
export async function readSharedItems(
  db: Database,
  workspaceId: string,
  ids: readonly string[],
  key: string,
): Promise<SharedItems | null> {
  const { keep } = createMemoryLimit(EVALUATIONS_AS_RUN_SOURCE);
  const all: ReturnType<typeof keyItems<ImportedItem>>[] = [];
  for (const id of ids) {
    const row = await findEvaluation(db, workspaceId, id);
    const plan = row && (await readPlan(db, row));
    const found = plan && scoredBenchmarks(plan).find(({ one }) => one.key === key);
    if (!found) return null;
    const items = await readBenchmarkItems(db, row, plan, found.at);
    try {
      for (const item of items) keep(item);
    } catch (error) {
      if (error instanceof UnreadableRun) return null;
      throw error;
    }
    all.push(keyItems(items, ({ content }) => content as string));
  }
  return shareItems(all);
}

/** The scored benchmarks whose items are sent to targets, with their indexes in the plan. */
const scoredBenchmarks = ({ benchmarks }: Plan) =>
  benchmarks.flatMap((one, at) => (asksForScores(one) && !comparesPairs(one) ? [{ one, at }] : []));

async function runsOf(
  { db, samples }: StoredRunsOptions,
  row: EvaluationHead,
  keep: Keep,
): Promise<LabelledRun[]> {
  const plan = await requirePlan(db, row);
  const scored = scoredBenchmarks(plan);
  const keys = new Set(scored.map(({ one }) => one.key));
  const outcomes = new Map<string, ImportedSample[]>();
  for await (const sample of readSamples((query) => samples.list(row, query), {})) {
    if (!keys.has(sample.benchmark)) continue;
    const at = placeOf(sample.target_label, sample.benchmark, sample.item);
    const imported = toImported(sample);
    keep({ ...NO_ITEM, samples: [imported] });
    outcomes.set(at, [...(outcomes.get(at) ?? []), imported]);
  }
  const runs = plan.targets.map((target) => ({ target, tasks: [] as ImportedTask[] }));
  for (const { one, at } of scored) {
    const items = await readBenchmarkItems(db, row, plan, at);
    for (const item of items) keep(item);
    for (const { target, tasks } of runs) {
      const own = items.map((item, i) => ({
        ...item,
        samples: outcomes.get(placeOf(target.label, one.key, i)) ?? [],
      }));
      tasks.push({
        name: one.key,
        version: one.version,
        scores: [SCORE],
        lowerIsBetter: [],
        items: own,
        epochs: plan.methodology.epochs,
      });
    }
  }
  return runs.map(({ target, tasks }) => ({
    label: target.label,
    tool: 'touchstone',
    toolVersion: plan.serviceVersion ?? null,
    model: target.endpoint ? target.label : `${target.provider}/${target.modelId}`,
    variant: null,
    parameters: { evaluation_id: row.id },
    files: plan.benchmarks.flatMap(({ data = [] }) => data.map(({ name, sha256 }) => ({ name, sha256 }))),
    tasks,
    notes: [],
  }));
}

/** Placeholder for samples, which are read before their item. */
const NO_ITEM: ImportedItem = { id: '', content: null, input: [], expected: '', samples: [] };

const placeOf = (...at: readonly [target: string, benchmark: string, item: number]) => JSON.stringify(at);

/**
 * The items of a benchmark in order, without samples. Equal content means the same question, expected answer, grader
 * and criteria. The id of an item is that in the data, else its question, so that an edited item keeps one of them.
 */
async function readBenchmarkItems(
  db: Database,
  { workspace_id: workspaceId, id }: EvaluationHead,
  { benchmarks, judges }: Plan,
  at: number,
): Promise<ImportedItem[]> {
  const benchmark = benchmarks[at] as Plan['benchmarks'][number];
  const criteria = 'custom' in benchmark && [
    benchmark.custom,
    judges?.map(({ provider, modelId }) => [provider, modelId]),
  ];
  const items: ImportedItem[] = [];
  while (items.length < benchmark.items) {
    const rows = await readItems(db, { workspaceId, id }, at, items.length, items.length + ITEMS_PAGE);
    if (rows.length === 0) break;
    for (const { hash, content_json } of rows) {
      const { input, expected, cluster, metadata } = JSON.parse(content_json) as Item;
      const own = metadata?.id;
      items.push({
        id: own == null ? (input.at(-1)?.content ?? hash) : String(own),
        content: criteria ? hashJson([hash, criteria]) : hash,
        ...(cluster !== undefined && { cluster }),
        input,
        expected,
        samples: [],
      });
    }
  }
  return items;
}

function toImported(sample: Sample): ImportedSample {
  const { outcome, finish_reason } = sample;
  const isFailed = outcome === 'failed';
  return {
    ...BLANK_SAMPLE,
    epoch: sample.epoch,
    response: sample.answer,
    reasoning: sample.reasoning,
    scores: { [SCORE]: outcome === 'scored' ? sample.score : null },
    extracted: sample.extracted,
    error: isFailed ? (sample.message ?? sample.reason ?? 'failed') : null,
    finishReason: finish_reason as ImportedSample['finishReason'],
    inputTokens: sample.input_tokens,
    outputTokens: sample.output_tokens,
    cachedTokens: sample.cached_tokens ?? null,
    costUsd: sample.cost_usd,
    latencyMs: sample.latency_ms,
  };
}
