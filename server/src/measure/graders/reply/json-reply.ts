import type { Extraction } from '../grader.ts';

/** A value read from a reply; deeper ones than this are none. */
const MAX_DEPTH = 64;

/**
 * The JSON of a reply: the whole reply (strict); else the last fenced block that is JSON, or the text from the first
 * bracket to the last of its kind (flexible). Null when there is none, or it is nested deeper than 64 levels.
 */
export function jsonReply(reply: string): { value: unknown; extraction: Extraction } | null {
  const whole = parse(reply);
  if (whole !== null) return { ...whole, extraction: 'strict' };
  for (const part of [...fenced(reply).reverse(), between(reply, '{', '}'), between(reply, '[', ']')]) {
    const found = parse(part);
    if (found !== null) return { ...found, extraction: 'flexible' };
  }
  return null;
}

function fenced(reply: string): string[] {
  const parts = reply.split(/^[ \t]*```[^\n`]*$/m);
  return parts.filter((_, i) => i % 2 === 1).slice(-20);
}

function between(reply: string, open: string, close: string): string {
  const from = reply.indexOf(open);
  const to = reply.lastIndexOf(close);
  return from === -1 || to < from ? '' : reply.slice(from, to + 1);
}

function parse(text: string): { value: unknown } | null {
  try {
    const value: unknown = JSON.parse(text.trim());
    return isShallow(value, MAX_DEPTH) ? { value } : null;
  } catch {
    return null;
  }
}

function isShallow(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return depth > 0 && Object.values(value).every((inner) => isShallow(inner, depth - 1));
}

/** The texts of a JSON list of texts or numbers; null when this is none. */
export function textList(text: string): string[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  const { value } = parse(text) ?? {};
  const isList = Array.isArray(value) && value.every((x) => typeof x === 'string' || typeof x === 'number');
  return isList ? value.map(String) : null;
}
