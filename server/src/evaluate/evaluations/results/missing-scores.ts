import type { Cell } from './aggregate.ts';

/** The value assumed for missing scores: all wrong, or all right. */
export type FilledScores = 0 | 1;

/** Whether some units of the target have no score: they failed, could not be graded, or were not sent. */
export function hasMissing({ counts }: Cell): boolean {
  return counts.scored < counts.units;
}

/**
 * The scores of the items, with each missing epoch counted as wrong or as right; no NaN remains. Nothing is
 * estimated: these are the worst-case bounds of the score (Manski 2003).
 */
export function fillMissing({ scores, repeats, counts }: Cell, as: FilledScores): Float64Array {
  const epochs = counts.units / scores.length;
  return scores.map((score, item) => {
    const there = repeats[item] as number;
    return there === 0 ? as : (score * there + as * (epochs - there)) / epochs;
  });
}

/** The mean score with everything missing wrong, and with everything missing right; null without items. */
export function scoreBounds(cell: Cell): { low: number; high: number } | null {
  if (cell.scores.length === 0) return null;
  return { low: meanOf(fillMissing(cell, 0)), high: meanOf(fillMissing(cell, 1)) };
}

function meanOf(scores: Float64Array): number {
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}
