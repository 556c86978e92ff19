/** A chunk's row id with a score; lists of them are best first. */
export interface ScoredRow {
  id: number;
  score: number;
}

/**
 * The `count` entries with the highest scores, best first, equal scores by the lower id. Uses a heap, because sorting
 * 50,000 candidates costs more than finding them.
 */
export function topScores(scores: ReadonlyMap<number, number>, count: number): [id: number, score: number][] {
  const heap: [number, number][] = [];
  for (const entry of scores) {
    if (heap.length < count) {
      heap.push(entry);
      siftUp(heap, heap.length - 1);
    } else if (heap[0] && isWorse(heap[0], entry)) {
      heap[0] = entry;
      siftDown(heap);
    }
  }
  return heap.sort((a, b) => (isWorse(a, b) ? 1 : -1));
}

function isWorse(a: readonly [number, number], b: readonly [number, number]): boolean {
  return a[1] < b[1] || (a[1] === b[1] && a[0] > b[0]);
}

function siftUp(heap: [number, number][], from: number): void {
  let at = from;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (!swapIfWorse(heap, at, above)) return;
    at = above;
  }
}

function siftDown(heap: [number, number][]): void {
  let at = 0;
  while (true) {
    const left = 2 * at + 1;
    const [l, r] = [heap[left], heap[left + 1]];
    if (!l) return;
    const below = r && isWorse(r, l) ? left + 1 : left;
    if (!swapIfWorse(heap, below, at)) return;
    at = below;
  }
}

/** Swaps so that the worse one is above; false if it already is. */
function swapIfWorse(heap: [number, number][], below: number, above: number): boolean {
  const [b, a] = [heap[below], heap[above]];
  if (!a || !b || !isWorse(b, a)) return false;
  heap[below] = a;
  heap[above] = b;
  return true;
}

/**
 * The `count` best of dense scores, whose ids are positions; equal scores in the order of arrival. Few rows of a scan
 * exceed the threshold, so collecting twice as many as wanted and sorting them occasionally costs less than a heap.
 */
export function createDenseTopK(count: number) {
  let kept: ScoredRow[] = [];
  let threshold = Number.NEGATIVE_INFINITY;
  const cut = () => {
    kept = kept.sort((a, b) => b.score - a.score || a.id - b.id).slice(0, count);
    threshold = kept.length === count ? (kept.at(-1)?.score ?? threshold) : threshold;
  };
  return {
    /** Processes the first `rows` scores; the position of the first is `from`. Positions ascend from call to call. */
    take(scores: Float32Array, rows: number, from: number, accepts: (id: number) => boolean) {
      for (let row = 0; row < rows; row++) {
        const score = scores[row] ?? 0;
        // A score equal to the worst kept one is not better, because that one came before. NaN never passes.
        if (!(score > threshold) || !accepts(from + row)) continue;
        kept.push({ id: from + row, score });
        if (kept.length >= 2 * count) cut();
      }
    },
    sorted(): ScoredRow[] {
      cut();
      return kept;
    },
  };
}
