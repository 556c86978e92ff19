import { isObject } from '../../kernel/json.ts';
import { matchAll } from '../graders/graders.ts';
import { isExactly, pointerTo } from './pointer.ts';
import type { Json, Pointer } from './task.ts';

/** How two JSON values are compared. */
export interface Tolerances {
  /**
   * Tolerance for numbers: one for all places, or by pattern of the place. Rounding errors of decimals are always
   * tolerated.
   */
  tolerance?: number | Readonly<Record<Pointer, number>>;
  /** Patterns of places that are ignored. */
  ignore?: readonly Pointer[];
  /** Patterns of lists whose order does not matter. */
  unordered?: readonly Pointer[];
}

/** A place at which a value is not as expected; undefined if nothing is there. */
export interface Difference {
  path: Pointer;
  expected: Json | undefined;
  found: Json | undefined;
}

/** The relative error of a sum of decimals, which is not the target's fault. */
const ROUNDING = 1e-9;

/**
 * Every place at which `found` is not as expected. Types count: "3" is not 3. Texts are equal after NFC and collapsed
 * white space, as in the grader `json`.
 */
export function jsonDifferences(
  expected: Json | undefined,
  found: Json | undefined,
  how: Tolerances,
): Difference[] {
  return compare(expected, found, [], how);
}

function compare(
  expected: Json | undefined,
  found: Json | undefined,
  at: readonly string[],
  how: Tolerances,
): Difference[] {
  if (how.ignore?.some((pattern) => isExactly(pattern, at))) return [];
  if (isList(expected) && isList(found)) {
    return how.unordered?.some((pattern) => isExactly(pattern, at))
      ? compareSets(expected, found, at, how)
      : compareEntries(expected, found, at, how);
  }
  if (isObject(expected) && isObject(found)) return compareEntries(expected, found, at, how);
  return isEqual(expected, found, at, how) ? [] : [{ path: pointerTo(at), expected, found }];
}

function compareEntries(
  expected: object,
  found: object,
  at: readonly string[],
  how: Tolerances,
): Difference[] {
  const [a, b] = [new Map(Object.entries(expected)), new Map(Object.entries(found))];
  return [...new Set([...a.keys(), ...b.keys()])].flatMap((key) =>
    compare(a.get(key) as Json, b.get(key) as Json, [...at, key], how),
  );
}

/** Matches as many expected entries as possible with found ones. */
function compareSets(
  expected: readonly Json[],
  found: readonly Json[],
  at: readonly string[],
  how: Tolerances,
): Difference[] {
  const fits = (i: number, j: number) => compare(expected[i], found[j], [...at, String(i)], how).length === 0;
  const { matched, of } = matchAll(expected.length, found.length, fits, writtenAlike(expected, found));
  const missing = expected.filter((_, i) => !matched.has(i));
  const extra = found.filter((_, j) => !of.has(j));
  if (missing.length + extra.length === 0) return [];
  return [{ path: pointerTo(at), expected: missing, found: extra }];
}

/**
 * Matches entries with equal texts first, so that 3,000 reordered entries are not compared pairwise, which took 8 s.
 */
function writtenAlike(expected: readonly Json[], found: readonly Json[]): [number, number][] {
  const places = Map.groupBy(found.keys(), (j) => JSON.stringify(found[j]));
  return expected.flatMap((one, i): [number, number][] => {
    const j = places.get(JSON.stringify(one))?.pop();
    return j === undefined ? [] : [[i, j]];
  });
}

function isEqual(a: Json | undefined, b: Json | undefined, at: readonly string[], how: Tolerances): boolean {
  if (typeof a === 'number' && typeof b === 'number') {
    const areWhole = Number.isInteger(a) && Number.isInteger(b);
    const rounding = areWhole ? 0 : ROUNDING * Math.max(1, Math.abs(a), Math.abs(b));
    return Math.abs(a - b) <= Math.max(toleranceAt(at, how), rounding);
  }
  if (typeof a === 'string' && typeof b === 'string') return normal(a) === normal(b);
  return a === b;
}

function toleranceAt(at: readonly string[], { tolerance = 0 }: Tolerances): number {
  if (typeof tolerance === 'number') return tolerance;
  return Object.entries(tolerance).find(([pattern]) => isExactly(pattern, at))?.[1] ?? 0;
}

const normal = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim();

const isList = (value: unknown): value is readonly Json[] => Array.isArray(value);
