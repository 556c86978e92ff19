import type { Compilable, Kysely } from 'kysely';
import type { Batch, Expectation, Slot } from './db.ts';
import { compiledOnce } from './prepared-read.ts';
import type { Schema } from './schema.ts';

/** A statement of a batch that is compiled once (`compiledOnce`) and added with other values each time. */
export function preparedWrite<const N extends string, O>(
  names: readonly N[],
  build: (query: Kysely<Schema>, values: Record<N, string>) => Compilable<O>,
): (batch: Batch, values: Readonly<Record<N, unknown>>, expectation?: Expectation) => Slot<O> {
  const compile = compiledOnce(names, build);
  return (batch, values, expectation) => {
    const statement = compile(batch.query, values);
    return batch.add<O>({ compile: () => statement }, expectation);
  };
}
