import { isObject } from '../../../kernel/json.ts';

/** An upper bound for times in seconds since 1970: the year 9999. */
const MAX_WHOLE = 1e12;

/** A non-empty text; otherwise null. */
export function textField(value: unknown, name: string): string | null {
  const text = isObject(value) ? value[name] : undefined;
  return typeof text === 'string' && text !== '' ? text : null;
}

/** A whole number of at least 0; null for anything else and for numbers too large for a time or count. */
export function wholeNumberField(value: unknown, name: string): number | null {
  const number = Math.floor(numberField(value, name) ?? -1);
  return number >= 0 && number <= MAX_WHOLE ? number : null;
}

export function numberField(value: unknown, name: string): number | null {
  const number = isObject(value) ? value[name] : undefined;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

export function listField(value: unknown, name: string): readonly unknown[] {
  const list = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
}
