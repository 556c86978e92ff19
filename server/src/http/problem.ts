import { type Static, Type } from 'typebox';
import { type AppError, ERRORS, type ErrorCode } from '../kernel/errors.ts';

/** `application/problem+json` (RFC 9457), the body of every answer that is not 2xx. */
export const Problem = Type.Object(
  {
    type: Type.String({ description: 'The address of this code in the documentation.' }),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String({ description: 'What went wrong this time, and what to do.' }),
    code: Type.Unsafe<ErrorCode>({
      type: 'string',
      enum: Object.keys(ERRORS),
      description: 'Stable; decide by it.',
    }),
    errors: Type.Optional(
      Type.Array(Type.Object({ pointer: Type.String(), detail: Type.String() }), {
        description: 'Every offending place by JSON pointer (a query or path parameter: /name).',
      }),
    ),
    request_id: Type.String(),
  },
  { $id: 'Problem', description: 'An error (RFC 9457).' },
);
export type Problem = Static<typeof Problem>;

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
  if (error.errors.length > 0) problem.errors = [...error.errors];
  return problem;
}
