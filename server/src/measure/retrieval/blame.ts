/** One question: its score with the target's passages and with the right ones, and how many of these it was shown. */
export interface Outcome {
  retrieved: number;
  gold: number;
  recall: number;
}

/** What was lost of one question's score, by whom; together 1 − `retrieved`. */
export interface Loss {
  retriever: number;
  reader: number;
  both: number;
}

/**
 * Who lost what. Where every relevant passage was shown, what is lost is the reader's. Where one was missing, what is lost
 * with the right passages too is lost by both, and the rest by the retriever.
 */
export function lossOf({ retrieved, gold, recall }: Outcome): Loss {
  const lost = 1 - retrieved;
  if (recall === 1) return { retriever: 0, reader: lost, both: 0 };
  const anyway = Math.min(lost, 1 - gold);
  return { retriever: lost - anyway, reader: 0, both: anyway };
}

export type Culprit = 'retriever' | 'reader' | 'both' | 'neither' | 'undecided';

/** The share of the score that somebody loses, alone or together with the other, with its interval. */
export interface Share {
  ci_low: number | null;
  ci_high: number | null;
}

/**
 * Who is to be improved: whose share is shown to lie above `margin`. Neither where both are shown not to; undecided where
 * nobody is shown to and an interval holds the margin.
 */
export function culpritOf(retriever: Share, reader: Share, margin: number): Culprit {
  if (isGuilty(retriever, margin)) return isGuilty(reader, margin) ? 'both' : 'retriever';
  if (isGuilty(reader, margin)) return 'reader';
  return isCleared(retriever, margin) && isCleared(reader, margin) ? 'neither' : 'undecided';
}

const isGuilty = ({ ci_low }: Share, margin: number) => ci_low !== null && ci_low > margin;
const isCleared = ({ ci_high }: Share, margin: number) => ci_high !== null && ci_high <= margin;
