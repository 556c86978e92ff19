import type { Extraction } from '../grader.ts';

/** Maximum nesting of a value in a response. */
const MAX_DEPTH = 64;

/**
 * The JSON of a response: the whole response (strict); otherwise the last fenced block that is JSON, or the text from
 * the first bracket to the last of its kind (flexible). Null if there is none, or it is nested deeper than 64 levels.
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

/** Maximum number of objects and lists that are read from a response. */
const MOST_VALUES = 100;
/** Maximum number of opening brackets without a value that are tried. */
const MOST_TRIES = 200;

/** Every JSON object and list in a response, in order, without those inside others. */
export function jsonWithin(reply: string): { value: unknown; extraction: Extraction }[] {
  const whole = parse(reply);
  if (whole !== null) return [{ ...whole, extraction: 'strict' }];
  const found: { value: unknown; extraction: Extraction }[] = [];
  let tries = 0;
  for (let from = nextOpening(reply, 0); from !== -1 && found.length < MOST_VALUES && tries < MOST_TRIES; ) {
    const end = endOfValue(reply, from);
    const value = end === -1 ? null : parse(reply.slice(from, end));
    if (value === null) tries += 1;
    else found.push({ ...value, extraction: 'flexible' });
    from = nextOpening(reply, value === null ? from + 1 : end);
  }
  return found;
}

function nextOpening(text: string, from: number): number {
  const at = text.slice(from).search(/[[{]/);
  return at === -1 ? -1 : from + at;
}

/** The position of the bracket that closes this one, ignoring texts in quotation marks; -1 if there is none. */
function endOfValue(text: string, from: number): number {
  let [depth, isQuoted] = [0, false];
  for (let i = from; i < text.length; i += 1) {
    const letter = text[i];
    if (isQuoted) {
      if (letter === '\\') i += 1;
      else if (letter === '"') isQuoted = false;
    } else if (letter === '"') isQuoted = true;
    else if (letter === '{' || letter === '[') depth += 1;
    else if (letter === '}' || letter === ']') {
      depth -= 1;
      if (depth === 0) return i + 1;
    }
  }
  return -1;
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

/** The texts of a JSON list of texts or numbers; null if it is something else. */
export function textList(text: string): string[] | null {
  if (!text.trimStart().startsWith('[')) return null;
  const { value } = parse(text) ?? {};
  const isList = Array.isArray(value) && value.every((x) => typeof x === 'string' || typeof x === 'number');
  return isList ? value.map(String) : null;
}
