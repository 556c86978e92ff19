/** How many of the items are independent: those that share a cluster count once, one without stands for itself. */
export function independentItems(items: number, clusters: readonly (string | null)[] | undefined): number {
  if (!clusters) return items;
  const named = clusters.filter((cluster) => cluster !== null);
  return new Set(named).size + clusters.length - named.length;
}

/** A number for each item's cluster, the same for the same one; an item without has its own. Null when none has one. */
export function clusterNumbers(clusters: readonly (string | null)[] | undefined): readonly number[] | null {
  if (!clusters) return null;
  const numbers = new Map<string, number>();
  return clusters.map((cluster, item) => {
    if (cluster === null) return item;
    const number = numbers.get(cluster) ?? item;
    numbers.set(cluster, number);
    return number;
  });
}
