import { isObject } from '../../../kernel/json.ts';

/** Seconds since 1970 in the year 9999 are less. */
const MOST_WHOLE = 1e12;

/** A text that is there and not empty; else null. */
export function textIn(value: unknown, name: string): string | null {
  const text = isObject(value) ? value[name] : undefined;
  return typeof text === 'string' && text !== '' ? text : null;
}

/** A whole number of 0 and more; anything else, and what no time or count reaches, is as if it were not there. */
export function wholeIn(value: unknown, name: string): number | null {
  const number = Math.floor(numberIn(value, name) ?? -1);
  return number >= 0 && number <= MOST_WHOLE ? number : null;
}

export function numberIn(value: unknown, name: string): number | null {
  const number = isObject(value) ? value[name] : undefined;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

export function listIn(value: unknown, name: string): readonly unknown[] {
  const list = isObject(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
}
