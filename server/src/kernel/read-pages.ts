/**
 * Reads rows page by page, in one order, until a page is not full; no read holds a snapshot meanwhile.
 *
 * @param size how many rows are a full page
 * @param start comes before the first row
 * @param read the next rows, at most `size`: those that come after this place
 * @param placeOf the place of a row
 */
export async function* readPages<R, P>(
  size: number,
  start: P,
  read: (after: P) => Promise<R[]>,
  placeOf: (row: R) => P,
): AsyncGenerator<R[]> {
  for (let after = start; ; ) {
    const page = await read(after);
    const last = page.at(-1);
    if (last !== undefined) yield page;
    if (last === undefined || page.length < size) return;
    after = placeOf(last);
  }
}
