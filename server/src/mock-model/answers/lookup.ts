import type { LookupItem } from '../script/answers.ts';

// How many first characters find the candidates: enough to tell questions apart that start alike.
const HEAD = 32;

/**
 * Finds the item whose input stands in a prompt: of several the one that ends last (the question comes
 * after the examples), of those the longest. Takes one pass over the prompt, however many items there are.
 */
export function createLookup(items: readonly LookupItem[]): (prompt: string) => LookupItem | undefined {
  const width = items.reduce((least, item) => Math.min(least, item.input.length), HEAD);
  const byHead = Map.groupBy(items, (item) => item.input.slice(0, width));
  return (prompt) => {
    let best: LookupItem | undefined;
    let bestEnd = 0;
    for (let i = 0; i + width <= prompt.length; i++) {
      for (const item of byHead.get(prompt.slice(i, i + width)) ?? []) {
        const end = i + item.input.length;
        if (end <= bestEnd || !prompt.startsWith(item.input, i)) continue;
        best = item;
        bestEnd = end;
      }
    }
    return best;
  };
}
