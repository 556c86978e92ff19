import type { Schemas } from '@touchstone/client';

const LETTERS = 'ABCDEFGHIJKLMNOPQRST';

/** The letters A, B, … that represent each target in tables and plots, in the order of the results. */
export function lettersOfTargets({
  target_results,
}: Pick<Schemas['Results'], 'target_results'>): Map<string, string> {
  return lettersByLabel(target_results.map(({ target_label }) => target_label));
}

/** Letters for labels, in order. */
export function lettersByLabel(labels: readonly string[]): Map<string, string> {
  return new Map(labels.map((label, i) => [label, LETTERS[i] ?? String(i + 1)]));
}

/** The CSS variable of a candidate's colour, which is the same in every plot and table of an evaluation. */
export function candidateColor(letter: string): string {
  return `var(--candidate-${((letter.charCodeAt(0) - 65) % 8) + 1})`;
}
