/**
 * Reads rows page by page in one order until a page is not full. No read holds a snapshot between pages.
 *
 * @param size the number of rows of a full page
 * @param start the place before the first row
 * @param read reads the next rows after a place, at most `size`
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
