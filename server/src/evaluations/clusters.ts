/** How many of the items are independent: those that share a cluster count once, one without stands for itself. */
export function independentItems(items: number, clusters: readonly (string | null)[] | undefined): number {
  if (!clusters) return items;
  const named = clusters.filter((cluster) => cluster !== null);
  return new Set(named).size + clusters.length - named.length;
}
