import { createYieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import { type Row, rowPlace } from '../../../knowledge/reading/tables/tables.ts';
import type { SampledItem } from '../benchmark.ts';
import { type Item, shortId } from '../item.ts';

/** Positions of rows, from 0. */
export type Places = Pick<ReadonlySet<number>, 'has'>;

/** Data whose rows become items; can be read repeatedly. */
export interface ItemRows {
  /** The rows in the order of the data with their positions in `at`; with `only`, at least those at these positions. */
  rows(only?: Places): AsyncIterable<Row & { at: number }>;
  /** Null for a row that is not used. */
  toItem(fields: Record<string, unknown>): { item: Item } | { problems: readonly string[] } | null;
}

/** The result of a first reading. */
export interface Survey {
  /** The positions of the usable rows, each item once. */
  places: number[];
  repeated: number;
  problems: Problems;
}

/** Problems with rows: their number, and the first ones in words. */
export interface Problems {
  count: number;
  named: string[];
}

const MAX_NAMED = 20;

/** Reads every row and keeps only 60 bytes of each usable one. */
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

/** The end of a sentence that names the first problems. */
export function andMoreText({ count, named }: Problems): string {
  return count > named.length ? ` And ${count - named.length} more.` : '';
}

/** The items of the rows at these positions, in one more reading; `index` is the index of the position in `order`. */
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
