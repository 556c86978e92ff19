import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import pg from 'pg';
import { DatabaseRefused } from '../database-refused.ts';
import { SERVICE_CONNECTED_SQL } from '../dialects/postgres.ts';
import { type Migration, postgresColumns, sqliteColumns } from '../migrations/migration.ts';
import { migrations, NEWEST_MIGRATION } from '../migrations/migrations.ts';
import { readDumpRows, withPostgresClient } from './postgres-dump.ts';
import type { Environment } from './postgres-tools.ts';
import { type ColumnValue, RowSum } from './row-sum.ts';
import { listTables } from './sqlite-file.ts';

/** The limits of one batch; PostgreSQL accepts 65,535 parameters in one statement. */
const BATCH_ROWS = 500;
const BATCH_BYTES = 4_000_000;
const MAX_PARAMETERS = 60_000;

/** The columns by name with their types. */
type Columns = ReadonlyMap<string, 'text' | 'int' | 'real' | 'bytes'>;

/** The migrations of a schema that this program knows. Throws `DatabaseRefused` for a newer schema. */
function migrationsUpTo(schema: number): readonly Migration[] {
  if (schema > NEWEST_MIGRATION) {
    throw new DatabaseRefused(
      `The backup has schema ${schema}, this program knows ${NEWEST_MIGRATION}: move it to another database with the version that made it.`,
    );
  }
  return migrations.filter(({ number }) => number <= schema);
}

/** Writes the rows of a PostgreSQL dump into a new file and verifies its contents against the dump. */
export async function copyDumpIntoSqlite(
  dump: string,
  schema: number,
  to: string,
  env: Environment,
): Promise<void> {
  const known = migrationsUpTo(schema);
  const db = new DatabaseSync(to);
  try {
    db.exec('PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF');
    db.exec('PRAGMA foreign_keys = OFF; BEGIN');
    db.exec(`CREATE TABLE schema_migrations
      (number integer PRIMARY KEY, name text NOT NULL, applied_at integer NOT NULL, oldest_program integer) STRICT`);
    for (const { up } of known) for (const statement of up(sqliteColumns)) db.exec(statement);
    const sums = await insertDump(db, dump, env);
    db.exec('COMMIT');
    const strays = db.prepare('PRAGMA foreign_key_check').all();
    if (strays.length > 0)
      throw new DatabaseRefused(`${strays.length} rows of the backup refer to missing rows.`);
    for (const [table, sum] of sums) requireEqual(table, sum, sumOfSqlite(db, table));
  } finally {
    db.close();
  }
}

async function insertDump(db: DatabaseSync, dump: string, env: Environment): Promise<Map<string, RowSum>> {
  const sums = new Map<string, RowSum>();
  const tables = new Map(listTables(db).map((table) => [table, columnsOfSqlite(db, table)]));
  const inserts = new Map<string, (values: readonly (string | null)[]) => void>();
  for await (const { table, columns, values } of readDumpRows(dump, env)) {
    let insert = inserts.get(table);
    if (!insert) {
      const types = tables.get(table);
      if (!types) throw new DatabaseRefused(`The backup has a table ${table} that is not in its schema.`);
      const sum = new RowSum();
      sums.set(table, sum);
      insert = preparedInsert(db, table, columns, types, sum);
      inserts.set(table, insert);
    }
    insert(values);
  }
  return sums;
}

