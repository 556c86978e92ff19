/** How many items each cluster has, one without counting as its own; null when no two items share one. */
export function clusterSizes(clusters: readonly (string | null)[] | undefined): number[] | null {
  const numbers = numberClusters(clusters);
  if (numbers === null) return null;
  const sizes = [...Map.groupBy(numbers, (number) => number).values()].map(({ length }) => length);
  return sizes.some((size) => size > 1) ? sizes : null;
}

/** A number for each item's cluster, the same for the same one; an item without has its own. Null when none has one. */
export function numberClusters(clusters: readonly (string | null)[] | undefined): readonly number[] | null {
  if (!clusters) return null;
  const numbers = new Map<string, number>();
  return clusters.map((cluster, item) => {
    if (cluster === null) return item;
    const number = numbers.get(cluster) ?? item;
    numbers.set(cluster, number);
    return number;
  });
}
