import type { Database } from '../../../db/db.ts';
import { readPages } from '../../../kernel/read-pages.ts';
import { createYieldToEventLoop } from '../../../kernel/yield-to-event-loop.ts';
import type { Held } from '../../stores/evaluation-store.ts';
import { readAnswered } from '../../stores/sample-store.ts';

/** What the rows of one benchmark keep, in the order of its units, read a few at a time. */
export async function* answeredRows(
  db: Database,
  of: Pick<Held, 'workspaceId' | 'id'>,
  benchmark: number,
): AsyncGenerator<{ target: number; answer: string; hasCost: boolean }> {
  const yieldToEventLoop = createYieldToEventLoop();
  const read = (after: number) => readAnswered(db, of, benchmark, after, AT_ONCE);
  const pages = readPages(AT_ONCE, -1, read, ({ unit }) => unit);
  for await (const page of pages) {
    for (const { target, answer, cost } of page) {
      await yieldToEventLoop();
      yield { target, answer: answer ?? '', hasCost: cost !== null };
    }
  }
}

/** A window is a megabyte or two of text. */
const AT_ONCE = 5;
