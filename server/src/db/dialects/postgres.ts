import {
  type CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import pg from 'pg';
import { AppError } from '../../kernel/errors.ts';
import { collectBatch, type Statement, type StatementResult } from '../batch.ts';
import type { Capabilities, Database, OpenOptions, WriteOutcome } from '../db.ts';
import { kyselyOver } from './kysely-dialect.ts';
import { migratePostgres } from './postgres-migrate.ts';

const capabilities: Capabilities = { name: 'postgres', manyProcesses: true, rowLocks: true };

const words = {
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createAdapter: () => new PostgresAdapter(),
  createIntrospector: (db: ConstructorParameters<typeof PostgresIntrospector>[0]) =>
    new PostgresIntrospector(db),
};

const INT8 = 20;
// Integers of this service stay within ±(2⁵³−1), so they need not arrive as text.
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid, format) => (oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')),
};

/** Serialization failure and deadlock: PostgreSQL asks for the transaction to be run again. */
const RUN_AGAIN = new Set(['40001', '40P01']);
const RUNS = 5;

export async function openPostgres(url: string, { log }: OpenOptions): Promise<Database> {
  const pool = new pg.Pool({ connectionString: url, max: 10, types, connectionTimeoutMillis: 5000 });
  // Without a listener a connection that breaks while idle would end the process.
  pool.on('error', (err) => log.warn({ err }, 'an idle database connection broke'));
  try {
    await migratePostgres(pool, log);
  } catch (error) {
    await pool.end();
    throw toError(error);
  }

  const query = kyselyOver(words, async ({ sql: text, parameters }: CompiledQuery) => {
    try {
      return (await pool.query(text, parameters as unknown[])).rows;
    } catch (error) {
      throw toError(error);
    }
  });

  const write: Database['write'] = async (build) => {
    const { statements, fill } = collectBatch(query, capabilities, build);
    if (statements.length === 0) return { committed: true };
    for (let run = 1; ; run++) {
      try {
        return await runBatch(pool, statements, fill);
      } catch (error) {
        if (!RUN_AGAIN.has(codeOf(error)) || run === RUNS) throw toError(error);
      }
    }
  };

  return {
    query,
    longQuery: query,
    capabilities,
    time: sql<number>`floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`,
    write,
    async probe() {
      await write((batch) => {
        const row = { id: 1, written_at: Date.now() };
        batch.add(
          batch.query
            .insertInto('health')
            .values(row)
            .onConflict((c) => c.column('id').doUpdateSet(row)),
        );
      });
    },
    close: () => pool.end(),
  };
}

/** A guard that failed or a duplicate that was foreseen: the batch is undone, nothing went wrong. */
class Undone extends Error {
  readonly why: string;
  constructor(why: string) {
    super(why);
    this.why = why;
  }
}

async function runBatch(
  pool: pg.Pool,
  statements: readonly Statement[],
  fill: (results: readonly StatementResult[]) => void,
): Promise<WriteOutcome> {
  const client = await pool.connect();
  // One statement is its own transaction: a failed guard changed nothing, so nothing needs undoing.
  const single = statements.length === 1;
  let broken: Error | undefined;
  try {
    if (!single) await client.query('BEGIN');
    const results: StatementResult[] = [];
    for (const statement of statements) results.push(await runStatement(client, statement));
    if (!single) await client.query('COMMIT');
    fill(results);
    return { committed: true };
  } catch (error) {
    if (!single) await client.query('ROLLBACK').catch((rollback: Error) => (broken = rollback));
    if (error instanceof Undone) return { committed: false, why: error.why };
    throw error;
  } finally {
    client.release(broken);
  }
}

async function runStatement(client: pg.PoolClient, statement: Statement): Promise<StatementResult> {
  try {
    const { rows, rowCount } = await client.query(statement.sql, statement.parameters as unknown[]);
    const changed = rowCount ?? 0;
    if (statement.orElse !== undefined && changed === 0) throw new Undone(statement.orElse);
    return { rows, changed };
  } catch (error) {
    const duplicate = codeOf(error) === '23505' && statement.onDuplicate !== undefined;
    throw duplicate ? new Undone(statement.onDuplicate as string) : error;
  }
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}

/** SQLSTATE classes 08 (connection), 53 (resources), 57P (shutdown) and socket errors; the rest are defects. */
function toError(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (code === '53100') {
    return new AppError(
      'storage_full',
      'The database server has no disk space left; free space and try again.',
    );
  }
  const message = error instanceof Error ? error.message : '';
  const unreachable =
    /^(08|53|57P)/.test(code) ||
    /^E[A-Z]+$/.test(code) ||
    /timeout exceeded|Connection terminated/i.test(message);
  if (!unreachable) return error;
  return new AppError('storage_unavailable', 'The database server did not answer; try again.', {
    retryAfter: 1,
    cause: error,
  });
}
