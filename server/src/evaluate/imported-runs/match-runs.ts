import { joinNames } from '@touchstone/report/figures';
import { createYieldToEventLoop } from '../../kernel/yield-to-event-loop.ts';
import {
  type ImportedItem,
  type ImportedRun,
  type ImportedTask,
  type RunSource,
  UnreadableRun,
} from './imported-run.ts';
import { type KeyedItems, keyItems, shareItems } from './share-items.ts';

export const MATCH_BY = ['auto', 'id', 'content'] as const;
export type MatchBy = (typeof MATCH_BY)[number];

/** A task that all runs have, with the items that all of them have. */
export interface MatchedTask {
  readonly name: string;
  readonly version: string | null;
  /** The compared score, and the names of further scores in the files. */
  readonly score: string;
  readonly otherScores: readonly string[];
  readonly matchedBy: 'id' | 'content';
  /** By item, then run. */
  readonly items: readonly (readonly ImportedItem[])[];
  /** By item: a name that dependent items share; null for independent ones. */
  readonly clusters: readonly (string | null)[];
  /** The ids of items that all runs have with different content. */
  readonly changed: readonly string[];
  /** By run: the ids of its items that another run lacks. */
  readonly unmatched: readonly (readonly string[])[];
}

export interface MatchedRuns {
  readonly tasks: readonly MatchedTask[];
  /** Number of compared epochs of each item: the minimum over the runs. */
  readonly epochs: number;
  readonly notes: readonly string[];
}

export interface MatchOptions {
  readonly match: MatchBy;
  /** The name of the compared score; null = the first that all files have. */
  readonly score: string | null;
  /** The names of the runs in sentences. */
  readonly labels: readonly string[];
  readonly from: RunSource;
}

/**
 * Finds the tasks, items and score that all runs have. Matched by content, items are the same if their contents are
 * equal, whatever their ids. Equal items within a run are paired in order. Throws `UnreadableRun` if nothing can be
 * compared.
 */
export async function matchRuns(runs: readonly ImportedRun[], options: MatchOptions): Promise<MatchedRuns> {
  const { groups, notes } = commonTasks(runs, options.labels);
  const yieldToEventLoop = createYieldToEventLoop();
  const tasks: MatchedTask[] = [];
  for (const group of groups) {
    tasks.push(matchTask(group, options, notes));
    await yieldToEventLoop();
  }
  const all = groups.flat().map(({ epochs }) => epochs);
  const epochs = Math.min(...all);
  if (Math.max(...all) > epochs)
    notes.push(
      `The runs sent items up to ${Math.max(...all)} times, but not equally often: the first ${epochs === 1 ? 'time' : `${epochs} times`} of each item is compared.`,
    );
  return { tasks, epochs, notes };
}

/** The tasks that all runs have, by name; if each run has exactly one, those. */
function commonTasks(runs: readonly ImportedRun[], labels: readonly string[]) {
  const notes: string[] = [];
  const [first, ...rest] = runs.map(({ tasks }) => tasks);
  if (first === undefined) throw new UnreadableRun('There is no run to import.');
  const only = runs.map(({ tasks }) => tasks[0] as ImportedTask);
  if (runs.every(({ tasks }) => tasks.length === 1)) {
    const names = [...new Set(only.map(({ name }) => name))];
    if (names.length > 1)
      notes.push(
        `The runs have different names for their task (${names.join(', ')}); it is compared as one task.`,
      );
    return { groups: [only], notes };
  }
  const groups = first.flatMap((task) => {
    const others = rest.map((tasks) => tasks.find(({ name }) => name === task.name));
    return others.includes(undefined) ? [] : [[task, ...(others as ImportedTask[])]];
  });
  const common = new Set(groups.map(([task]) => task?.name));
  for (const [i, { tasks }] of runs.entries()) {
    const own = tasks.filter(({ name }) => !common.has(name)).map(({ name }) => name);
    if (own.length > 0)
      notes.push(`${labels[i]} has tasks that another run lacks, which are excluded: ${joinNames(own, 5)}.`);
  }
  if (groups.length === 0)
    throw new UnreadableRun(
      `The runs have no task in common: ${runs
        .map(
          ({ tasks }, i) =>
            `${labels[i]} has ${joinNames(
              tasks.map(({ name }) => name),
              5,
            )}`,
        )
        .join('; ')}.`,
    );
  return { groups, notes };
}

