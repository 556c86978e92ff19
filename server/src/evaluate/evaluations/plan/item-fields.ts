import type { Item } from '../../../measure/benchmarks/benchmarks.ts';

/** What an application may receive of an item besides its messages: the values of its variables, and its metadata. */
export function itemFields({ metadata = {}, fields = {} }: Pick<Item, 'metadata' | 'fields'>) {
  const texts = Object.entries(metadata).flatMap(([name, value]): [string, string][] => {
    if (value === null || value === undefined) return [];
    return [[name, typeof value === 'string' ? value : JSON.stringify(value)]];
  });
  return { ...Object.fromEntries(texts), ...fields };
}
