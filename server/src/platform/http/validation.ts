import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler } from 'fastify';
import { AppError, type FieldError } from '../../kernel/errors.ts';
import { escapePointer } from './requests/json-body.ts';
import { DAY_PATTERN, LABEL_PATTERN, NAME_PATTERN, REFUSAL_MESSAGE } from './schemas.ts';

// Values are not coerced, filled with defaults or stripped.
const options = { strict: false, validateFormats: false };
const quick = withQuickLengths(new Ajv(options));
const thorough = withQuickLengths(new Ajv({ ...options, allErrors: true, verbose: true }));

/**
 * In a value with more members and items, or with a longer string, only the first error is reported: each error costs
 * memory, a body can have millions, and patterns would be matched against a string that is already too long.
 */
const MAX_NODES = 10_000;
const MAX_SEARCHED_LENGTH = 100_000;

/**
 * Ajv counts the code points of a string before it compares; for a string that is far too long, its length suffices.
 */
function withQuickLengths(ajv: Ajv): Ajv {
  ajv.removeKeyword('maxLength');
  return ajv.addKeyword({
    keyword: 'maxLength',
    type: 'string',
    schemaType: 'number',
    error: { message: ({ schema }) => `must NOT have more than ${schema} characters` },
    compile: (most: number) => (text: string) =>
      text.length <= most || (text.length <= 2 * most && [...text].length <= most),
  });
}

/**
 * Compiles a route's schemas: bodies as they are, parameters from text. Each is compiled by the first request that
 * needs it, because compiling those of every route took most of the start.
 */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, method, httpPart = 'body' }) => {
  const read = httpPart === 'body' ? null : textReader(schema);
  const errorsOf = errorFinder(schema);
  return (value: unknown) => {
    read?.(value as Record<string, unknown>);
    const errors = errorsOf(value);
    return errors === null
      ? { value }
      : { error: toAppError(errors, httpPart === 'body' ? 'body' : 'address', method === 'PATCH') };
  };
};

const MISSING = 'is missing';
/** A client that knows merge patches expects absent fields to stay unchanged. */
const MISSING_IN_PATCH =
  'is required in each PATCH of this resource, even if it is unchanged (an object may be {}); other absent fields stay unchanged';

/** Validates values other than requests: throws `invalid_request` as for a body with this schema. */
export function createValidator(schema: object, called: string): (value: unknown) => void {
  const errorsOf = errorFinder(schema);
  return (value) => {
    const errors = errorsOf(value);
    if (errors !== null) throw toAppError(errors, called);
  };
}

/** The problems of a value; null if there are none. */
function errorFinder(schema: object): (value: unknown) => readonly ErrorObject[] | null {
  let isValid: ValidateFunction | null = null;
  // Compiled only once something is wrong.
  let findAll: ValidateFunction | null = null;
  return (value) => {
    isValid ??= quick.compile(schema);
    if (isValid(value)) return null;
    if (isLarge(value)) return isValid.errors ?? [];
    findAll ??= thorough.compile(schema);
    findAll(value);
    return findAll.errors ?? [];
  };
}

/** All places of a value that violate the schema, for values other than requests: pointers and sentences. */
export function schemaErrors(schema: object, value: unknown): FieldError[] {
  const validate = thorough.compile(schema);
  return validate(value) ? [] : toFieldErrors(validate.errors ?? []);
}

function isLarge(value: unknown): boolean {
  const open = [value];
  let nodes = 0;
  for (let next = open.pop(); open.length > 0 || next !== undefined; next = open.pop()) {
    if (typeof next === 'string' && next.length > MAX_SEARCHED_LENGTH) return true;
    if (next === null || typeof next !== 'object') continue;
    const inside = Object.values(next);
    nodes += inside.length;
    if (nodes > MAX_NODES) return true;
    for (const each of inside) if (typeof each === 'string' || typeof each === 'object') open.push(each);
  }
  return false;
}

const NUMBER = /^-?\d+(\.\d+)?$/;

/**
 * Parameters arrive as text: converts those that the schema defines as numbers or booleans, in their plain forms only.
 */
function textReader(schema: object): (values: Record<string, unknown>) => void {
  const { properties = {} } = schema as { properties?: Record<string, { type?: string | string[] }> };
  const named = (...types: string[]) =>
    Object.keys(properties).filter((name) =>
      [properties[name]?.type].flat().some((type) => types.includes(type ?? '')),
    );
  const numbers = named('integer', 'number');
  const booleans = named('boolean');
  return (values) => {
    for (const name of numbers) {
      const text = values[name];
      if (typeof text === 'string' && NUMBER.test(text)) values[name] = Number(text);
    }
    for (const name of booleans) {
      if (values[name] === 'true' || values[name] === 'false') values[name] = values[name] === 'true';
    }
  };
}

function toAppError(errors: readonly ErrorObject[], where: string, isPatch = false): Error {
  const isOfPatch = ({ pointer, detail }: FieldError) =>
    isPatch && detail === MISSING && pointer.lastIndexOf('/') === 0;
  const fields = toFieldErrors(errors).map((field) =>
    isOfPatch(field) ? { ...field, detail: MISSING_IN_PATCH } : field,
  );
  const first = fields[0];
  const rest = fields.length > 1 ? ` (and ${fields.length - 1} more, see errors)` : '';
  return new AppError(
    'invalid_request',
    `The ${where} does not fit: ${first?.pointer || '/'} ${first?.detail}${rest}.`,
    {
      errors: fields,
    },
  );
}

/** Validation errors as pointers and sentences, one for each place. */
function toFieldErrors(errors: readonly ErrorObject[]): FieldError[] {
  const found = new Map<string, FieldError>();
  for (const error of errors) {
    // `if` and `anyOf` only repeat the errors of their branches.
    if (error.keyword === 'if') continue;
    const field = toFieldError(error);
    const known = found.get(field.pointer);
    if (!known) found.set(field.pointer, field);
    else if (!known.detail.includes(field.detail)) known.detail += `; ${field.detail}`;
  }
  return [...found.values()];
}

function toFieldError({ keyword, instancePath, params, message, parentSchema }: ErrorObject): FieldError {
  const inside = (key: unknown) => `${instancePath}/${escapePointer(String(key))}`;
  switch (keyword) {
    case 'required':
      return { pointer: inside(params.missingProperty), detail: MISSING };
    case 'additionalProperties':
      return { pointer: inside(params.additionalProperty), detail: 'is not a known field' };
    case 'enum':
      return {
        pointer: instancePath,
        detail: `must be one of ${(params.allowedValues as unknown[]).join(', ')}`,
      };
    case 'pattern':
      return { pointer: instancePath, detail: patternDetail(params.pattern, message) };
    case 'uniqueItems':
      return { pointer: instancePath, detail: `has the same item twice, at /${params.j} and /${params.i}` };
    case 'const':
      return { pointer: instancePath, detail: `must be ${String(params.allowedValue)}` };
    default: {
      const refusal = (parentSchema as { [REFUSAL_MESSAGE]?: string } | undefined)?.[REFUSAL_MESSAGE];
      return { pointer: instancePath, detail: refusal ?? message ?? 'does not fit' };
    }
  }
}

const PATTERN_DETAILS = new Map<unknown, string>([
  [DAY_PATTERN, 'must be a day, such as 2027-01-31'],
  [NAME_PATTERN, 'must be one line with at least one visible character'],
  [LABEL_PATTERN, 'must be one line without invisible characters and without white space at its ends'],
]);

function patternDetail(pattern: unknown, message = 'does not fit'): string {
  return PATTERN_DETAILS.get(pattern) ?? message;
}
