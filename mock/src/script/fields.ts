import type { FieldError } from '../invalid-input.ts';

/** The place of a value in the script, and the list to which its problems are added. */
export interface Pointer {
  readonly pointer: string;
  readonly errors: FieldError[];
}

/** Returns the checked value, or adds the problem to the list and returns undefined. */
export type ReadField<T> = (value: unknown, at: Pointer) => T | undefined;

/** One option: its reader and its default; required if it has none. */
export interface Field<T> {
  readonly read: ReadField<T>;
  readonly fallback?: T;
}

export type Fields<T> = { readonly [K in keyof T]-?: Field<T[K]> };

export function failField(at: Pointer, detail: string): undefined {
  at.errors.push({ pointer: at.pointer, detail });
  return undefined;
}

export function fieldPointer(at: Pointer, key: string | number): Pointer {
  const escaped = String(key).replaceAll('~', '~0').replaceAll('/', '~1');
  return { pointer: `${at.pointer}/${escaped}`, errors: at.errors };
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function readNumber(min: number, max: number): ReadField<number> {
  const fits = (value: number) => value >= min && value <= max;
  return (value, at) =>
    typeof value === 'number' && fits(value)
      ? value
      : failField(at, `must be a number from ${min} to ${max}`);
}

export function readInteger(min: number, max: number): ReadField<number> {
  return (value, at) => {
    const fits = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max;
    return fits ? value : failField(at, `must be a whole number from ${min} to ${max}`);
  };
}

export const readBoolean: ReadField<boolean> = (value, at) =>
  typeof value === 'boolean' ? value : failField(at, 'must be true or false');

export const readString: ReadField<string> = (value, at) =>
  typeof value === 'string' ? value : failField(at, 'must be a string');

export const readAnyObject: ReadField<Readonly<Record<string, unknown>>> = (value, at) =>
  isObject(value) ? value : failField(at, 'must be an object');

export function readOneOf<const T extends string>(words: readonly T[]): ReadField<T> {
  return (value, at) =>
    words.find((word) => word === value) ?? failField(at, `must be one of ${words.join(', ')}`);
}

export function readOrNull<T>(read: ReadField<T>): ReadField<T | null> {
  return (value, at) => (value === null ? null : read(value, at));
}

export function readArray<T>(read: ReadField<T>, min: number): ReadField<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value) || value.length < min)
      return failField(at, `must be a list of at least ${min}`);
    return value.map((entry, i) => read(entry, fieldPointer(at, i))).filter((entry) => entry !== undefined);
  };
}

export function readRecord<T>(read: ReadField<T>): ReadField<Readonly<Record<string, T>>> {
  return (value, at) => {
    if (!isObject(value)) return failField(at, 'must be an object');
    const entries = Object.entries(value).map(
      ([key, entry]) => [key, read(entry, fieldPointer(at, key))] as const,
    );
    return Object.fromEntries(entries.filter((entry): entry is [string, T] => entry[1] !== undefined));
  };
}

/**
 * Reads an object by its table of fields; an unknown key is refused by name. `base` (an object of the same table,
 * already read) replaces the defaults.
 */
export function readObject<T extends object>(
  fields: Fields<T>,
  value: unknown,
  at: Pointer,
  base?: T,
): T | undefined {
  if (!isObject(value)) return failField(at, 'must be an object');
  refuseUnknownKeys(Object.keys(fields), value, at);
  const before = at.errors.length;
  const read = Object.entries<Field<unknown>>(fields).map(([key, field]) => {
    const inherited =
      base === undefined ? field : { ...field, fallback: (base as Record<string, unknown>)[key] };
    return [key, readField(inherited, value[key], fieldPointer(at, key))];
  });
  // Every key was read without a fault, so the object is what the table says.
  return at.errors.length === before ? (Object.fromEntries(read) as T) : undefined;
}

function readField(field: Field<unknown>, value: unknown, at: Pointer): unknown {
  if (value !== undefined) return field.read(value, at);
  return field.fallback === undefined ? failField(at, 'is required') : field.fallback;
}

function refuseUnknownKeys(known: readonly string[], value: object, at: Pointer): void {
  for (const key of Object.keys(value)) {
    if (known.includes(key)) continue;
    failField(fieldPointer(at, key), `there is no option "${key}" here; the options are ${known.join(', ')}`);
  }
}