function matchTask(group: readonly ImportedTask[], options: MatchOptions, notes: string[]): MatchedTask {
  const [first] = group as [ImportedTask];
  const { from } = options;
  const { score, others } = chooseScore(group, options);
  const hasContent = group.every(({ items }) => items.some(({ content }) => content !== null));
  const matchedBy = options.match === 'auto' ? (hasContent ? 'content' : 'id') : options.match;
  if (matchedBy === 'content' && !hasContent)
    throw new UnreadableRun(
      `Not every ${from.holder} contains the questions of ${first.name}, so only ids can be matched.`,
    );
  const keyed = keyGroup(group, matchedBy);
  const { shared, changed, only } = shareItems(keyed);
  if (shared.length === 0) throw new UnreadableRun(whyNothingMatches(group, matchedBy, options));
  const items = shared.map((key) => keyed.map((own) => own.get(key) as ImportedItem));
  const differing = items.filter(
    (all) => new Set(all.map(({ expected }) => JSON.stringify(expected))).size > 1,
  );
  if (differing.length > 0)
    notes.push(
      `On ${first.name}, ${differing.length} of ${items.length} matched items have different expected answers in different ${from.holder}s; each score uses that of its own ${from.holder}.`,
    );
  return {
    name: first.name,
    version: first.version,
    score,
    otherScores: others,
    matchedBy,
    items,
    clusters: clustersOf(items),
    changed,
    unmatched: only,
  };
}

/** The items of each run by the key by which they are matched. */
function keyGroup(group: readonly ImportedTask[], by: 'id' | 'content'): KeyedItems<ImportedItem>[] {
  // An item without an outcome has only an id, so its content comes from another file.
  const contents = new Map(
    group.flatMap(({ items }) =>
      items.flatMap(({ id, content }) => (content === null ? [] : [[id, content] as const])),
    ),
  );
  return group.map(({ items }) =>
    keyItems(items, ({ id, content }) => (by === 'id' ? id : (content ?? contents.get(id) ?? id))),
  );
}

function whyNothingMatches(
  group: readonly ImportedTask[],
  by: 'id' | 'content',
  { labels, from }: MatchOptions,
): string {
  const name = group[0]?.name;
  const other = by === 'content' ? 'id' : 'content';
  const shared = shareItems(keyGroup(group, other)).shared.length;
  const hint =
    by === 'content' && shared > 0
      ? from.matchesById
        ? ` ${shared} items have the same id: match by id if they are the same questions.`
        : ` ${shared} items have the same id and were changed (the question, the expected answer or the grader).`
      : '';
  const counts = group.map(({ items }, i) => `${labels[i]} has ${items.length}`).join(', ');
  return `No item of ${name} has the same ${by} in all runs (${counts}).${hint}`;
}

/** Items of a cluster stated by a run, and items with equal content, are not independent. */
function clustersOf(items: readonly (readonly ImportedItem[])[]): (string | null)[] {
  const contents = items.map((all) => all.find(({ content }) => content !== null)?.content ?? null);
  const counts = new Map<string | null, number>();
  for (const content of contents) counts.set(content, (counts.get(content) ?? 0) + 1);
  return contents.map((content, i) => {
    const stated = items[i]?.find(({ cluster }) => cluster !== undefined)?.cluster;
    return stated ?? (content !== null && (counts.get(content) ?? 0) > 1 ? content : null);
  });
}

function chooseScore(group: readonly ImportedTask[], { score, labels }: MatchOptions) {
  const [first] = group as [ImportedTask];
  const common = first.scores.filter((name) => group.every(({ scores }) => scores.includes(name)));
  const usable = common.filter((name) => whyUnusable(group, name) === null);
  if (score !== null) {
    if (!common.includes(score))
      throw new UnreadableRun(
        `Not all runs have the score "${score}" for ${first.name}; ${scoresSaid(group, labels)}.`,
      );
    const why = whyUnusable(group, score);
    if (why !== null)
      throw new UnreadableRun(`The score "${score}" of ${first.name} cannot be compared: it ${why}.`);
  }
  const chosen = score ?? usable[0];
  if (chosen === undefined) {
    const reasons = common.map((name) => `${name} ${whyUnusable(group, name)}`);
    throw new UnreadableRun(
      common.length === 0
        ? `The runs have no score of ${first.name} in common: ${scoresSaid(group, labels)}.`
        : `No score of ${first.name} can be compared: ${joinNames(reasons, 5)}.`,
    );
  }
  return { score: chosen, others: usable.filter((name) => name !== chosen) };
}

const scoresSaid = (group: readonly ImportedTask[], labels: readonly string[]) =>
  group
    .map(({ scores }, i) => `${labels[i]} has ${scores.length === 0 ? 'no score' : joinNames(scores, 5)}`)
    .join('; ');

/** Why a score cannot be compared; null if it can. */
function whyUnusable(group: readonly ImportedTask[], name: string): string | null {
  if (group.some(({ lowerIsBetter }) => lowerIsBetter.includes(name))) return 'is better if it is lower';
  let isScored = false;
  for (const { items } of group)
    for (const { samples } of items)
      for (const { scores } of samples) {
        const score = scores[name] ?? null;
        if (score === null) continue;
        if (score < 0 || score > 1) return `has the value ${score}, but scores must be from 0 to 1`;
        isScored = true;
      }
  return isScored ? null : 'has no value';
}
