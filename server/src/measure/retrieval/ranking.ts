import { sum } from '../../kernel/sum.ts';
import type { RelevantPassage, ShownPassage } from './question.ts';
import { comparableText, containsQuote } from './quotes.ts';

/** Metrics of the first k passages, each from 0 to 1. */
export interface Ranking {
  recall: number;
  precision: number;
  ndcg: number;
  /** For each passage shown, including those after the k-th: the indexes of the relevant passages it matches. */
  found: readonly (readonly number[])[];
}

/**
 * Recall, precision and nDCG of the first k passages, in the order in which they were shown.
 *
 * - recall@k: of the relevant ones, how many are among the first k.
 * - precision@k: of the first k passages, or of as many as there are where these are fewer, how many are relevant; 0 where
 *   there is none.
 * - nDCG@k: Σ gain ÷ log₂(rank + 1) over the same of the best order (Järvelin and Kekäläinen, ACM TOIS 20(4), 2002, with
 *   the linear gain and the logarithm of trec_eval's `ndcg_cut`). Each relevant one counts once, at the first passage that
 *   is it. One passage may be several: the best order has these in one passage too. 1 at most.
 *
 * Throws where nothing is relevant: then none of them is defined, and the question is asked to be refused.
 */
export function measureRanking(
  passages: readonly ShownPassage[],
  relevant: readonly RelevantPassage[],
  k: number,
): Ranking {
  if (relevant.length === 0) throw new RangeError('Nothing is relevant to this question.');
  const found = matchPassages(passages, relevant);
  const first = found.slice(0, k);
  const seen = new Set(first.flat());
  return {
    recall: seen.size / relevant.length,
    precision: first.length === 0 ? 0 : first.filter((some) => some.length > 0).length / first.length,
    ndcg: Math.min(1, gainOfPassage(first, relevant) / bestGain(relevant, k)),
    found,
  };
}

/** Which of the relevant passages each passage is. */
export function matchPassages(
  passages: readonly ShownPassage[],
  relevant: readonly RelevantPassage[],
): number[][] {
  const wanted = relevant.map(({ id, quote, text }) => ({
    id,
    // An id from elsewhere does not exclude a passage without one, and copies of a document differ in their ids.
    words: comparableText(quote ?? text),
    isWhole: quote === undefined,
  }));
  return passages.map(({ id, text }) => {
    const said = comparableText(text);
    return wanted.flatMap((one, place) => {
      if (id !== null && one.id === id) return [place];
      return (one.isWhole ? said === one.words : containsQuote(said, one.words)) ? [place] : [];
    });
  });
}

function gainOfPassage(found: readonly (readonly number[])[], relevant: readonly RelevantPassage[]): number {
  const seen = new Set<number>();
  return found.reduce((all, some, rank) => {
    const fresh = some.filter((place) => !seen.has(place));
    for (const place of fresh) seen.add(place);
    return all + discounted(sum(fresh.map((place) => relevant[place]?.gain ?? 0)), rank);
  }, 0);
}

function bestGain(relevant: readonly RelevantPassage[], k: number): number {
  const together = Map.groupBy(relevant, ({ text }) => comparableText(text));
  const gains = [...together.values()].map((some) => sum(some.map(({ gain }) => gain)));
  return sum(
    gains
      .sort((a, b) => b - a)
      .slice(0, k)
      .map(discounted),
  );
}

/** @param rank from 0 */
const discounted = (gain: number, rank: number) => gain / Math.log2(rank + 2);
