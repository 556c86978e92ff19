/**
 * Paths into JSON: the part of JSONPath (RFC 9535) that only names places. `$` is the whole, `.name` and `['any name']`
 * a member, `[0]` and `[-1]` an element, `[*]` every element. There are no filters, functions or recursive searches: a
 * path without a result can be explained, and the cost of a hostile response is proportional to its length.
 */
export interface JsonPath {
  text: string;
  steps: readonly Step[];
}

type Step = { name: string } | { index: number } | 'every';

/** Every value at the path, or which part of it is missing and what is there instead. */
export type FoundAtPath = { values: readonly unknown[] } | { missing: string };

const MAX_CHARACTERS = 300;
/** The maximum number of elements that `[*]` reads from a list. */
const MAX_ELEMENTS = 1000;
const STEP =
  /\.([\p{L}_][\p{L}\p{N}_-]*)|\['((?:[^'\\]|\\['\\])+)'\]|\["((?:[^"\\]|\\["\\])+)"\]|\[(-?\d{1,6})\]|\[(\*)\]/uy;

const PATH_SYNTAX = "$, then .name, ['any name'], [0], [-1] or [*], such as $.choices[0].message.content";

/** Returns a sentence if the path is invalid. */
export function parseJsonPath(text: string): JsonPath | string {
  if (text.length > MAX_CHARACTERS) return `a path has at most ${MAX_CHARACTERS} characters`;
  if (!text.startsWith('$')) return `a path begins with $: ${PATH_SYNTAX}`;
  const steps: Step[] = [];
  STEP.lastIndex = 1;
  for (let at = 1; at < text.length; at = STEP.lastIndex) {
    STEP.lastIndex = at;
    const found = STEP.exec(text);
    if (found === null) return `"${text.slice(at, at + 40)}" cannot be read; a path is ${PATH_SYNTAX}`;
    steps.push(toStep(found));
  }
  return { text, steps };
}

function toStep([, plain, single, double, index, every]: RegExpExecArray): Step {
  if (every !== undefined) return 'every';
  if (index !== undefined) return { index: Number(index) };
  return { name: plain ?? (single ?? double ?? '').replace(/\\(.)/g, '$1') };
}

/** With `[*]`, elements without the rest of the path are skipped; it is missing only if all lack it. */
export function findAtPath({ steps }: JsonPath, value: unknown): FoundAtPath {
  const only = findOne(steps, value);
  return only === null ? findExplained(steps, value) : { values: [only.value] };
}

/** The value at a path without `[*]`; null if the path has one or leads nowhere. Used for reading responses. */
function findOne(steps: readonly Step[], value: unknown): { value: unknown } | null {
  let at = value;
  for (const step of steps) {
    if (step === 'every' || typeof at !== 'object' || at === null) return null;
    if ('name' in step) {
      if (Array.isArray(at) || !Object.hasOwn(at, step.name)) return null;
      at = (at as Record<string, unknown>)[step.name];
    } else {
      if (!Array.isArray(at)) return null;
      const index = step.index < 0 ? at.length + step.index : step.index;
      if (index < 0 || index >= at.length) return null;
      at = at[index];
    }
  }
  return { value: at };
}

/** Finds the value and records the places on the way, so that an error can say where the path ends. */
function findExplained(steps: readonly Step[], value: unknown): FoundAtPath {
  let places: { value: unknown; at: string }[] = [{ value, at: '$' }];
  for (const step of steps) {
    const next: typeof places = [];
    let missing: string | null = null;
    for (const place of places) {
      const found = follow(place, step);
      if (typeof found === 'string') missing ??= found;
      else for (const each of found) next.push(each);
    }
    if (next.length === 0 && missing !== null) return { missing };
    places = next;
  }
  return { values: places.map((place) => place.value) };
}

function follow({ value, at }: { value: unknown; at: string }, step: Step) {
  if (step === 'every') {
    if (!Array.isArray(value)) return `${at} is ${describeJson(value)}, so it has no [*]`;
    return value.slice(0, MAX_ELEMENTS).map((each: unknown, i) => ({ value: each, at: `${at}[${i}]` }));
  }
  if ('index' in step) {
    if (!Array.isArray(value)) return `${at} is ${describeJson(value)}, so it has no [${step.index}]`;
    const index = step.index < 0 ? value.length + step.index : step.index;
    if (index < 0 || index >= value.length)
      return `${at} is ${describeJson(value)}, so it has no [${step.index}]`;
    return [{ value: value[index] as unknown, at: `${at}[${step.index}]` }];
  }
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
  if (!isObject || !Object.hasOwn(value, step.name)) {
    return `${at} has no "${step.name}"; it is ${describeJson(value)}`;
  }
  return [{ value: (value as Record<string, unknown>)[step.name], at: `${at}.${step.name}` }];
}

const MAX_NAMES = 15;
const MAX_NAME_LENGTH = 40;

/** Describes a value in a few words, with the names of its members. */
export function describeJson(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : `a list of ${value.length}`;
  if (typeof value !== 'object') return typeof value === 'string' ? 'a text' : `the ${typeof value} ${value}`;
  const names = Object.keys(value);
  if (names.length === 0) return 'an empty object';
  const shown = names.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME_LENGTH));
  return `an object with ${shown.join(', ')}${names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : ''}`;
}
