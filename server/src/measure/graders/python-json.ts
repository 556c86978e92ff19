/**
 * JSON as parsed by Python's `json.loads`, where 1 and 1.0 have different types. Published checkers written in Python
 * distinguish them, and `JSON.parse` does not.
 */
export type PythonValue =
  | null
  | boolean
  | string
  /** An int. Above 2⁵³ it loses digits, but no published answer is that large. */
  | number
  | PythonFloat
  | readonly PythonValue[]
  | PythonDict;

/** By name, also `__proto__`. */
export type PythonDict = ReadonlyMap<string, PythonValue>;

export class PythonFloat {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

export type PythonType = 'NoneType' | 'bool' | 'str' | 'int' | 'float' | 'list' | 'dict';

/** The value of a JSON text; undefined if it is invalid or, as in Python, nested deeper than 1,000. */
export function parsePython(text: string): PythonValue | undefined {
  try {
    const numbers = (_key: string, value: unknown, { source }: { source?: string }) =>
      typeof value === 'number' && source !== undefined && /[.eE]/.test(source)
        ? new PythonFloat(value)
        : value;
    return toPython((JSON.parse as (text: string, reviver: typeof numbers) => unknown)(text, numbers), 0);
  } catch {
    return undefined;
  }
}

const MOST_LEVELS = 1_000;

function toPython(value: unknown, level: number): PythonValue {
  if (level > MOST_LEVELS) throw new RangeError('It is nested too deep.');
  if (value instanceof PythonFloat || typeof value !== 'object' || value === null)
    return value as PythonValue;
  if (Array.isArray(value)) return value.map((one) => toPython(one, level + 1));
  return new Map(Object.entries(value).map(([name, one]) => [name, toPython(one, level + 1)]));
}

export function isDict(value: PythonValue | undefined): value is PythonDict {
  return value instanceof Map;
}

export function isList(value: PythonValue | undefined): value is readonly PythonValue[] {
  return Array.isArray(value);
}

export function typeOf(value: PythonValue): PythonType {
  if (value === null) return 'NoneType';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'number') return 'int';
  if (value instanceof PythonFloat) return 'float';
  return isList(value) ? 'list' : 'dict';
}

/** Python's `==`: numbers by value whatever their type, True as 1, dicts whatever their order. */
export function equal(a: PythonValue, b: PythonValue): boolean {
  const [x, y] = [numberOf(a), numberOf(b)];
  if (x !== null || y !== null) return x === y;
  if (isList(a)) {
    return isList(b) && a.length === b.length && a.every((one, i) => equal(one, b[i] as PythonValue));
  }
  if (!isDict(a)) return a === b;
  if (!isDict(b) || a.size !== b.size) return false;
  return [...a].every(([name, value]) => b.has(name) && equal(value, b.get(name) as PythonValue));
}

function numberOf(value: PythonValue): number | null {
  if (value instanceof PythonFloat) return value.value;
  return typeof value === 'number' || typeof value === 'boolean' ? Number(value) : null;
}

/** Serialises again, with a point in whole floats. */
export function toJson(value: PythonValue): string {
  if (value instanceof PythonFloat) {
    const text = JSON.stringify(value.value);
    return Number.isInteger(value.value) && !/e/.test(text) ? `${text}.0` : text;
  }
  if (isList(value)) return `[${value.map(toJson).join(', ')}]`;
  if (!isDict(value)) return JSON.stringify(value);
  return `{${[...value].map(([name, one]) => `${JSON.stringify(name)}: ${toJson(one)}`).join(', ')}}`;
}
