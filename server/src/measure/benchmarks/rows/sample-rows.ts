import { createYieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { type Row, rowPlace } from '../../../knowledge/reading/tables/tables.ts';
import type { SampledItem } from '../benchmark.ts';
import { type Item, shortId } from '../item.ts';

/** Places of rows, counted from 0. */
export type Places = Pick<ReadonlySet<number>, 'has'>;

/** Data whose rows become items, read as often as wanted. */
export interface ItemRows {
  /** The rows in the order of the data, `at` their places; with `only`, those at these places at least. */
  rows(only?: Places): AsyncIterable<Row & { at: number }>;
  /** Null for a row that is not asked. */
  toItem(fields: Record<string, unknown>): { item: Item } | { problems: readonly string[] } | null;
}

/** What a first reading found. */
export interface Survey {
  /** The places of the rows that can be asked, each item once. */
  places: number[];
  repeated: number;
  problems: Problems;
}

/** What is wrong with rows: how much, and the first of it in words. */
export interface Problems {
  count: number;
  named: string[];
}

const MAX_NAMED = 20;

/** Looks at every row and keeps none: 60 bytes of each that can be asked. */
export async function surveyRows({ rows, toItem }: ItemRows): Promise<Survey> {
  const yieldToEventLoop = createYieldToEventLoop();
  const seen = new Set<bigint>();
  const survey: Survey = { places: [], repeated: 0, problems: { count: 0, named: [] } };
  for await (const row of rows()) {
    await yieldToEventLoop();
    const made = 'problem' in row ? { problems: [row.problem] } : toItem(row.fields);
    if (made === null) continue;
    if ('problems' in made) addProblems(survey.problems, rowPlace(row), made.problems);
    else {
      const known = seen.size;
      seen.add(shortId(made.item));
      if (seen.size === known) survey.repeated += 1;
      else survey.places.push(row.at);
    }
  }
  return survey;
}

function addProblems(problems: Problems, place: string, said: readonly string[]): void {
  problems.count += said.length;
  for (const one of said.slice(0, MAX_NAMED - problems.named.length)) {
    problems.named.push(`${place}: ${one}`);
  }
}

/** What a sentence says after those that are named. */
export function andMoreText({ count, named }: Problems): string {
  return count > named.length ? ` And ${count - named.length} more.` : '';
}

/** The items of the rows at these places, by one more reading; `index` is the place's position in `order`. */
export async function* readItemsAtPositions(
  { rows, toItem }: ItemRows,
  order: readonly number[],
): AsyncGenerator<SampledItem> {
  const yieldToEventLoop = createYieldToEventLoop();
  const indexOf = new Map(order.map((at, index) => [at, index]));
  let left = order.length;
  for await (const row of rows(indexOf)) {
    await yieldToEventLoop();
    const index = indexOf.get(row.at);
    if (index === undefined || 'problem' in row) continue;
    const made = toItem(row.fields);
    if (made === null || 'problems' in made) continue;
    yield { index, item: made.item };
    left -= 1;
    if (left === 0) return;
  }
  if (left > 0) throw new Error('The data changed while it was read.');
}
