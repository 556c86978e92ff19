/**
 * `was` with what a form changed. `shown` is what the form would write of `was` untouched, and `now` what it writes: a field
 * that both have alike stays as it was, also where the form does not know it or writes it in another way.
 */
export function withChanges<T>(was: T, shown: T, now: T): T {
  if (isSame(shown, now)) return was;
  if (!isFields(was) || !isFields(shown) || !isFields(now)) return now;
  const fields: [string, unknown][] = [];
  for (const name of new Set([...Object.keys(was), ...Object.keys(now)])) {
    const value = withChanges(was[name], shown[name], now[name]);
    if (value !== undefined) fields.push([name, value]);
  }
  return Object.fromEntries(fields) as T;
}

/** Whether two JSON values are the same; members are in any order, and one that is undefined is not there. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((value, i) => isSame(value, other[i]));
  if (!isFields(one) || !isFields(other)) return one === other;
  return Object.keys({ ...one, ...other }).every((name) => isSame(one[name], other[name]));
}

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
