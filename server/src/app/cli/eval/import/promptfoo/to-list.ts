/** A list as it is, one value as a list of it, and nothing as an empty one. */
export const toList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
