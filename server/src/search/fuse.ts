/** A chunk's row id with its score on one side's own scale; lists are best first. */
export interface SideHit {
  id: number;
  score: number;
}

export interface FusionRule {
  /** What the semantic side weighs where both sides agree; the keyword side has the rest. */
  semanticWeight: number;
  /** The first hits of the semantic side that are looked for among the keyword side's. */
  agreementHits: number;
}

/**
 * Chosen by cross-validation (bench/search-quality.ts prints the folds): min-max averaging beat reciprocal rank
 * fusion with k = 60. More than 0.8 was not tried, so that exact words always count.
 */
export const FUSION: FusionRule = { semanticWeight: 0.8, agreementHits: 10 };

/**
 * How much the semantic side is trusted for a query, 0 to 1: the share of its first 10 hits that are among the
 * keyword side's 100, times the share of the query's weight that the model knows. So a model that is much weaker
 * than keyword search (badly trained, or asked for words it never saw) hardly counts, whatever it answers.
 * Where the keyword side found nothing there is nothing to disagree with.
 */
export function trustIn(
  semantic: readonly SideHit[],
  keyword: readonly SideHit[],
  known: number,
  rule: FusionRule = FUSION,
): number {
  if (keyword.length === 0) return 1;
  const first = semantic.slice(0, rule.agreementHits);
  if (first.length === 0) return 0;
  const found = new Set(keyword.map(({ id }) => id));
  return known * (first.filter(({ id }) => found.has(id)).length / first.length);
}

/** Both sides' scores from 0 (the side's last hit) to 1 (its first), weighted and added: in [0, 1], best first. */
export function fuse(
  keyword: readonly SideHit[],
  semantic: readonly SideHit[],
  semanticShare: number,
): SideHit[] {
  const scores = new Map<number, number>();
  for (const [hits, share] of [
    [keyword, 1 - semanticShare],
    [semantic, semanticShare],
  ] as const) {
    for (const { id, score } of fromZeroToOne(hits))
      scores.set(id, Math.min(1, (scores.get(id) ?? 0) + share * score));
  }
  return [...scores].map(([id, score]) => ({ id, score })).sort((a, b) => b.score - a.score || a.id - b.id);
}

/** One hit alone, or several of one score, are all a side's best. */
function fromZeroToOne(hits: readonly SideHit[]): SideHit[] {
  const [high, low] = [hits[0]?.score ?? 0, hits.at(-1)?.score ?? 0];
  return hits.map(({ id, score }) => ({ id, score: high > low ? (score - low) / (high - low) : 1 }));
}
