/**
 * One question: its score with the target's passages and with the right ones, and how many of the right ones it was
 * shown.
 */
export interface Outcome {
  retrieved: number;
  gold: number;
  recall: number;
}

/** The lost score of one question by cause; the sum is 1 − `retrieved`. */
export interface Loss {
  retriever: number;
  reader: number;
  both: number;
}

/**
 * Attributes the loss. If every relevant passage was shown, the reader lost it. If one was missing, both share the loss
 * that remains with the right passages, and the rest is the retriever's.
 */
export function attributeLoss({ retrieved, gold, recall }: Outcome): Loss {
  const lost = 1 - retrieved;
  if (recall === 1) return { retriever: 0, reader: lost, both: 0 };
  const anyway = Math.min(lost, 1 - gold);
  return { retriever: lost - anyway, reader: 0, both: anyway };
}

export type Culprit = 'retriever' | 'reader' | 'both' | 'neither' | 'undecided';

/** The share of the score lost by a part, alone or together with the other, with its interval. */
export interface LossShare {
  ci_low: number | null;
  ci_high: number | null;
}

/**
 * The part to improve: the one whose share is proven to exceed `margin`. `neither` if both are proven not to exceed it;
 * undecided if an interval contains the margin and none is proven.
 */
export function decideCulprit(retriever: LossShare, reader: LossShare, margin: number): Culprit {
  if (isShownAboveMargin(retriever, margin)) return isShownAboveMargin(reader, margin) ? 'both' : 'retriever';
  if (isShownAboveMargin(reader, margin)) return 'reader';
  return isShownBelowMargin(retriever, margin) && isShownBelowMargin(reader, margin)
    ? 'neither'
    : 'undecided';
}

const isShownAboveMargin = ({ ci_low }: LossShare, margin: number) => ci_low !== null && ci_low > margin;
const isShownBelowMargin = ({ ci_high }: LossShare, margin: number) => ci_high !== null && ci_high <= margin;
