/** Items by a key that is equal for equal items. */
export type KeyedItems<T extends { readonly id: string }> = ReadonlyMap<string, T>;

/** Which items several runs share. */
export interface SharedItems {
  /** The keys that all runs have, in the order of the first run. */
  readonly shared: readonly string[];
  /** The ids of items that all runs have, but not with the same key. */
  readonly changed: readonly string[];
  /** By run: the ids of all other items, which another run lacks. */
  readonly only: readonly (readonly string[])[];
}

/** Compares the items of runs by their keys. Every comparison of runs uses it. */
export function shareItems(runs: readonly KeyedItems<{ readonly id: string }>[]): SharedItems {
  const isShared = (key: string) => runs.every((items) => items.has(key));
  const rest = runs.map((items) => [...items].flatMap(([key, { id }]) => (isShared(key) ? [] : [id])));
  const ids = rest.map((own) => new Set(own));
  const isChanged = (id: string) => ids.every((own) => own.has(id));
  return {
    shared: [...(runs[0]?.keys() ?? [])].filter(isShared),
    changed: [...(ids[0] ?? [])].filter(isChanged),
    only: rest.map((own) => own.filter((id) => !isChanged(id))),
  };
}

/** Items by `keyOf`; the n-th of several equal items in a run corresponds to the n-th in another. */
export function keyItems<T extends { readonly id: string }>(
  items: readonly T[],
  keyOf: (item: T) => string,
): KeyedItems<T> {
  const times = new Map<string, number>();
  return new Map(
    items.map((item) => {
      const key = keyOf(item);
      const time = times.get(key) ?? 0;
      times.set(key, time + 1);
      return [`${key} ${time}`, item];
    }),
  );
}
