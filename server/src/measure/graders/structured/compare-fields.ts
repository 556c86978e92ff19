import { isObject } from '../../../kernel/json.ts';
import { matchAll } from '../match-all.ts';
import type { FieldRule, FieldRules } from './field-rules.ts';
import { type JsonPointer, partsOf, pointerOf } from './json-places.ts';

/** The comparison of a returned object with the expected one. */
export interface ComparedFields {
  /**
   * How often each field was expected and right. A field is a text, number, boolean, null, empty list or empty object
   * of the expected value, by its place, in which `*` is any place of a list.
   */
  fields: ReadonlyMap<JsonPointer, { right: number; expected: number }>;
  /** Returned fields that were not expected. */
  invented: number;
}

interface Comparing {
  rules: readonly { parts: readonly string[]; rule: FieldRule }[];
  fields: Map<JsonPointer, { right: number; expected: number }>;
  invented: number;
}

/** The relative error of a sum of decimals, which is not the target's fault. */
const ROUNDING = 1e-9;
/** Above this number of pairs, lists in any order are compared in order: no list that a person checks is so long. */
const MOST_PAIRS = 40_000;

/** Types count: "3" is not 3, and a missing field is not null. Texts are equal after NFC and collapsed white space. */
export function compareFields(expected: unknown, found: unknown, rules: FieldRules): ComparedFields {
  const comparing: Comparing = {
    rules: Object.entries(rules).map(([pattern, rule]) => ({ parts: partsOf(pattern), rule })),
    fields: new Map(),
    invented: 0,
  };
  compare(comparing, expected, found, []);
  return comparing;
}

/** Marks a missing value. */
const NOTHING = Symbol('nothing');

/** @param at the parts of the place, with the positions of lists as in the expected value */
function compare(comparing: Comparing, expected: unknown, found: unknown, at: readonly Part[]): void {
  const rule = ruleAt(comparing, at);
  if (rule.ignore) return;
  if (rule.accept) {
    const isRight = [expected, ...rule.accept].some((one) => isAlike(comparing, one, found, at));
    count(comparing, at, isRight);
  } else if (isList(expected) && expected.length > 0) {
    compareLists(comparing, expected, isList(found) ? found : [], at, rule);
  } else if (isObject(expected) && Object.keys(expected).length > 0) {
    const own = isObject(found) ? found : {};
    for (const [name, value] of Object.entries(expected))
      compare(comparing, value, Object.hasOwn(own, name) ? own[name] : NOTHING, [...at, name]);
    for (const [name, value] of Object.entries(own))
      if (!Object.hasOwn(expected, name)) invent(comparing, value, [...at, name]);
  } else {
    count(comparing, at, isEqual(expected, found, rule));
  }
}

/** A name in an object, or a position in a list. */
type Part = string | number;

function compareLists(
  comparing: Comparing,
  expected: readonly unknown[],
  found: readonly unknown[],
  at: readonly Part[],
  { order }: FieldRule,
): void {
  const placeOf = order === 'any' ? pairUp(comparing, expected, found, at) : (i: number) => i;
  const taken = new Set<number>();
  for (const [i, one] of expected.entries()) {
    const place = placeOf(i);
    taken.add(place);
    compare(comparing, one, place >= 0 && place < found.length ? found[place] : NOTHING, [...at, i]);
  }
  for (const [j, one] of found.entries()) if (!taken.has(j)) invent(comparing, one, [...at, j]);
}

/**
 * The position of each expected entry in the returned list: right ones first, then those with the largest common share.
 */
function pairUp(
  comparing: Comparing,
  expected: readonly unknown[],
  found: readonly unknown[],
  at: readonly Part[],
): (i: number) => number {
  if (expected.length * found.length > MOST_PAIRS) return (i) => i;
  const fits = (i: number, j: number) => isAlike(comparing, expected[i], found[j], [...at, i]);
  const { matched } = matchAll(expected.length, found.length, fits);
  const free = new Set(found.keys());
  for (const j of matched.values()) free.delete(j);
  for (const i of expected.keys()) {
    if (matched.has(i)) continue;
    let best = { j: -1, share: -1 };
    for (const j of free) {
      const share = shareOf(comparing, expected[i], found[j], [...at, i]);
      if (share > best.share) best = { j, share };
    }
    if (best.j === -1) break;
    matched.set(i, best.j);
    free.delete(best.j);
  }
  return (i) => matched.get(i) ?? -1;
}

function isAlike(comparing: Comparing, expected: unknown, found: unknown, at: readonly Part[]): boolean {
  return shareOf(comparing, expected, found, at) === 1;
}

/** Right fields as a share of all that either side has. */
function shareOf({ rules }: Comparing, expected: unknown, found: unknown, at: readonly Part[]): number {
  // A rule that accepts other values at this exact place takes precedence.
  const own = rules.filter(({ rule, parts }) => rule.accept === undefined || parts.length !== at.length);
  const inner: Comparing = { rules: own, fields: new Map(), invented: 0 };
  compare(inner, expected, found, at);
  const { right, whole } = sumOf(inner);
  return whole === 0 ? 1 : right / whole;
}

/** All fields together; invented ones are not among them and count as wrong. */
export function sumOf({ fields, invented }: ComparedFields): { right: number; whole: number } {
  let [right, whole] = [0, invented];
  for (const one of fields.values()) {
    right += one.right;
    whole += one.expected;
  }
  return { right, whole };
}

function count({ fields }: Comparing, at: readonly Part[], isRight: boolean): void {
  const place = pointerOf(at.map((part) => (typeof part === 'number' ? '*' : part)));
  const known = fields.get(place);
  if (known === undefined) fields.set(place, { right: Number(isRight), expected: 1 });
  else {
    known.right += Number(isRight);
    known.expected += 1;
  }
}

/** Counts the fields of an unexpected value. */
function invent(comparing: Comparing, value: unknown, at: readonly Part[]): void {
  if (ruleAt(comparing, at).ignore) return;
  const entries: [Part, unknown][] = isList(value)
    ? [...value.entries()]
    : isObject(value)
      ? Object.entries(value)
      : [];
  for (const [part, inner] of entries) invent(comparing, inner, [...at, part]);
  if (entries.length === 0) comparing.invented += 1;
}

const NO_RULE: FieldRule = {};

function ruleAt({ rules }: Comparing, at: readonly Part[]): FieldRule {
  const found = rules.find(
    ({ parts }) =>
      parts.length === at.length && parts.every((part, i) => part === '*' || part === String(at[i])),
  );
  return found?.rule ?? NO_RULE;
}

function isEqual(expected: unknown, found: unknown, rule: FieldRule): boolean {
  if (typeof expected === 'number' && typeof found === 'number') {
    const areWhole = Number.isInteger(expected) && Number.isInteger(found);
    const rounding = areWhole ? 0 : ROUNDING * Math.max(1, Math.abs(expected), Math.abs(found));
    const { tolerance = 0, relative_tolerance: relative = 0 } = rule;
    return (
      Math.abs(expected - found) <= Math.max(tolerance + rounding, relative * Math.abs(expected) + rounding)
    );
  }
  if (typeof expected === 'string' && typeof found === 'string')
    return normal(expected, rule) === normal(found, rule);
  if (isList(expected)) return isList(found) && found.length === 0;
  if (isObject(expected)) return isObject(found) && Object.keys(found).length === 0;
  return expected === found;
}

function normal(text: string, { ignore_case: ignoreCase }: FieldRule): string {
  const plain = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  return ignoreCase ? plain.toLowerCase() : plain;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);
