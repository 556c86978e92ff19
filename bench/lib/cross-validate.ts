import { mean } from './collection.ts';

export interface CrossValidation {
  /** The mean over all queries, each scored by the variant that was best on the other folds. */
  heldOut: number;
  /** How many folds chose which variant. */
  chosen: Map<string, number>;
  /** Variants with their mean over all queries, best first. */
  ranked: [key: string, mean: number][];
}

/** k-fold cross-validation of a choice among variants, given the score of every variant on every query. */
export function crossValidate(
  scores: ReadonlyMap<string, readonly number[]>,
  folds: number,
  random: () => number,
): CrossValidation {
  const [queries = []] = scores.values();
  const fold = queries.map(() => Math.floor(random() * folds));
  const heldOut: number[] = [];
  const chosen = new Map<string, number>();
  for (let left = 0; left < folds; left++) {
    const [best = ''] = ranking(scores, (at) => fold[at] !== left)[0] ?? [];
    chosen.set(best, (chosen.get(best) ?? 0) + 1);
    heldOut.push(...(scores.get(best) ?? []).filter((_, at) => fold[at] === left));
  }
  return { heldOut: mean(heldOut), chosen, ranked: ranking(scores, () => true) };
}

function ranking(scores: ReadonlyMap<string, readonly number[]>, counts: (at: number) => boolean) {
  return [...scores]
    .map(([key, each]): [string, number] => [key, mean(each.filter((_, at) => counts(at)))])
    .sort((a, b) => b[1] - a[1]);
}
