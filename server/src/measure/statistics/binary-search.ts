/**
 * The lowest integer of first … end−1 for which the condition holds, by binary search: if it holds for one, it must
 * hold for all higher ones. `end` if it holds for none.
 */
export function lowestIntegerWhere(first: number, end: number, holds: (value: number) => boolean): number {
  let [low, high] = [first, end];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
