import {
  type CompiledQuery,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import pg from 'pg';
import { AppError } from '../../../kernel/errors.ts';
import type { Log } from '../../../kernel/log.ts';
import { collectBatch, type Statement, type StatementResult, writeHealth } from '../batch.ts';
import type { Capabilities, Database, OpenOptions } from '../contract.ts';
import { DatabaseRefused } from '../database-refused.ts';
import { createClosable } from './closable.ts';
import { createKysely } from './kysely-dialect.ts';
import { migratePostgres } from './postgres-migrate.ts';
import { createNotifications } from './postgres-notifications.ts';

/** The application name of the service's connections, whatever their address says: a restore searches for it. */
const SERVICE_NAME = 'touchstone';

/** SQL for whether a service is connected to the database. */
export const SERVICE_CONNECTED_SQL = `EXISTS (SELECT 1 FROM pg_stat_activity
  WHERE datname = current_database() AND application_name = '${SERVICE_NAME}')`;

const capabilities: Capabilities = {
  name: 'postgres',
  manyProcesses: true,
  rowLocks: true,
  rowSets: true,
  lateralLookups: true,
};

const parts = {
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

/** Serialization failure and deadlock: PostgreSQL asks for the transaction to be repeated. */
const RUN_AGAIN = new Set(['40001', '40P01']);
const RUNS = 5;

const CONNECTIONS = 10;
/**
 * The time limit of a statement. Statements of stores take milliseconds to seconds; a longer one waits for a lock, or
 * its caller is gone.
 */
const STATEMENT_TIMEOUT_MS = 30_000;
/** Idle transactions are ended, because a machine that is gone would keep its locks until TCP notices. */
const IDLE_TRANSACTION_MS = 10_000;
/** The additional time to wait for the answer: by then a reachable server has ended the statement. */
const NETWORK_MS = 5000;

/** Removes the application name from an address, which would take precedence. */
function withApplicationName(url: string): string {
  const parsed = URL.parse(url);
  if (!parsed?.searchParams.has('application_name')) return url;
  parsed.searchParams.delete('application_name');
  return parsed.href;
}

export async function openPostgres(url: string, options: OpenOptions): Promise<Database> {
  const { log, statementTimeoutMs = STATEMENT_TIMEOUT_MS, directUrl = url } = options;
  const connection = {
    connectionString: withApplicationName(url),
    application_name: SERVICE_NAME,
    types,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  };
  const direct = { ...connection, connectionString: withApplicationName(directUrl) };
  await migrate(direct, log).catch((error) => {
    throw refusedBy(directUrl, error) ?? error;
  });
  const pool = await openLimited(
    log,
    {
      ...connection,
      max: options.connections ?? CONNECTIONS,
      // The statements of a batch are pipelined: waiting for each answer would cost a round trip per statement.
      pipeline: true,
      query_timeout: statementTimeoutMs + NETWORK_MS,
    },
    statementTimeoutMs,
  );
  const deadlines = (before: number) => (before + 1) * statementTimeoutMs + NETWORK_MS;

  const notifications = createNotifications({
    connection: direct,
    notify: async (channel, payload) =>
      void (await pool.query('SELECT pg_notify($1, $2)', [channel, payload])),
    setting: options.directUrl === undefined ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL',
    log,
  });
  const calls = createClosable();
  const query = createKysely(parts, ({ sql: text, parameters }: CompiledQuery) =>
    calls.run(async () => {
      try {
        return (await pool.query(text, parameters as unknown[])).rows;
      } catch (error) {
        throw toError(error);
      }
    }),
  );

  const write: Database['write'] = (build) =>
    calls.run(async () => {
      const { statements, fill } = collectBatch(query, capabilities, build);
      const answer = statements.length === 0 ? [] : await runUntilDecided(pool, statements, deadlines);
      if (!Array.isArray(answer)) return { committed: false, why: answer.why };
      fill(answer);
      return { committed: true };
    });

  return {
    query,
    longQuery: query,
    capabilities,
    notifications,
    time: sql<number>`floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint`,
    exactTime: sql<number>`(extract(epoch FROM clock_timestamp()) * 1000)::double precision`,
    write,
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
      most: pool.options.max,
    }),
    warnings: () => [],
    async probe() {
      await write(writeHealth);
    },
    // The pool would drop callers that still wait for a connection.
    close: () =>
      calls.close(async () => {
        await notifications.stop();
        await pool.end();
      }),
  };
}

function openPool(log: Log, config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // Without a listener, a connection that breaks while idle would end the process.
  pool.on('error', (err) => log.warn({ err: toError(err) }, 'an idle database connection broke'));
  return pool;
}

/** A pool whose statements have a time limit on the server, if a pooler in between forwards the setting. */
async function openLimited(log: Log, config: pg.PoolConfig, statement_timeout: number): Promise<pg.Pool> {
  const limits = { statement_timeout, idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS };
  const limited = openPool(log, { ...config, ...limits });
  try {
    await limited.query('SELECT 1');
    return limited;
  } catch (error) {
    if (!/unsupported startup parameter/.test((error as Error).message)) {
      await limited.end();
      throw toError(error);
    }
  }
  await limited.end();
  log.warn(
    {},
    `The pooler of DATABASE_URL does not apply time limits. Set them for the role of Touchstone: ALTER ROLE … SET statement_timeout = ${statement_timeout}, and the same for idle_in_transaction_session_timeout = ${IDLE_TRANSACTION_MS}.`,
  );
  return openPool(log, config);
}

