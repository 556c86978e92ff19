import { readPages } from '../../../kernel/read-pages.ts';

/** Rows of units page by page, in the order of their units; `read` answers at most `size` that come after a unit. */
export const readUnitPages = <R extends { unit: number }>(
  size: number,
  read: (after: number) => Promise<R[]>,
  after = -1,
): AsyncGenerator<R[]> => readPages(size, after, read, ({ unit }) => unit);
