import { type Static, Type } from 'typebox';
import { type AppError, ERRORS, type ErrorCode, type FieldError } from '../../../kernel/errors.ts';
import { OneOf } from '../schemas.ts';

/** `application/problem+json` (RFC 9457), the body of every response other than 2xx. */
export const Problem = Type.Object(
  {
    type: Type.String({ description: 'The address of the documentation of this code.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What went wrong, and what to do.' }),
    code: OneOf(Object.keys(ERRORS) as ErrorCode[], 'The stable code of the error, for programs.'),
    errors: Type.Optional(
      Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() }), {
        description: 'The invalid fields by JSON Pointer; a query or path parameter is /name.',
      }),
    ),
    request_id: Type.String(),
  },
  { $id: 'Problem', description: 'An error (RFC 9457).' },
);
export type Problem = Static<typeof Problem>;

/** A body may be invalid in very many places, so the response lists only the first ones. */
const MAX_ERRORS = 100;
const MAX_POINTER_LENGTH = 500;

export function toProblem(error: AppError, requestId: string, basePath: string): Problem {
  const { status, title } = ERRORS[error.code];
  const problem: Problem = {
    type: `${basePath}/errors#${error.code}`,
    title,
    status,
    detail: error.message,
    code: error.code,
    request_id: requestId,
  };
  if (error.errors.length > 0) problem.errors = error.errors.slice(0, MAX_ERRORS).map(shortenError);
  return problem;
}

function shortenError({ pointer, detail }: FieldError): FieldError {
  if (pointer.length <= MAX_POINTER_LENGTH) return { pointer, detail };
  return { pointer: `${pointer.slice(0, MAX_POINTER_LENGTH).toWellFormed()}…`, detail };
}
