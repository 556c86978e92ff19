/**
 * Groups of files that import each other in a circle, each as its sorted members.
 *
 * Tarjan's strongly connected components: R. Tarjan, "Depth-first search and linear graph algorithms", SIAM Journal
 * on Computing 1 (1972) 146–160.
 *
 * @param graph file → the files it imports; an import of what is no key of the graph is left out
 */
export function findCircles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];

  const visit = (file: string): number => {
    const index = order.size;
    order.set(file, index);
    stack.push(file);
    let low = index;
    for (const next of graph.get(file) ?? []) {
      if (next === file) circles.push([file]);
      else if (!order.has(next) && graph.has(next)) low = Math.min(low, visit(next));
      else if (stack.includes(next)) low = Math.min(low, order.get(next) ?? low);
    }
    if (low === index) {
      const members = stack.splice(stack.indexOf(file));
      if (members.length > 1) circles.push(members.toSorted());
    }
    return low;
  };

  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}
