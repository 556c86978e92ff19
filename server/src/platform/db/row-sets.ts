import { type CompiledQuery, type InsertQueryBuilder, type InsertResult, type Kysely, sql } from 'kysely';
import type { Batch } from './contract.ts';
import { preparedWrite } from './prepared-statements.ts';
import type { Schema } from './schema.ts';

// Writes many rows as one statement if each statement is a round trip (`rowSets`): one parameter holds all rows as
// JSON, so the text of the statement does not depend on their number. `bench/runner.ts` prints the gain.

type Table = keyof Schema & string;
/** A row by its columns. */
export type RowValues = Readonly<Record<string, unknown>>;

/**
 * An insert of rows into a table, compiled once; no two rows of a call may have the same key.
 *
 * @param columns the columns that each row has
 * @param conflicts what happens to rows whose key already exists
 */
export function preparedInserts<T extends Table>(
  table: T,
  columns: readonly (keyof Schema[T] & string)[],
  conflicts: (insert: InsertQueryBuilder<Schema, T, InsertResult>) => { compile(): CompiledQuery } = (
    insert,
  ) => insert,
): (batch: Batch, rows: readonly RowValues[]) => void {
  const into = (query: Kysely<Schema>) => query.insertInto(table).columns(columns as never);
  const one = preparedWrite(columns, (query, values) =>
    conflicts(query.insertInto(table).values(values as never)),
  );
  const all = preparedWrite(['rows'], (query, { rows }) =>
    conflicts(
      into(query).expression(
        sql`SELECT ${sql.join(columns.map((name) => sql.ref(name)))} FROM ${rowsOf(table, rows)}`,
      ),
    ),
  );
  return (batch, rows) => write(batch, rows, one, all);
}

/**
 * An update of rows by their key, compiled once; no two rows of a call may have the same key.
 *
 * @param set the columns that change; each row has these and the key
 */
export function preparedUpdates<T extends Table>(
  table: T,
  key: readonly (keyof Schema[T] & string)[],
  set: readonly (keyof Schema[T] & string)[],
): (batch: Batch, rows: readonly RowValues[]) => void {
  const assign = (value: (name: string) => ReturnType<typeof sql>) =>
    sql.join(set.map((name) => sql`${sql.ref(name)} = ${value(name)}`));
  const one = preparedWrite([...key, ...set] as string[], (query, values) => {
    const same = key.map((name) => sql`${sql.ref(name)} = ${values[name]}`);
    return compiledBy(
      query,
      sql`UPDATE ${sql.table(table)} SET ${assign((name) => sql`${values[name]}`)} WHERE ${sql.join(same, sql` AND `)}`,
    );
  });
  const all = preparedWrite(['rows'], (query, { rows }) => {
    const same = key.map((name) => sql`${sql.ref(`${table}.${name}`)} = ${sql.ref(`given.${name}`)}`);
    return compiledBy(
      query,
      sql`UPDATE ${sql.table(table)} SET ${assign((name) => sql.ref(`given.${name}`) as never)}
        FROM ${rowsOf(table, rows)} AS given WHERE ${sql.join(same, sql` AND `)}`,
    );
  });
  return (batch, rows) => write(batch, rows, one, all);
}

const compiledBy = (query: Kysely<Schema>, statement: ReturnType<typeof sql>) => ({
  compile: () => statement.compile(query),
});

/** Reads the rows of a JSON parameter with the columns of a table. */
const rowsOf = (table: Table, rows: string) =>
  sql`json_populate_recordset(NULL::${sql.table(table)}, ${rows}::json)`;

function write(
  batch: Batch,
  rows: readonly RowValues[],
  one: (batch: Batch, row: RowValues) => unknown,
  all: (batch: Batch, rows: { rows: string }) => unknown,
): void {
  if (batch.capabilities.rowSets && rows.length > 1) all(batch, { rows: toJson(rows) });
  else for (const row of rows) one(batch, row);
}

/** PostgreSQL refuses unpaired surrogates in JSON; they become U+FFFD, as in a text parameter. */
function toJson(rows: readonly RowValues[]): string {
  const json = JSON.stringify(rows);
  if (!json.includes('\\ud')) return json;
  return JSON.stringify(rows, (_, value) => (typeof value === 'string' ? value.toWellFormed() : value));
}
