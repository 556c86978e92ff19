import type { Json, Pointer } from './task.ts';

/** One unescaped segment of a pointer. */
export type Token = string;

type Container = Json[] | { [key: string]: Json };

/** The segments of a JSON Pointer (RFC 6901). */
export function pointerTokens(pointer: Pointer): Token[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function pointerTo(tokens: readonly (string | number)[]): Pointer {
  return tokens.map((token) => `/${String(token).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** The value at these segments; undefined if there is none. Reads only own properties. */
export function valueAt(document: Json | undefined, tokens: readonly Token[]): Json | undefined {
  let value = document;
  for (const token of tokens) {
    if (Array.isArray(value)) value = isIndex(token) ? value[Number(token)] : undefined;
    else if (isContainer(value) && Object.hasOwn(value, token))
      value = (value as Record<string, Json>)[token];
    else return undefined;
  }
  return value;
}

/** Sets a value; in a list also after its last entry. False if there is no such place. */
export function setAt(document: Json, tokens: readonly Token[], value: Json): boolean {
  const last = tokens.at(-1);
  const parent = valueAt(document, tokens.slice(0, -1));
  if (last === undefined || !isContainer(parent)) return false;
  if (Array.isArray(parent)) {
    if (!isIndex(last) || Number(last) > parent.length) return false;
    parent[Number(last)] = value;
    return true;
  }
  // An assignment to `__proto__` would change the object's prototype.
  Object.defineProperty(parent, last, { value, enumerable: true, configurable: true, writable: true });
  return true;
}

/** Removes a value; later entries of a list move up. False if there is none. */
export function removeAt(document: Json, tokens: readonly Token[]): boolean {
  const last = tokens.at(-1);
  const parent = valueAt(document, tokens.slice(0, -1));
  if (last === undefined || !isContainer(parent) || valueAt(document, tokens) === undefined) return false;
  if (Array.isArray(parent)) parent.splice(Number(last), 1);
  else Reflect.deleteProperty(parent, last);
  return true;
}

/** Whether a pattern, in which `*` is any one segment, names this place or one above it. */
export function isAtOrBelow(pattern: Pointer, tokens: readonly Token[]): boolean {
  const wanted = pointerTokens(pattern);
  return wanted.length <= tokens.length && wanted.every((token, i) => token === '*' || token === tokens[i]);
}

/** Whether a pattern names exactly this place. */
export function isExactly(pattern: Pointer, tokens: readonly Token[]): boolean {
  return pointerTokens(pattern).length === tokens.length && isAtOrBelow(pattern, tokens);
}

function isContainer(value: unknown): value is Container {
  return typeof value === 'object' && value !== null;
}

const isIndex = (token: Token) => /^(?:0|[1-9]\d{0,8})$/.test(token);
