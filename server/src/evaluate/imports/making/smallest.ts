/** Keeps the `most` values with the smallest keys, which is a random sample if keys are random. */
export function createSmallest<T>(most: number) {
  // A heap with the largest key at its root, which is the next to be removed.
  const heap: { key: bigint; value: T }[] = [];

  const keyAt = (i: number) => heap[i]?.key ?? -1n;
  function swap(a: number, b: number): void {
    const [x, y] = [heap[a], heap[b]];
    if (x && y) [heap[a], heap[b]] = [y, x];
  }
  function up(from: number): void {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (keyAt(parent) >= keyAt(at)) return;
      swap(at, parent);
      at = parent;
    }
  }
  function down(): void {
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      const larger = keyAt(right) > keyAt(left) ? right : left;
      if (keyAt(larger) <= keyAt(at)) return;
      swap(at, larger);
      at = larger;
    }
  }

  return {
    add(key: bigint, value: T): void {
      if (most === 0) return;
      if (heap.length < most) {
        heap.push({ key, value });
        up(heap.length - 1);
      } else if (key < keyAt(0)) {
        heap[0] = { key, value };
        down();
      }
    },
    values: (): T[] => heap.map(({ value }) => value),
  };
}
