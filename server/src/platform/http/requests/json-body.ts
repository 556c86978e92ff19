import { AppError, type FieldError } from '../../../kernel/errors.ts';

export const MAX_JSON_NESTING = 32;
/** The engine interns each different key of a body: 200,000 of them take a tenth of a second. */
const MAX_KEYS = 10_000;

/**
 * Parses a JSON body strictly: valid UTF-8, at most `mostValues` values and 10,000 different keys, no repeated key in
 * an object, nesting at most 32, no string (key or value) with NUL or a lone surrogate, no number outside the range of
 * IEEE 754. Throws `invalid_json`, `too_many_values`, `duplicate_key`, `nesting_too_deep` or `invalid_string`, naming
 * the places.
 *
 * The cost on the main loop depends on the values more than on the bytes: `bench/stalls.ts JSON` prints the time for 31
 * MB of each sort.
 */
export function parseJsonBody(bytes: Uint8Array, mostValues: number): unknown {
  const text = decode(bytes);
  const shape = scan(text, mostValues);
  if (shape.values > mostValues) {
    throw new AppError(
      'too_many_values',
      `The body has more than ${mostValues} values, including objects, arrays and their contents.`,
    );
  }
  if (shape.depth > MAX_JSON_NESTING) {
    throw new AppError(
      'nesting_too_deep',
      `The body is nested ${shape.depth} deep; at most ${MAX_JSON_NESTING} is accepted.`,
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new AppError('invalid_json', `The body is not valid JSON: ${(error as Error).message}`);
  }
  const walk: Walk = { large: [], members: 0, keys: new Set(), bad: [] };
  inspect(value, '', walk);
  if (walk.large.length > 0) {
    throw new AppError('invalid_json', `The number at ${walk.large[0]?.pointer || '/'} is too large.`, {
      errors: walk.large,
    });
  }
  if (walk.bad.length > 0) {
    throw new AppError('invalid_string', 'Strings must not contain NUL (U+0000) or a lone surrogate.', {
      errors: walk.bad,
    });
  }
  if (walk.keys.size > MAX_KEYS) {
    throw new AppError(
      'too_many_values',
      `The body has ${walk.keys.size} different keys; at most ${MAX_KEYS} are accepted.`,
    );
  }
  if (walk.members !== shape.members) {
    throw new AppError('duplicate_key', 'An object in the body repeats a key.', {
      errors: duplicates(text),
    });
  }
  return value;
}

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new AppError('invalid_json', 'The body is not valid UTF-8.');
  }
}

interface Shape {
  depth: number;
  members: number;
  values: number;
}

/**
 * Measures depth, the number of members (colons outside strings), and of values: the first of each container and each
 * after a comma, so an empty container counts double. JSON.parse keeps the last of two members with the same key, so a
 * text with more members than its value has keys repeats a key. Strings are skipped with indexOf: a 30 MB base64 value
 * costs one native search, not a loop. Ends early above `mostValues`.
 */
function scan(text: string, mostValues: number): Shape {
  let depth = 0;
  const shape = { depth: 0, members: 0, values: 1 };
  for (let i = 0; i < text.length && shape.values <= mostValues; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) i = endOfString(text, i);
    else if (c === 0x2c) shape.values++;
    else if (c === 0x7b || c === 0x5b) {
      shape.values++;
      shape.depth = Math.max(shape.depth, ++depth);
    } else if (c === 0x7d || c === 0x5d) depth--;
    else if (c === 0x3a) shape.members++;
  }
  return shape;
}

/** The index of the quote that closes the string opened at `open`; the end of the text if there is none. */
function endOfString(text: string, open: number): number {
  let end = text.indexOf('"', open + 1);
  while (end !== -1) {
    let slashes = 0;
    while (text.charCodeAt(end - 1 - slashes) === 0x5c) slashes++;
    if (slashes % 2 === 0) return end;
    end = text.indexOf('"', end + 1);
  }
  return text.length;
}

/** The maximum number of places named in an error. */
const MAX_NAMED = 100;

interface Walk {
  large: FieldError[];
  members: number;
  keys: Set<string>;
  bad: FieldError[];
}

function inspect(value: unknown, pointer: string, walk: Walk): void {
  if (typeof value === 'string') {
    if (isUnstorableText(value)) nameBad(walk.bad, pointer, 'contains NUL or a lone surrogate');
  } else if (typeof value === 'number') {
    // JSON allows numbers that are too large for a double; they are read as Infinity.
    if (!Number.isFinite(value)) nameBad(walk.large, pointer, 'is too large: at most 1.797e308 either way');
  } else if (Array.isArray(value)) {
    for (const [i, item] of value.entries()) inspect(item, `${pointer}/${i}`, walk);
  } else if (value !== null && typeof value === 'object') {
    for (const [key, member] of Object.entries(value)) {
      walk.members++;
      walk.keys.add(key);
      const at = `${pointer}/${escapePointer(key)}`;
      if (isUnstorableText(key)) nameBad(walk.bad, at, 'the key contains NUL or a lone surrogate');
      inspect(member, at, walk);
    }
  }
}

function nameBad(bad: FieldError[], pointer: string, detail: string): void {
  if (bad.length < MAX_NAMED) bad.push({ pointer, detail });
}

/** Whether a text contains NUL or a lone surrogate, which neither database stores faithfully. */
export function isUnstorableText(text: string): boolean {
  return text.includes('\0') || !text.isWellFormed();
}

/** A key as one segment of a JSON pointer (RFC 6901). */
export function escapePointer(key: string): string {
  return key.toWellFormed().replaceAll('~', '~0').replaceAll('/', '~1');
}

/** Finds repeated keys. Runs only on a text that JSON.parse accepted and that is known to repeat one. */
function duplicates(text: string): FieldError[] {
  const found: FieldError[] = [];
  const open: { keys: Set<string> | null; segment: string | number }[] = [];
  const pointer = () => open.map(({ segment }) => `/${segment}`).join('');
  for (let i = 0; i < text.length && found.length < MAX_NAMED; i++) {
    const c = text.charCodeAt(i);
    const top = open.at(-1);
    if (c === 0x7b) open.push({ keys: new Set(), segment: '' });
    else if (c === 0x5b) open.push({ keys: null, segment: 0 });
    else if (c === 0x7d || c === 0x5d) open.pop();
    else if (c === 0x2c && top && typeof top.segment === 'number') top.segment++;
    else if (c === 0x22) {
      const end = endOfString(text, i);
      if (top?.keys && isKey(text, end)) {
        const key = JSON.parse(text.slice(i, end + 1)) as string;
        top.segment = escapePointer(key);
        if (top.keys.has(key)) found.push({ pointer: pointer(), detail: 'this key occurs twice' });
        top.keys.add(key);
      }
      i = end;
    }
  }
  return found;
}

function isKey(text: string, endOfText: number): boolean {
  let i = endOfText + 1;
  while (' \t\r\n'.includes(text[i] ?? 'x')) i++;
  return text[i] === ':';
}
