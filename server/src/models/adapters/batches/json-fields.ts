import { isRecord } from '../http/reported-error.ts';

/** A text that is there and not empty; else null. */
export function textIn(value: unknown, name: string): string | null {
  const text = isRecord(value) ? value[name] : undefined;
  return typeof text === 'string' && text !== '' ? text : null;
}

export function numberIn(value: unknown, name: string): number | null {
  const number = isRecord(value) ? value[name] : undefined;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

export function listIn(value: unknown, name: string): readonly unknown[] {
  const list = isRecord(value) ? value[name] : undefined;
  return Array.isArray(list) ? list : [];
}
