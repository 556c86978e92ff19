import { plural } from '@touchstone/report/figures';
import { isObject } from '../../kernel/json.ts';
import { pointerTo } from './pointer.ts';

/** A problem in a line of a task file, and its place. */
export interface TaskProblem {
  /** A JSON Pointer into the line; empty for the whole line. */
  pointer: string;
  /** What would be accepted. */
  detail: string;
}

/** The place of a value, and the receiver of its problems. */
export interface Place {
  at: readonly (string | number)[];
  problems: TaskProblem[];
}

/** Checks a value and reports what is wrong with it and what would be accepted. */
export type Field = (value: unknown, place: Place) => void;

export const fieldPlace = ({ at, problems }: Place, ...more: (string | number)[]): Place => ({
  at: [...at, ...more],
  problems,
});

export function addProblem({ at, problems }: Place, detail: string): void {
  problems.push({ pointer: pointerTo(at), detail });
}

/** A field that must pass this test, described as `must be …`. */
export function acceptedBy(accepts: (value: unknown) => boolean, accepted: string): Field {
  return (value, place) => {
    if (!accepts(value)) addProblem(place, `must be ${accepted}`);
  };
}

export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
export const text = acceptedBy(isText, 'a text that is not empty');
export const json: Field = () => {};

export function oneOf(...values: readonly unknown[]): Field {
  return acceptedBy(
    (value) => values.includes(value),
    `one of ${values.map((one) => JSON.stringify(one)).join(', ')}`,
  );
}

export function numberIn(from: number, to: number, whole = false): Field {
  return acceptedBy(
    (value) =>
      typeof value === 'number' && value >= from && value <= to && (!whole || Number.isInteger(value)),
    `a ${whole ? 'whole ' : ''}number from ${from} to ${to}`,
  );
}

export function list(each: Field, { least = 0, most }: { least?: number; most: number }): Field {
  return (value, place) => {
    if (!Array.isArray(value)) return addProblem(place, 'must be a list');
    if (value.length < least) addProblem(place, `must have at least ${plural(least, 'entry', 'entries')}`);
    if (value.length > most) addProblem(place, `must have at most ${most} entries`);
    else for (const [i, one] of value.entries()) each(one, fieldPlace(place, i));
  };
}

/** An object with exactly these fields. */
export function object(required: Record<string, Field>, optional: Record<string, Field> = {}): Field {
  const known = { ...required, ...optional };
  const names = Object.keys(known).join(', ');
  return (value, place) => {
    if (!isObject(value)) return addProblem(place, `must be an object with ${names}`);
    for (const name of Object.keys(required)) {
      if (value[name] === undefined) addProblem(fieldPlace(place, name), 'is missing');
    }
    for (const [name, one] of Object.entries(value)) {
      const field = Object.hasOwn(known, name) ? known[name] : undefined;
      if (field) field(one, fieldPlace(place, name));
      else addProblem(fieldPlace(place, name), `is unknown; known: ${names}`);
    }
  };
}

/** An object with exactly one of these fields, besides the `shared` ones. */
export function choice(
  kinds: Record<string, Field>,
  required: Record<string, Field> = {},
  optional: Record<string, Field> = {},
): Field {
  const names = Object.keys(kinds);
  return (value, place) => {
    const given = isObject(value) ? names.filter((name) => value[name] !== undefined) : [];
    const [name] = given;
    if (name === undefined || given.length > 1)
      return addProblem(place, `must have exactly one of ${names.join(', ')}`);
    object({ ...required, [name]: kinds[name] as Field }, optional)(value, place);
  };
}

/** An object whose field `name` selects one of these types. */
export function tagged(name: string, kinds: Record<string, Field>): Field {
  const tag = oneOf(...Object.keys(kinds));
  return (value, place) => {
    if (!isObject(value)) return addProblem(place, `must be an object with ${name}`);
    const kind = value[name];
    const field = typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind] : undefined;
    if (field) field(value, place);
    else tag(kind, fieldPlace(place, name));
  };
}

/** A pointer that begins at one of these roots, or anywhere. */
export function pointer(roots?: readonly string[]): Field {
  const wanted =
    roots === undefined ? 'a JSON Pointer such as /orders/7' : `a JSON Pointer below ${roots.join(', ')}`;
  return acceptedBy(
    (value) =>
      typeof value === 'string' &&
      (value === '' ? roots === undefined : value.startsWith('/')) &&
      !/~(?![01])/.test(value) &&
      (roots === undefined || roots.some((root) => value === root || value.startsWith(`${root}/`))),
    wanted,
  );
}
