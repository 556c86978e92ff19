import type { Readable } from 'node:stream';
import pg from 'pg';
import { DatabaseRefused } from '../database-refused.ts';
import {
  type AppliedRow,
  type Contents,
  describeUpload,
  INCOMPLETE_UPLOADS,
  toContents,
} from './contents.ts';
import { type Environment, startTool } from './postgres-tools.ts';

const TABLES = 'SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() ORDER BY 1';

/** Copies of search indexes, which only the previous version writes and reads; the next version drops them. */
const DERIVED_TABLES = ['index_snapshots', 'index_snapshot_parts'];

/**
 * Dumps the database while others write to it; pg_dump and the counts use the same snapshot. Resolves to the contents
 * of the dump. Throws `DatabaseRefused` if pg_dump is missing or fails.
 */
export async function dumpPostgres(
  url: string,
  to: string,
  env: Environment,
  signal?: AbortSignal,
): Promise<Contents> {
  return withPostgresClient(url, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const { rows } = await client.query('SELECT pg_export_snapshot() AS id, current_schema() AS schema');
    const { id, schema } = rows[0] as { id: string; schema: string };
    const args = [
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      '--lock-wait-timeout=60s',
      `--table="${schema}".*`,
      `--snapshot=${id}`,
      ...DERIVED_TABLES.map((name) => `--exclude-table-data="${schema}".${name}`),
    ];
    const { ended } = startTool('pg_dump', [...args, '--file', to], {
      url,
      env,
      signal,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    // They run in parallel, because both only read.
    const [contents] = await Promise.all([countAll(client), ended]);
    for (const name of DERIVED_TABLES) if (name in contents.tables) contents.tables[name] = 0;
    return contents;
  });
}

/** The contents of a running database and its problems, as sentences. */
export async function inspectPostgres(url: string): Promise<{ contents: Contents; faults: string[] }> {
  return withPostgresClient(url, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const contents = await countAll(client);
    const { rows } = await client.query(INCOMPLETE_UPLOADS);
    return { contents, faults: rows.map(describeUpload) };
  });
}

async function countAll(client: pg.Client): Promise<Contents> {
  const tables: Record<string, number> = {};
  for (const { name } of (await client.query(TABLES)).rows)
    tables[name] = Number((await client.query(`SELECT count(*) AS n FROM "${name}"`)).rows[0].n);
  if (!('schema_migrations' in tables))
    throw new DatabaseRefused('The database of DATABASE_URL has no data of Touchstone.');
  return toContents(await appliedIn(client), tables);
}

async function appliedIn(client: pg.Client): Promise<AppliedRow[]> {
  const { rows } = await client.query('SELECT * FROM schema_migrations');
  return rows.map(({ number, oldest_program }) => ({
    number: Number(number),
    oldest_program: oldest_program == null ? null : Number(oldest_program),
  }));
}

export async function withPostgresClient<T>(url: string, run: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  // A broken connection also fails the running query, which reports it.
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    throw new DatabaseRefused(
      `The database server at ${URL.parse(url)?.host || 'the default address'} did not answer (${(error as Error).message}). ` +
        'Start it, or correct DATABASE_URL (or --database-url).',
    );
  }
  try {
    return await run(client);
  } finally {
    await client.end();
  }
}

/** A row of a dump: null or the text of each column, in the column order of the dump. */
export interface DumpedRow {
  table: string;
  columns: readonly string[];
  values: readonly (string | null)[];
}

/**
 * Reads the rows of a dump without a server and with constant memory: pg_restore prints them in the text format of
 * COPY. https://www.postgresql.org/docs/current/sql-copy.html, "Text Format"
 */
export async function* readDumpRows(path: string, env: Environment): AsyncGenerator<DumpedRow> {
  const { child, ended } = startTool('pg_restore', ['--data-only', '--file=-', path], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let current: { table: string; columns: string[] } | null = null;
  try {
    for await (const line of linesOf(child.stdout as Readable)) {
      if (current === null) current = readHeader(line);
      else if (line === '\\.') current = null;
      else yield { ...current, values: line.split('\t').map(readField) };
    }
    await ended;
  } finally {
    child.kill();
  }
}

/** The contents of a dump, counted row by row. */
export async function readDumpContents(path: string, env: Environment): Promise<Contents> {
  const tables: Record<string, number> = {};
  const applied: AppliedRow[] = [];
  for (const name of await tablesOfDump(path, env)) tables[name] = 0;
  for await (const { table, columns, values } of readDumpRows(path, env)) {
    tables[table] = (tables[table] ?? 0) + 1;
    if (table !== 'schema_migrations') continue;
    const oldest = values[columns.indexOf('oldest_program')] ?? null;
    applied.push({
      number: Number(values[columns.indexOf('number')]),
      oldest_program: oldest === null ? null : Number(oldest),
    });
  }
  return toContents(applied, tables);
}

/** Includes tables without rows. */
async function tablesOfDump(path: string, env: Environment): Promise<string[]> {
  const { child, ended } = startTool('pg_restore', ['--list', path], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const names: string[] = [];
  for await (const line of linesOf(child.stdout as Readable)) {
    const name = /^\d+; \d+ \d+ TABLE (?!DATA )\S+ (\S+) /.exec(line)?.[1];
    if (name) names.push(name);
  }
  await ended;
  return names;
}

function readHeader(line: string): { table: string; columns: string[] } | null {
  const [, table, columns] = /^COPY (?:\S+\.)?(\S+) \((.*)\) FROM stdin;$/.exec(line) ?? [];
  if (table === undefined || columns === undefined) return null;
  return { table: unquoted(table), columns: columns.split(', ').map(unquoted) };
}

const unquoted = (name: string) => name.replaceAll('"', '');

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' };

function readField(field: string): string | null {
  if (field === '\\N') return null;
  if (!field.includes('\\')) return field;
  return field.replace(/\\(.)/gs, (_, letter: string) => ESCAPES[letter] ?? letter);
}

/**
 * Splits lines at line feeds only, because a text may contain other characters that line readers treat as line ends.
 */
async function* linesOf(stream: Readable): AsyncGenerator<string> {
  let begun: Buffer[] = [];
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      const end = chunk.subarray(from, at);
      yield begun.length === 0 ? end.toString('utf8') : Buffer.concat([...begun, end]).toString('utf8');
      begun = [];
      from = at + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  }
  if (begun.length > 0) yield Buffer.concat(begun).toString('utf8');
}