/**
 * Migrates over a connection without time limits, because a migration may rewrite a table or wait for another process.
 */
async function migrate(config: pg.PoolConfig, log: Log): Promise<void> {
  const pool = openPool(log, { ...config, max: 1 });
  try {
    await migratePostgres(pool, log);
  } catch (error) {
    throw toError(error);
  } finally {
    await pool.end();
  }
}

/** Why the first connection failed, with the server's address but without a password from the URL. */
function refusedBy(url: string, error: unknown): DatabaseRefused | null {
  if (!(error instanceof AppError) || error.code !== 'storage_unavailable') return null;
  return new DatabaseRefused(
    `The database server at ${URL.parse(url)?.host || 'the default address'} did not answer (${reasonOf(error.cause)}). ` +
      'Start it, or correct DATABASE_URL (or --database-url).',
  );
}

/** If several addresses were tried, each has its own reason and the error as a whole has no message. */
function reasonOf(cause: unknown): string {
  const errors = cause instanceof AggregateError ? cause.errors : [cause];
  return errors.map((each) => (each instanceof Error ? each.message : String(each))).join('; ');
}

/** A failed guard or an expected duplicate: the batch is undone, and nothing went wrong. */
class Undone extends Error {
  readonly why: string;
  constructor(why: string) {
    super(why);
    this.why = why;
  }
}

type BatchAnswer = StatementResult[] | { why: string };

/** Deadline in ms for the answer to a statement with `before` statements before it on its connection. */
type Deadlines = (before: number) => number;

/** Runs the batch, with the repetitions that PostgreSQL asks for, until it has committed or was undone. */
async function runUntilDecided(
  pool: pg.Pool,
  statements: readonly Statement[],
  deadlines: Deadlines,
): Promise<BatchAnswer> {
  for (let run = 1; ; run++) {
    try {
      return await runBatch(pool, statements, deadlines);
    } catch (error) {
      if (error instanceof Undone) return { why: error.why };
      if (!RUN_AGAIN.has(codeOf(error)) || run === RUNS) throw toError(error);
    }
  }
}

/**
 * Uses two round trips for any number of statements: all statements, then the commit. The commit must be separate,
 * because a guard that finds no row is not an error and would not prevent a pipelined commit.
 */
async function runBatch(
  pool: pg.Pool,
  statements: readonly Statement[],
  deadlines: Deadlines,
): Promise<StatementResult[]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  // The running query also fails and reports it; without a listener the event would end the process.
  const onError = (error: Error) => {
    broken = error;
  };
  client.on('error', onError);
  // A single statement is its own transaction: if its guard failed, nothing has to be undone.
  const single = statements.length === 1;
  try {
    const begun = single ? [] : [client.query('BEGIN')];
    const sent = statements.map((statement, i) => runStatement(client, statement, deadlines(i)));
    // Statements after a failure fail too, so the first failure is the reason.
    for (const answer of await Promise.allSettled([...begun, ...sent])) {
      if (answer.status === 'rejected') throw answer.reason;
    }
    if (!single) await client.query('COMMIT');
    return await Promise.all(sent);
  } catch (error) {
    // A statement without an answer still occupies the connection, so nothing behind it would be answered either.
    if (isUnanswered(error)) onError(error as Error);
    else if (!single) await client.query('ROLLBACK').catch(onError);
    throw error;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}

async function runStatement(
  client: pg.PoolClient,
  statement: Statement,
  deadlineMs: number,
): Promise<StatementResult> {
  try {
    const query = {
      text: statement.sql,
      values: statement.parameters as unknown[],
      query_timeout: deadlineMs,
    };
    const { rows, rowCount } = await client.query(query);
    const changed = rowCount ?? 0;
    if (statement.orElse !== undefined && changed === 0) throw new Undone(statement.orElse);
    return { rows, changed };
  } catch (error) {
    const duplicate = codeOf(error) === '23505' && statement.onDuplicate !== undefined;
    throw duplicate ? new Undone(statement.onDuplicate as string) : error;
  }
}

const isUnanswered = (error: unknown) => error instanceof Error && error.message === 'Query read timeout';

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? '';
}

/**
 * SQLSTATE classes 08 (connection), 53 (resources), 57P (shutdown), 57014 (statement timeout), 25P03 (idle
 * transaction), 25006 (read-only standby), 58030 (input or output) and socket errors; everything else is a defect.
 */
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
    /^(08|53|57P|57014|25P03|25006|58030)/.test(code) ||
    /^E(?!RR_)[A-Z_]+$/.test(code) ||
    isUnanswered(error) ||
    /timeout exceeded|connection terminated|connection error/i.test(message);
  if (!unreachable) return error;
  return new AppError('storage_unavailable', 'The database server did not answer; try again.', {
    retryAfter: 1,
    cause: error,
  });
}
