/** Values in parts of this size; the last may be smaller. */
export function* splitIntoParts(numbers: Iterable<number>, size: number): Generator<number[]> {
  let part: number[] = [];
  for (const number of numbers) {
    part.push(number);
    if (part.length < size) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
