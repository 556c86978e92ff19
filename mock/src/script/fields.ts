import type { FieldError } from '../invalid-input.ts';

/** Where in the script a value is, and the list that its faults are added to. */
export interface At {
  readonly pointer: string;
  readonly errors: FieldError[];
}

/** Returns the checked value; or adds what is wrong with it to the list, and returns undefined. */
export type Read<T> = (value: unknown, at: At) => T | undefined;

/** One option: how it is read and what it is when left out; without a fallback it is required. */
export interface Field<T> {
  readonly read: Read<T>;
  readonly fallback?: T;
}

export type Fields<T> = { readonly [K in keyof T]-?: Field<T[K]> };

export function fail(at: At, detail: string): undefined {
  at.errors.push({ pointer: at.pointer, detail });
  return undefined;
}

export function below(at: At, key: string | number): At {
  const escaped = String(key).replaceAll('~', '~0').replaceAll('/', '~1');
  return { pointer: `${at.pointer}/${escaped}`, errors: at.errors };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function number(min: number, max: number): Read<number> {
  const fits = (value: number) => value >= min && value <= max;
  return (value, at) =>
    typeof value === 'number' && fits(value) ? value : fail(at, `must be a number from ${min} to ${max}`);
}

export function integer(min: number, max: number): Read<number> {
  return (value, at) => {
    const fits = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
    return fits ? value : fail(at, `must be a whole number from ${min} to ${max}`);
  };
}

export const boolean: Read<boolean> = (value, at) =>
  typeof value === 'boolean' ? value : fail(at, 'must be true or false');

export const string: Read<string> = (value, at) =>
  typeof value === 'string' ? value : fail(at, 'must be a string');

export const object: Read<Readonly<Record<string, unknown>>> = (value, at) =>
  isObject(value) ? value : fail(at, 'must be an object');

export function oneOf<const T extends string>(words: readonly T[]): Read<T> {
  return (value, at) =>
    words.find((word) => word === value) ?? fail(at, `must be one of ${words.join(', ')}`);
}

export function orNull<T>(read: Read<T>): Read<T | null> {
  return (value, at) => (value === null ? null : read(value, at));
}

export function arrayOf<T>(read: Read<T>, min: number): Read<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value) || value.length < min) return fail(at, `must be a list of at least ${min}`);
    return value.map((entry, i) => read(entry, below(at, i))).filter((entry) => entry !== undefined);
  };
}

export function recordOf<T>(read: Read<T>): Read<Readonly<Record<string, T>>> {
  return (value, at) => {
    if (!isObject(value)) return fail(at, 'must be an object');
    const entries = Object.entries(value).map(([key, entry]) => [key, read(entry, below(at, key))] as const);
    return Object.fromEntries(entries.filter((entry): entry is [string, T] => entry[1] !== undefined));
  };
}

/**
 * Reads an object by its table of fields; a key the table does not know is refused by name.
 * `base` (an object of the same table, already read) replaces the fallbacks.
 */
export function readObject<T extends object>(
  fields: Fields<T>,
  value: unknown,
  at: At,
  base?: T,
): T | undefined {
  if (!isObject(value)) return fail(at, 'must be an object');
  refuseUnknownKeys(Object.keys(fields), value, at);
  const before = at.errors.length;
  const read = Object.entries<Field<unknown>>(fields).map(([key, field]) => {
    const inherited =
      base === undefined ? field : { ...field, fallback: (base as Record<string, unknown>)[key] };
    return [key, readField(inherited, value[key], below(at, key))];
  });
  // Every key was read without a fault, so the object is what the table says.
  return at.errors.length === before ? (Object.fromEntries(read) as T) : undefined;
}

function readField(field: Field<unknown>, value: unknown, at: At): unknown {
  if (value !== undefined) return field.read(value, at);
  return field.fallback === undefined ? fail(at, 'is required') : field.fallback;
}

function refuseUnknownKeys(known: readonly string[], value: object, at: At): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    fail(below(at, key), `there is no option "${key}" here; the options are ${known.join(', ')}`);
  }
}
