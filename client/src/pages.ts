/** One page of a list, newest first. */
export interface Page<T> {
  data: T[];
  next_cursor: string | null;
  warnings?: string[];
}

/**
 * Yields every item of a list and requests the next page only when it is needed.
 *
 *     for await (const workspace of allPages((query) => answer(client.GET('/workspaces', { params: { query } }))))
 *
 * @param list fetches one page; its argument is `{}` for the first and `{ cursor }` for each further one
 */
export async function* allPages<T>(
  list: (query: { cursor?: string }) => Promise<Page<T>>,
): AsyncGenerator<T, void, void> {
  let page = await list({});
  yield* page.data;
  while (page.next_cursor !== null) {
    page = await list({ cursor: page.next_cursor });
    yield* page.data;
  }
}
