import type { Statement, StatementResult } from '../batch.ts';
import type { Connection } from './sqlite-connection.ts';
import type { CommitMark } from './sqlite-mark.ts';

/** An error in a form that can be sent to another thread; `errcode` is SQLite's extended result code. */
export interface SqliteFailure {
  message: string;
  errcode: number;
}

/** The outcome of one caller's batch. */
export type BatchAnswer = { results: StatementResult[] } | { why: string } | { failure: SqliteFailure };

/** The longest time that a batch waits for earlier batches of its group; then the group commits. */
const GROUP_MS = 15;

/** Used for files without commit marks. */
const UNMARKED = { stamp() {}, note() {} };

const UNIQUE = 2067;
const PRIMARY_KEY = 1555;

export function toSqliteFailure(error: unknown): SqliteFailure {
  const { message, errcode } = error as { message?: string; errcode?: number };
  return { message: message ?? String(error), errcode: errcode ?? 0 };
}

/** Thrown inside a batch to undo it for a reason that its caller named. */
class Undone extends Error {
  readonly why: string;
  constructor(why: string) {
    super(why);
    this.why = why;
  }
}

/**
 * The group commit: batches that wait together share one transaction, each in its own savepoint, and are answered only
 * after its COMMIT has returned.
 *
 * On some errors (above all a full disk) SQLite rolls back the whole transaction instead of the savepoint, and the next
 * savepoint silently starts a new transaction. So the transaction is checked after every error: if it is gone, the
 * whole group was undone, and each batch is run again alone.
 */
export function createWriter(connection: Connection, mark: Pick<CommitMark, 'stamp' | 'note'> = UNMARKED) {
  const { db, run } = connection;

  function runStatement(statement: Statement): StatementResult {
    let result: StatementResult;
    try {
      result = run(statement.sql, statement.parameters);
    } catch (error) {
      const { errcode } = toSqliteFailure(error);
      const duplicate = errcode === UNIQUE || errcode === PRIMARY_KEY;
      if (duplicate && statement.onDuplicate !== undefined) throw new Undone(statement.onDuplicate);
      throw error;
    }
    if (statement.orElse !== undefined && result.changed === 0) throw new Undone(statement.orElse);
    return result;
  }

  function refusal(error: unknown): BatchAnswer {
    return error instanceof Undone ? { why: error.why } : { failure: toSqliteFailure(error) };
  }

  function rollBack(): void {
    if (db.isTransaction) db.exec('ROLLBACK');
  }

  function commit(): void {
    mark.stamp();
    run('COMMIT', []);
    mark.note();
  }

  function runAlone(batch: readonly Statement[]): BatchAnswer {
    try {
      run('BEGIN IMMEDIATE', []);
      const results = batch.map(runStatement);
      commit();
      return { results };
    } catch (error) {
      rollBack();
      return refusal(error);
    }
  }

  /** Runs one batch in a savepoint of the open transaction; null if the whole transaction was rolled back. */
  function runInGroup(batch: readonly Statement[]): BatchAnswer | null {
    run('SAVEPOINT batch', []);
    try {
      const results = batch.map(runStatement);
      run('RELEASE batch', []);
      return { results };
    } catch (error) {
      if (!db.isTransaction) return null;
      run('ROLLBACK TO batch', []);
      run('RELEASE batch', []);
      return refusal(error);
    }
  }

  /** Commits the first of `batches` as one group and returns their answers. */
  function commitGroup(batches: readonly (readonly Statement[])[]): BatchAnswer[] {
    const [only] = batches;
    if (only !== undefined && batches.length === 1) return [runAlone(only)];
    const answers: BatchAnswer[] = [];
    const started = performance.now();
    try {
      run('BEGIN IMMEDIATE', []);
      for (const batch of batches) {
        const answer = runInGroup(batch);
        if (answer === null) return batches.slice(0, answers.length + 1).map(runAlone);
        answers.push(answer);
        if (performance.now() - started > GROUP_MS) break;
      }
      commit();
      return answers;
    } catch (error) {
      rollBack();
      return batches.slice(0, Math.max(1, answers.length)).map(() => refusal(error));
    }
  }

  return { commitGroup };
}
