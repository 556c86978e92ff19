import fastJsonStringify, { type Options, type Schema } from 'fast-json-stringify';

type Write = (value: unknown) => string;

/**
 * Compiles what writes a route's answers; `named` are the schemas that others refer to. An answer's schema is compiled
 * when the first such answer is written: to compile those of every status of every route took most of the main thread's
 * time of a start (`bench/start.ts`), and a service writes few of them.
 */
export function serializerCompiler(named: unknown): (route: { schema?: unknown }) => Write {
  const options = { schema: named } as Options;
  return ({ schema }) => {
    let write: Write | null = null;
    return (value) => {
      write ??= fastJsonStringify(schema as Schema, options) as Write;
      return write(value);
    };
  };
}
