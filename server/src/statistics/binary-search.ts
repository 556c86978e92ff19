/** The lowest of first … end−1 for which a condition holds that holds for all above it; `end` when none. */
export function lowest(first: number, end: number, holds: (value: number) => boolean): number {
  let [low, high] = [first, end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
