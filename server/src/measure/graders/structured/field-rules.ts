import { isObject } from '../../../kernel/json.ts';
import { type JsonPointer, partsOf, pointerOf } from './json-places.ts';

/** How the value at one place is compared, by a pattern of its place: a JSON Pointer in which `*` is any one part. */
export interface FieldRule {
  /** For a number: the accepted difference. */
  tolerance?: number;
  /** For a number: the accepted difference as a share of the expected value. */
  relative_tolerance?: number;
  /** For a text: case is ignored. */
  ignore_case?: boolean;
  /** For a list: `any` ignores its order. */
  order?: 'any';
  /** Other accepted values. */
  accept?: readonly unknown[];
  /** The value is ignored. */
  ignore?: boolean;
}

export type FieldRules = Readonly<Record<JsonPointer, FieldRule>>;

/** A problem in a user's rules, and its place. */
export interface WrittenProblem {
  /** A JSON Pointer. */
  pointer: string;
  /** What would be accepted. */
  detail: string;
}

const MOST_RULES = 200;
const MOST_ACCEPTED = 100;

const isShare = (value: unknown) => typeof value === 'number' && Number.isFinite(value) && value >= 0;
const isTrue = (value: unknown) => value === true;

const ACCEPTED: Readonly<Record<keyof FieldRule, [accepts: (value: unknown) => boolean, accepted: string]>> =
  {
    tolerance: [isShare, 'a number, 0 or more'],
    relative_tolerance: [isShare, 'a number, 0 or more, such as 0.01 for 1 %'],
    ignore_case: [isTrue, 'true, or omitted'],
    order: [(value) => value === 'any', '"any"; if omitted, lists are compared in order'],
    accept: [
      (value) => Array.isArray(value) && value.length > 0 && value.length <= MOST_ACCEPTED,
      `a list of 1 to ${MOST_ACCEPTED} values`,
    ],
    ignore: [isTrue, 'true, or omitted'],
  };

/** The problems of rules as written; [] if there are none. */
export function ruleProblems(rules: unknown): WrittenProblem[] {
  if (!isObject(rules))
    return [
      { pointer: '', detail: 'must be an object of rules by JSON Pointer: {"/total": {"tolerance": 0.01}}' },
    ];
  const entries = Object.entries(rules);
  if (entries.length > MOST_RULES) return [{ pointer: '', detail: `must have at most ${MOST_RULES} rules` }];
  return entries.flatMap(([place, rule]) => {
    const pointer = pointerOf([place]);
    if (!/^(?:\/(?:[^~]|~[01])*)?$/.test(place))
      return [{ pointer, detail: 'must be a JSON Pointer such as /total or /lines/*/price' }];
    if (!isObject(rule) || Object.keys(rule).length === 0)
      return [{ pointer, detail: `must be an object with ${Object.keys(ACCEPTED).join(', ')}` }];
    return Object.entries(rule).flatMap(([name, value]) => {
      const at = pointerOf([place, name]);
      if (!Object.hasOwn(ACCEPTED, name))
        return [{ pointer: at, detail: `is unknown; known: ${Object.keys(ACCEPTED).join(', ')}` }];
      const [accepts, accepted] = ACCEPTED[name as keyof FieldRule];
      return accepts(value) ? [] : [{ pointer: at, detail: `must be ${accepted}` }];
    });
  });
}

/**
 * Rules whose place neither the expected value nor the schema has, or that do not apply to the value there: a misspelt
 * rule would silently change nothing.
 */
export function unfitRules(rules: FieldRules, expected: unknown, schema: unknown): WrittenProblem[] {
  return Object.entries(rules).flatMap(([place, rule]) => {
    const values = valuesAt(expected, partsOf(place));
    const pointer = pointerOf([place]);
    if (values.length === 0 && !mayHave(schema, partsOf(place)))
      return [{ pointer, detail: 'matches neither the expected value nor the schema' }];
    const known = values.filter((value) => value !== null);
    const misfit = (name: keyof FieldRule, fits: (value: unknown) => boolean, wanted: string) =>
      rule[name] === undefined || known.every(fits)
        ? []
        : [
            {
              pointer: pointerOf([place, name]),
              detail: `is for ${wanted}, and something else is expected there`,
            },
          ];
    return [
      ...misfit('tolerance', isNumber, 'numbers'),
      ...misfit('relative_tolerance', isNumber, 'numbers'),
      ...misfit('ignore_case', isText, 'texts'),
      ...misfit('order', Array.isArray, 'lists'),
    ];
  });
}

/** The values at the places that a pattern names. */
function valuesAt(value: unknown, parts: readonly string[]): unknown[] {
  const [first, ...rest] = parts;
  if (first === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [];
  const inner =
    first === '*' ? Object.values(value) : Object.hasOwn(value, first) ? [Reflect.get(value, first)] : [];
  return inner.flatMap((one) => valuesAt(one, rest));
}

/** Whether a schema allows a value to have this place; true also if only a validator could decide. */
function mayHave(schema: unknown, parts: readonly string[]): boolean {
  const [first, ...rest] = parts;
  if (first === undefined || !isObject(schema)) return true;
  if (BEYOND.some((name) => Object.hasOwn(schema, name))) return true;
  const { properties, items } = schema;
  const named = isObject(properties) ? properties : {};
  if (Object.hasOwn(named, first)) return mayHave(named[first], rest);
  if (first !== '*') return properties === undefined && items === undefined;
  return [...Object.values(named), ...(items === undefined ? [] : [items])].some((one) => mayHave(one, rest));
}

/** Keywords that describe places other than below `properties` and `items`. */
const BEYOND = [
  ...['$ref', '$dynamicRef', 'allOf', 'anyOf', 'oneOf', 'if', 'patternProperties', 'prefixItems'],
  ...['dependentSchemas', 'propertyNames', 'contains', 'unevaluatedProperties'],
];

const isNumber = (value: unknown) => typeof value === 'number';
const isText = (value: unknown) => typeof value === 'string';
