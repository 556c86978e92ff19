import { Type } from 'typebox';
import type { Page } from '../../kernel/page.ts';
import { MAX_OUTPUT_CHARACTERS } from './shortened.ts';

const DEFAULT_ROWS = 20;
const MAX_ROWS = 50;

export const Limit = Type.Optional(
  Type.Integer({
    minimum: 1,
    maximum: MAX_ROWS,
    description: `1 to ${MAX_ROWS}, default ${DEFAULT_ROWS}.`,
  }),
);

/** `limit` and `cursor` of a list tool. */
export const ListInput = {
  limit: Limit,
  cursor: Type.Optional(
    Type.String({
      maxLength: 100,
      description: 'The `next_cursor` of the previous page; omit it for the first page.',
    }),
  ),
};

export const rowLimit = (limit: number | undefined) => limit ?? DEFAULT_ROWS;

/**
 * Reads a page whose rows fit an output: if they are long, it has fewer rows, and the cursor says where to continue.
 */
export async function readFittingPage<T>(
  input: { limit?: number; cursor?: string },
  read: (query: { limit: number; cursor?: string }) => Promise<Page<T>>,
): Promise<Page<T>> {
  const { cursor } = input;
  for (let limit = rowLimit(input.limit); ; limit = Math.ceil(limit / 2)) {
    const page = await read({ limit, ...(cursor !== undefined && { cursor }) });
    if (limit === 1 || JSON.stringify(page).length <= MAX_OUTPUT_CHARACTERS) return page;
  }
}
