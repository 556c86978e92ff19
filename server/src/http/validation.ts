import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import type { FastifySchemaCompiler, FastifySchemaValidationError } from 'fastify';
import { AppError, type FieldError } from '../kernel/errors.ts';
import { escapePointer } from './json-body.ts';

// Bodies are taken as they are: no coercion, no defaults, nothing removed, every error found.
const bodies = new Ajv({
  allErrors: true,
  coerceTypes: false,
  strict: false,
  strictNumbers: true,
  validateFormats: false,
});
// Query and path parameters arrive as text, so there numbers and booleans are read from it.
const parameters = new Ajv({
  allErrors: true,
  coerceTypes: true,
  strict: false,
  strictNumbers: true,
  validateFormats: false,
});

/** Compiles a route's schemas: bodies strictly, parameters from text. */
export const compileValidator: FastifySchemaCompiler<object> = ({ schema, httpPart }) => {
  const validate: ValidateFunction = (httpPart === 'body' ? bodies : parameters).compile(schema);
  return (value: unknown) => {
    if (validate(value)) return { value };
    return { error: toAppError(validate.errors ?? [], httpPart ?? 'body') };
  };
};

function toAppError(errors: readonly ErrorObject[], part: string): Error {
  const fields = toFieldErrors(errors);
  const first = fields[0];
  const where = part === 'body' ? 'body' : 'address';
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
export function toFieldErrors(errors: readonly (ErrorObject | FastifySchemaValidationError)[]): FieldError[] {
  const found = new Map<string, FieldError>();
  for (const error of errors) {
    // `if` and `anyOf` only repeat what their branches say.
    if (error.keyword === 'if') continue;
    const field = toFieldError(error);
    const known = found.get(field.pointer);
    if (!known) found.set(field.pointer, field);
    else if (!known.detail.includes(field.detail)) known.detail += `; ${field.detail}`;
  }
  return [...found.values()];
}

function toFieldError({
  keyword,
  instancePath,
  params,
  message,
}: ErrorObject | FastifySchemaValidationError): FieldError {
  const inside = (key: unknown) => `${instancePath}/${escapePointer(String(key))}`;
  switch (keyword) {
    case 'required':
      return { pointer: inside(params.missingProperty), detail: 'is missing' };
    case 'additionalProperties':
      return { pointer: inside(params.additionalProperty), detail: 'is not a field that is known here' };
    case 'enum':
      return {
        pointer: instancePath,
        detail: `must be one of ${(params.allowedValues as unknown[]).join(', ')}`,
      };
    case 'const':
      return { pointer: instancePath, detail: `must be ${String(params.allowedValue)}` };
    default:
      return { pointer: instancePath, detail: message ?? 'does not fit' };
  }
}