function preparedInsert(
  db: DatabaseSync,
  table: string,
  columns: readonly string[],
  types: Columns,
  sum: RowSum,
) {
  const statement = db.prepare(
    `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`)}) VALUES (${columns.map(() => '?')})`,
  );
  const order = [...types.keys()].sort().map((name) => columns.indexOf(name));
  const kinds = columns.map((name) => types.get(name) ?? 'text');
  return (texts: readonly (string | null)[]) => {
    const values = texts.map((text, i) => fromText(text, kinds[i] ?? 'text'));
    statement.run(...(values as SQLInputValue[]));
    sum.add(order.map((i) => values[i] ?? null));
  };
}

/** Converts a value from PostgreSQL's text format. */
function fromText(text: string | null, kind: 'text' | 'int' | 'real' | 'bytes'): ColumnValue {
  if (text === null || kind === 'text') return text;
  return kind === 'bytes' ? Buffer.from(text.slice(2), 'hex') : Number(text);
}

function columnsOfSqlite(db: DatabaseSync, table: string): Columns {
  const kinds = { INTEGER: 'int', REAL: 'real', BLOB: 'bytes' } as const;
  const rows = db.prepare('SELECT name, type FROM pragma_table_info(?)').all(table);
  return new Map(
    rows.map(({ name, type }) => [
      String(name),
      kinds[String(type).toUpperCase() as keyof typeof kinds] ?? 'text',
    ]),
  );
}

function* rowsOfSqlite(
  db: DatabaseSync,
  table: string,
  columns: readonly string[],
): Generator<ColumnValue[]> {
  const statement = db.prepare(`SELECT ${columns.map((name) => `"${name}"`)} FROM "${table}"`);
  for (const row of statement.iterate()) yield columns.map((name) => row[name] as ColumnValue);
}

function sumOfSqlite(db: DatabaseSync, table: string): RowSum {
  const sum = new RowSum();
  for (const values of rowsOfSqlite(db, table, [...columnsOfSqlite(db, table).keys()].sort()))
    sum.add(values);
  return sum;
}

/**
 * Copies the rows of a file into PostgreSQL in one transaction, which commits only if the copy has the same contents.
 * `replace` first drops all tables of the schema in the same transaction.
 */
export async function copySqliteIntoPostgres(
  from: string,
  schema: number,
  url: string,
  { replace }: { replace: boolean },
): Promise<void> {
  const known = migrationsUpTo(schema);
  const db = new DatabaseSync(from, { readOnly: true });
  try {
    await withPostgresClient(url, async (client) => {
      await client.query(`BEGIN; SET LOCAL lock_timeout = '5s'`);
      if (replace) for (const statement of await dropSchemaStatements(client)) await client.query(statement);
      await client.query(`CREATE TABLE schema_migrations
        (number bigint PRIMARY KEY, name text NOT NULL, applied_at bigint NOT NULL, oldest_program bigint)`);
      for (const { up } of known) for (const statement of up(postgresColumns)) await client.query(statement);
      for (const table of listTables(db)) {
        const columns = [...columnsOfSqlite(db, table).keys()].sort();
        const sum = await insertAll(client, table, columns, rowsOfSqlite(db, table, columns));
        requireEqual(table, sum, await sumOfPostgres(client, table, columns));
      }
      if ((await client.query(`SELECT ${SERVICE_CONNECTED_SQL} AS yes`)).rows[0].yes)
        throw new DatabaseRefused(
          'A service was started while the rows were copied: nothing was restored. Stop it, and restore again.',
        );
      await client.query('COMMIT');
    });
  } finally {
    db.close();
  }
}

/** The statements that empty the schema of a service. */
export async function dropSchemaStatements(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query(
    'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()',
  );
  return rows.map(({ name }) => `DROP TABLE "${name}" CASCADE`);
}

async function insertAll(
  client: pg.Client,
  table: string,
  columns: readonly string[],
  rows: Iterable<ColumnValue[]>,
): Promise<RowSum> {
  const sum = new RowSum();
  const most = Math.min(BATCH_ROWS, Math.floor(MAX_PARAMETERS / columns.length));
  let batch: ColumnValue[] = [];
  let bytes = 0;
  const flush = async () => {
    if (batch.length === 0) return;
    await client.query(insertOf(table, columns, batch.length / columns.length), batch);
    batch = [];
    bytes = 0;
  };
  for (const values of rows) {
    sum.add(values);
    batch.push(...values);
    for (const value of values)
      bytes += typeof value === 'object' ? (value?.length ?? 0) : String(value).length;
    if (batch.length >= most * columns.length || bytes >= BATCH_BYTES) await flush();
  }
  await flush();
  return sum;
}

function insertOf(table: string, columns: readonly string[], rows: number): string {
  let parameter = 0;
  const row = () => `(${columns.map(() => `$${++parameter}`)})`;
  return `INSERT INTO "${table}" (${columns.map((name) => `"${name}"`)}) VALUES ${Array.from({ length: rows }, row)}`;
}

const INT8 = 20;
const FLOAT8 = 701;
const numbers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) =>
    oid === INT8 || oid === FLOAT8 ? Number : pg.types.getTypeParser(oid, format as 'text'),
};

/** Reads with a cursor in the open transaction, so that memory stays constant. */
async function sumOfPostgres(client: pg.Client, table: string, columns: readonly string[]): Promise<RowSum> {
  const sum = new RowSum();
  const list = columns.map((name) => `"${name}"`);
  await client.query(`DECLARE copied NO SCROLL CURSOR FOR SELECT ${list} FROM "${table}"`);
  const read = { text: `FETCH ${table === 'source_originals' ? 4 : BATCH_ROWS} FROM copied`, types: numbers };
  for (;;) {
    const { rows } = await client.query<Record<string, ColumnValue>>(read);
    if (rows.length === 0) break;
    for (const row of rows) sum.add(columns.map((name) => row[name] ?? null));
  }
  await client.query('CLOSE copied');
  return sum;
}

function requireEqual(table: string, source: RowSum, copy: RowSum): void {
  if (source.equals(copy)) return;
  throw new DatabaseRefused(
    `The table ${table} was not copied as it is (${source.rows} rows, ${copy.rows} in the copy): nothing was restored. ` +
      'Something else writes to the new database, or this is a defect.',
  );
}
