/**
 * The number of items in each cluster; an item without a cluster counts as its own. Null if no two items share one.
 */
export function clusterSizes(clusters: readonly (string | null)[] | undefined): number[] | null {
  const numbers = numberClusters(clusters);
  if (numbers === null) return null;
  const sizes = [...Map.groupBy(numbers, (number) => number).values()].map(({ length }) => length);
  return sizes.some((size) => size > 1) ? sizes : null;
}

/** A number for each item's cluster; an item without a cluster gets its own. Null if no item has a cluster. */
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
