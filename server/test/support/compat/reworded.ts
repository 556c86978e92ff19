/**
 * Sentences that were changed on purpose since the fixture was recorded: `from` is replaced by `to` in every recorded
 * text before it is compared. Only sentences made while answering belong here; what is stored stays as it was.
 */
const REWORDED: readonly { from: string; to: string; why: string }[] = [];

/** The recorded value with today's wording. */
export function reworded<T>(value: T): T {
  if (REWORDED.length === 0) return value;
  return JSON.parse(JSON.stringify(value), (_, inner: unknown) =>
    typeof inner === 'string'
      ? REWORDED.reduce((text, { from, to }) => text.replaceAll(from, to), inner)
      : inner,
  );
}
