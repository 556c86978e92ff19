import { isObject } from '../../../kernel/json.ts';

/** Seconds since 1970 in the year 9999 are less. */
const MAX_WHOLE = 1e12;

/** A text that is there and not empty; else null. */
export function textField(value: unknown, name: string): string | null {
  const text = isObject(value) ? value[name] : undefined;
  return typeof text === 'string' && text !== '' ? text : null;
}

/** A whole number of at least 0; null for anything else, and for numbers that no time or count reaches. */
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
