/** A range of a text, in UTF-16 code units. */
interface Passage {
  start: number;
  end: number;
}

/** The end of a sentence or of a line; a full stop between digits ends nothing. */
const END = /(?<=[.!?…]["'”’)\]]*)\s+|(?<=[。！？])|\n+/gu;

/**
 * The sentence or line with the most different words of a query, the first of equal ones. `highlights` are in order.
 * Null if there are none.
 */
export function bestExcerpt(text: string, highlights: readonly Passage[]): Passage | null {
  let best: Passage | null = null;
  let most = 0;
  let next = 0;
  for (const { start, end } of sentencesOf(text)) {
    const words = new Set<string>();
    for (; next < highlights.length; next++) {
      const highlight = highlights[next] as Passage;
      if (highlight.start >= end) break;
      words.add(text.slice(highlight.start, highlight.end).toLowerCase());
    }
    if (words.size <= most) continue;
    most = words.size;
    best = { start, end };
  }
  return best;
}

function* sentencesOf(text: string): Generator<Passage> {
  let start = 0;
  for (const { 0: between, index } of text.matchAll(END)) {
    if (index > start) yield { start, end: index };
    start = index + between.length;
  }
  if (start < text.length) yield { start, end: text.length };
}
