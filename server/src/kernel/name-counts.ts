/** The number of occurrences of each name; '' counts occurrences without a name. */
export type NameCounts = Record<string, number>;

const MAX_NAMES = 1_000;
/** The key for all further names, if a server uses a different name for every response. */
const OTHER_NAMES = '(others)';

/** Adds one to the count of a name. */
export function countName(names: NameCounts, given: string | null | undefined, times = 1): void {
  const name = given ?? '';
  const isKnown = Object.hasOwn(names, name) || Object.keys(names).length < MAX_NAMES;
  const key = isKnown ? name : OTHER_NAMES;
  const count = (Object.hasOwn(names, key) ? (names[key] as number) : 0) + times;
  // An assignment to __proto__ would be ignored.
  Object.defineProperty(names, key, { value: count, enumerable: true, writable: true, configurable: true });
}

/** Adds up several counts. */
export function sumNames(all: readonly Readonly<NameCounts>[]): NameCounts {
  const sum: NameCounts = {};
  for (const names of all) for (const [name, times] of Object.entries(names)) countName(sum, name, times);
  return sum;
}
