import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { Batch, Database, Expectation, Slot } from './contract.ts';
import type { Schema } from './schema.ts';

/**
 * A statement whose SQL is built and compiled once for each database, then run with different values. For hot paths:
 * building it each time was a tenth of the main thread's work in reading one row over HTTP.
 *
 * @param names the names of the values
 * @param build writes the query; it must use each value as a parameter and for nothing else
 */
function compiledOnce<const N extends string, O>(
  names: readonly N[],
  build: (query: Kysely<Schema>, values: Record<N, string>) => Compilable<O>,
): (query: Kysely<Schema>, values: Readonly<Record<N, unknown>>) => CompiledQuery<O> {
  const compiled = new WeakMap<Kysely<Schema>, { query: CompiledQuery<O>; order: N[] }>();

  function compile(query: Kysely<Schema>) {
    const placeholders = Object.fromEntries(names.map((name) => [name, `:${name}`])) as Record<N, string>;
    const statement = build(query, placeholders).compile();
    const order = statement.parameters.map((parameter) => {
      const name = names.find((each) => placeholders[each] === parameter);
      if (name === undefined)
        throw new Error('Every parameter of a prepared statement must be one of its values.');
      return name;
    });
    const prepared = { query: statement, order };
    compiled.set(query, prepared);
    return prepared;
  }

  return (database, values) => {
    const { query, order } = compiled.get(database) ?? compile(database);
    return { ...query, parameters: order.map((name) => values[name]) };
  };
}

/** A read that is compiled once (`compiledOnce`). */
export function preparedRead<const N extends string, O>(
  names: readonly N[],
  build: (query: Kysely<Schema>, values: Record<N, string>) => Compilable<O>,
): (db: Database, values: Record<N, string>) => Promise<O[]> {
  const compile = compiledOnce(names, build);
  return async (db, values) => (await db.query.executeQuery<O>(compile(db.query, values))).rows;
}

/** A write that is compiled once (`compiledOnce`) and added to batches with different values. */
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
