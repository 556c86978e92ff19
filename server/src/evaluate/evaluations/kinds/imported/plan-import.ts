import { joinNames } from '@touchstone/report/figures';
import { impossibleField } from '../../../../kernel/errors.ts';
import { sanitizeText } from '../../../../kernel/sanitize-text.ts';
import { createYieldToEventLoop } from '../../../../kernel/yield-to-event-loop.ts';
import {
  type Item,
  type SampledItems,
  toItem,
  toSampledItems,
} from '../../../../measure/benchmarks/benchmarks.ts';
import {
  type ImportedRun,
  type ImportedSample,
  type MatchBy,
  type MatchedTask,
  matchRuns,
  type RunSource,
} from '../../../imported-runs/imported-runs.ts';
import { createPlanningBudget, requireUnitsWithinLimit } from '../../plan/limits.ts';
import { resolveMethodology } from '../../plan/methodology.ts';
import type { Plan, PlannedTarget, Unit } from '../../plan/plan.ts';
import { blankSample, toKeptFailure } from '../../run/call-model.ts';
import type { NewEvaluation } from '../../schemas/evaluation-schemas.ts';
import type { Methodology } from '../../schemas/methodology-schemas.ts';
import type { NewSample } from '../../stores/sample-store.ts';
import { scoredGrade, unscoredGrade } from '../answers/grade-answer.ts';
import type { PlannedImported } from './describe.ts';

/** A run and the label of its target; null = labelled by its model. */
export type LabelledRun = ImportedRun & { label: string | null };

export interface ImportOptions {
  name: string;
  /** Where the samples come from, in a sentence. */
  origin: string;
  from: RunSource;
  match: MatchBy;
  score: string | null;
  methodology: Methodology;
}

/** The results of other tools as a completed evaluation: its plan, its items, and the samples in plan order. */
export interface PlannedImport {
  input: NewEvaluation;
  plan: Plan;
  sampled: SampledItems[];
  warnings: string[];
  samples(now: number): Iterable<NewSample>;
}

/**
 * Plans the evaluation that these runs form. Throws `UnreadableRun` if they have nothing in common, and 422 for an
 * invalid methodology.
 */
export async function planImport(
  runs: readonly LabelledRun[],
  options: ImportOptions,
): Promise<PlannedImport> {
  const warnings: string[] = [];
  const labels = labelsOf(runs);
  const { tasks, epochs, notes } = await matchRuns(runs, { ...options, labels });
  const room = createPlanningBudget();
  for (const { items } of tasks) room.take(items.length, null);
  const methodology = { ...resolveMethodology(options.methodology, warnings), epochs };
  const targets = runs.map((run, i) => targetOf(run, labels[i] as string));
  const plan: Plan = {
    targets,
    benchmarks: tasks.map((task) => benchmarkOf(task, runs)),
    methodology,
    sendsNoSeed: true,
  };
  requireUnitsWithinLimit(plan);
  const sampled = await sampledOf(tasks);
  return {
    input: {
      name: options.name,
      targets: targets.map(({ label, provider, modelId }) => ({
        target_type: 'model',
        model_provider: provider,
        model_id: modelId,
        label,
      })),
      benchmarks: tasks.map(({ name }) => ({ benchmark_type: 'imported', subset: name })),
      methodology: options.methodology,
    },
    plan,
    sampled,
    warnings: [
      options.origin,
      ...matchSentences(tasks, labels, options.from),
      ...runs.flatMap((run) => run.notes),
      ...notes,
      ...warnings,
    ],
    samples: (now) => samplesOf(plan, tasks, { from: options.from, now }),
  };
}

/**
 * The given label, or else the model and prompt variant. Equal labels get the name of the first file, or a number.
 */
function labelsOf(runs: readonly LabelledRun[]): string[] {
  const plain = runs.map(({ label, model, variant }) => {
    const isAlone = runs.filter((one) => one.label === label).length === 1;
    const own = variant === null ? model : `${model}, ${short(variant)}`;
    if (label === null) return own;
    return isAlone ? label : `${label}, ${own}`;
  });
  const isUnique = (i: number, all: readonly string[]) => all.filter((one) => one === all[i]).length === 1;
  const named = plain.map((label, i) =>
    isUnique(i, plain) ? label : `${label} (${short(runs[i]?.files[0]?.name ?? '')})`,
  );
  return named.map((label, i) => sanitizeText(isUnique(i, named) ? label : `${label} ${i + 1}`));
}

const SHORT = 60;
const short = (text: string) => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > SHORT ? `${line.slice(0, SHORT - 1)}…` : line;
};

/** The part of the model name before the first slash counts as the provider. */
function targetOf({ model, tool }: ImportedRun, label: string): PlannedTarget {
  const slash = model.search(/[/:]/);
  if (slash <= 0) return { label, provider: tool, modelId: model };
  return { label, provider: model.slice(0, slash), modelId: model.slice(slash + 1) };
}

const MOST_IDS = 100;

function benchmarkOf(task: MatchedTask, runs: readonly ImportedRun[]): PlannedImported {
  const { name, version, score, otherScores, matchedBy, items, changed, unmatched } = task;
  return {
    kind: 'imported',
    key: `imported/${name}`,
    type: 'imported',
    version: version ?? '1',
    items: items.length,
    chanceLevel: null,
    score,
    otherScores,
    matchedBy,
    changed: changed.length,
    runs: runs.map(({ tool, toolVersion, files, parameters }, i) => ({
      tool,
      toolVersion,
      files,
      parameters,
      unmatched: unmatched[i]?.length ?? 0,
      unmatchedIds: (unmatched[i] ?? []).slice(0, MOST_IDS),
    })),
  };
}

