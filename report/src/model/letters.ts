import type { Schemas } from '@touchstone/client';

const LETTERS = 'ABCDEFGHIJKLMNOPQRST';

/** A, B, … for each target in the order of the results: what stands for it in every table and picture. */
export function lettersOf({
  target_results,
}: Pick<Schemas['Results'], 'target_results'>): Map<string, string> {
  return new Map(target_results.map(({ target_label }, i) => [target_label, LETTERS[i] ?? String(i + 1)]));
}
