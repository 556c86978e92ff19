/**
 * Sentences that were changed on purpose since the fixture was recorded: `from` is replaced by `to` in what was recorded
 * and in what is answered now, for a sentence that was stored stays as it was.
 */
const REWORDED: readonly { from: string; to: string; why: string }[] = [
  {
    from: 'many comparisons find a winner by chance: expect about 1 in 20 to be wrong.',
    to: 'many comparisons find a winner by chance: of comparisons of equal targets, expect about 1 in 20 to name one.',
    why: 'The warning said 1 in 20 at every confidence level.',
  },
  {
    from: 'no cache hit is counted on that was not measured',
    to: 'only cache hits that were measured are counted',
    why: 'The sentence was hard to read.',
  },
  {
    from: 'See the samples for what each call said, mend it, and run the evaluation again.',
    to: 'The samples say what each call answered. Correct the cause and run the evaluation again.',
    why: 'The sentence did not name what to correct.',
  },
];

/** The value with today's wording. */
export function reworded<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string'
      ? REWORDED.reduce((text, { from, to }) => text.replaceAll(from, to), inner)
      : inner,
  );
}
