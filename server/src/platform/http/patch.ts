import { type Static, type TOptional, type TProperties, type TUnsafe, Type } from 'typebox';
import { AppError } from '../../kernel/errors.ts';
import { Nullable } from './schemas.ts';

/**
 * Fields of a resource that a PATCH may send back with any value and that are ignored, so that reading, changing and
 * sending back a resource works.
 */
export function readOnly<const K extends string>(...names: K[]) {
  const ignored = Type.Optional(Type.Unknown({ description: 'A read-only field: accepted and ignored.' }));
  return Object.fromEntries(names.map((name) => [name, ignored] as const)) as Record<K, typeof ignored>;
}

/** Fields that a PATCH may send back only with their present value, which `requirePresent` compares. */
export function unchangeable<const K extends string>(...names: K[]) {
  const fixed = Type.Optional(
    Type.Unknown({ description: 'Cannot be changed: only its present value is accepted.' }),
  );
  return Object.fromEntries(names.map((name) => [name, fixed] as const)) as Record<K, typeof fixed>;
}

/** Throws `invalid_request` if the body has a different value for a field that cannot be changed. */
export function requirePresent(body: object, present: Record<string, string>): void {
  const errors = Object.entries(present).flatMap(([name, value]) => {
    const sent = (body as Record<string, unknown>)[name];
    return sent === undefined || sent === value
      ? []
      : [{ pointer: `/${name}`, detail: `cannot be changed; it is "${value}"` }];
  });
  const names = errors.map(({ pointer }) => pointer.slice(1)).join(' and ');
  if (errors.length > 0) throw new AppError('invalid_request', `${names} cannot be changed.`, { errors });
}

/** Throws `invalid_request` if the body contains an identifier that differs from the address. */
export function requireSameIds(body: object, ids: Record<string, string>): void {
  const errors = Object.entries(ids).flatMap(([name, id]) => {
    const sent = (body as Record<string, unknown>)[name];
    const same = sent === undefined || (typeof sent === 'string' && sent.toLowerCase() === id);
    return same ? [] : [{ pointer: `/${name}`, detail: 'differs from the address' }];
  });
  if (errors.length > 0) {
    throw new AppError('invalid_request', 'The body and the address refer to different resources.', {
      errors,
    });
  }
}

/**
 * A nested object in a merge patch: each member may be absent or null, and so may the whole object. Unknown members are
 * refused.
 */
export function Clearable<F extends TProperties>(fields: F) {
  return Type.Optional(Nullable(ClearableMembers(fields)));
}

/** `Clearable` for an object that may not be null as a whole. */
export function ClearableMembers<F extends TProperties>(fields: F) {
  const members = Object.entries(fields).map(([name, field]) => [name, Type.Optional(Nullable(field))]);
  return Type.Object(Object.fromEntries(members) as ClearableFields<F>, { additionalProperties: false });
}

type ClearableFields<F extends TProperties> = {
  [K in keyof F]: TOptional<TUnsafe<Static<F[K]> | null>>;
};

/** The patches that `Clearable` accepts for a flat object. */
export type MergePatch<T extends object> = { [K in keyof T]?: T[K] | null };

/** Applies a JSON Merge Patch (RFC 7396) to one flat object; null removes a member. */
export function mergeFlat<T extends object>(target: T, patch: MergePatch<T> | null | undefined): Partial<T> {
  if (patch === undefined) return { ...target };
  if (patch === null) return {};
  const merged: Record<string, unknown> = { ...target, ...patch };
  for (const [key, value] of Object.entries(merged)) if (value === null) delete merged[key];
  return merged as Partial<T>;
}
