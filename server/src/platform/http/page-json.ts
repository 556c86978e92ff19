/**
 * A page as JSON in pieces: `{"data": [...], ...envelope}`. The pages of `rest` are read while the text is sent, so
 * that memory does not grow with the number of resources.
 */
export async function* pageJson(
  first: readonly unknown[],
  rest: AsyncIterable<readonly unknown[]>,
  envelope: object,
): AsyncGenerator<string> {
  yield `{"data":[${first.map((one) => JSON.stringify(one)).join(',')}`;
  for await (const more of rest) yield more.map((one) => `,${JSON.stringify(one)}`).join('');
  yield `],${JSON.stringify(envelope).slice(1)}`;
}