/**
 * Sentences for the warnings: how many items are compared, one sentence for tasks that match alike, and which items
 * another run lacks.
 */
function matchSentences(tasks: readonly MatchedTask[], labels: readonly string[], from: RunSource): string[] {
  const alike = Map.groupBy(tasks, ({ items, matchedBy, score, otherScores }) =>
    JSON.stringify([items.length, matchedBy, score, otherScores]),
  );
  return [
    ...[...alike.values()].map((group) => matchedSentence(group, labels, from)),
    ...tasks.flatMap(changedSentences),
    ...tasks.flatMap((task) => unmatchedSentences(task, labels)),
  ];
}

function matchedSentence(
  group: readonly MatchedTask[],
  labels: readonly string[],
  { holder }: RunSource,
): string {
  const [{ name, items, matchedBy, score, otherScores }] = group as [MatchedTask];
  const names =
    group.length === 1
      ? name
      : `${group.length} tasks (${joinNames(
          group.map((task) => task.name),
          5,
        )})`;
  const each = group.length === 1 ? '' : ' each';
  const matched = labels.length === 1 ? '' : `, matched by ${matchedBy}`;
  const others = otherScores.length === 0 ? '' : `; the ${holder}s also have ${joinNames(otherScores, 5)}`;
  return `${names}: ${items.length} items${each}${matched}, scored by ${score}${others}.`;
}

function changedSentences({ name, changed }: MatchedTask): string[] {
  if (changed.length === 0) return [];
  const [were, are] = changed.length === 1 ? ['1 item was', 'is'] : [`${changed.length} items were`, 'are'];
  return [
    `${name}: ${were} changed between the runs (the question, the expected answer or the grader) and ${are} excluded: ${joinNames(changed.map(short), 5)}.`,
  ];
}

function unmatchedSentences(
  { name, items, changed, unmatched }: MatchedTask,
  labels: readonly string[],
): string[] {
  const others = items.length + changed.length;
  return unmatched.flatMap((ids, i) =>
    ids.length === 0
      ? []
      : [
          `${name}: ${ids.length} of ${ids.length + others} items of ${labels[i]} are missing from another run and are excluded: ${joinNames(ids.map(short), 5)}.`,
        ],
  );
}

/** The items of each task. Each is hashed, which takes seconds for the largest import. */
async function sampledOf(tasks: readonly MatchedTask[]): Promise<SampledItems[]> {
  const yieldToEventLoop = createYieldToEventLoop();
  const sampled: SampledItems[] = [];
  for (const task of tasks) {
    const items: Item[] = [];
    for (const at of task.items.keys()) {
      items.push(itemOf(task, at));
      await yieldToEventLoop();
    }
    sampled.push(toSampledItems(items));
  }
  return sampled;
}

function itemOf({ items, clusters, score }: MatchedTask, at: number): Item {
  const all = items[at] ?? [];
  const item = all.find(({ content }) => content !== null) ?? all[0];
  if (item === undefined) throw impossibleField('', 'An item has no run.');
  const cluster = clusters[at];
  return toItem({
    input: item.input.map(({ role, content }) => ({ role, content: sanitizeText(content) })),
    expected:
      typeof item.expected === 'string' ? sanitizeText(item.expected) : item.expected.map(sanitizeText),
    grader: { type: sanitizeText(score), options: {} },
    ...(cluster != null && { cluster }),
    metadata: { id: sanitizeText(item.id) },
  });
}

interface Written {
  from: RunSource;
  now: number;
}

function* samplesOf(plan: Plan, tasks: readonly MatchedTask[], written: Written): Generator<NewSample> {
  const { epochs } = plan.methodology;
  let unit = 0;
  for (const [benchmark, { items, score }] of tasks.entries()) {
    for (const [item, all] of items.entries()) {
      for (let epoch = 0; epoch < epochs; epoch++) {
        for (const [target, { samples }] of all.entries()) {
          const sample = samples.find((one) => one.epoch === epoch);
          // Items that a run lacks stay pending.
          if (sample) yield rowOf({ unit, benchmark, item, epoch, target }, sample, score, written);
          unit++;
        }
      }
    }
  }
}

const PICODOLLARS = 1e12;

function rowOf(unit: Unit, sample: ImportedSample, score: string, { from, now }: Written): NewSample {
  const { response, reasoning, extracted, error, scores } = sample;
  const row: NewSample = {
    ...blankSample(unit, 1, now),
    answer: textOrNull(response),
    reasoning: textOrNull(reasoning),
    finish_reason: sample.finishReason,
    input_tokens: sample.inputTokens,
    output_tokens: sample.outputTokens,
    cached_tokens: sample.cachedTokens,
    cost: sample.costUsd === null ? null : Math.round(sample.costUsd * PICODOLLARS),
    latency_ms: sample.latencyMs,
  };
  if (error !== null) return { ...row, state: 'failed', outcome: 'failed', ...failureIn(error) };
  const value = scores[score] ?? null;
  if (value === null)
    return { ...row, ...unscoredGrade('no_score', `The ${from.holder} has no ${score} for this sample.`) };
  const outcome = value === 1 ? 'right' : 'wrong';
  return { ...row, ...scoredGrade(outcome, value), extracted: textOrNull(extracted), graded_by_json: '{}' };
}

const textOrNull = (text: string | null) => (text === null ? null : sanitizeText(text));

/** Files state only a message. Whether a retry could help is unknown, and imported samples are never retried. */
function failureIn(message: string): Pick<NewSample, 'reason' | 'message' | 'failure_json'> {
  return { reason: 'deterministic', ...toKeptFailure({ outcome: 'failed', cause: 'unexpected', message }) };
}
