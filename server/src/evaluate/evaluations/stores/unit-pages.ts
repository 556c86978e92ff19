import { readPages } from '../../../kernel/read-pages.ts';

/** Reads rows of units page by page in the order of their units; `read` returns at most `size` rows after a unit. */
export const readUnitPages = <R extends { unit: number }>(
  size: number,
  read: (after: number) => Promise<R[]>,
  after = -1,
): AsyncGenerator<R[]> => readPages(size, after, read, ({ unit }) => unit);
