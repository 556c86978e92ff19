/** How often each name occurred; '' = none was given. */
export type NameCounts = Record<string, number>;

const MAX_NAMES = 1_000;
/** Counts the rest where a server gives no two answers the same name. */
const OTHER_NAMES = '(others)';

/** Adds to the count of a name. */
export function countName(names: NameCounts, given: string | null | undefined, times = 1): void {
  const name = given ?? '';
  const isKnown = Object.hasOwn(names, name) || Object.keys(names).length < MAX_NAMES;
  const key = isKnown ? name : OTHER_NAMES;
  names[key] = (Object.hasOwn(names, key) ? (names[key] as number) : 0) + times;
}

/** The counts of several together. */
export function sumNames(all: readonly Readonly<NameCounts>[]): NameCounts {
  const sum: NameCounts = {};
  for (const names of all) for (const [name, times] of Object.entries(names)) countName(sum, name, times);
  return sum;
}
