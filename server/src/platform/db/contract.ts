import type { Compilable, Kysely, RawBuilder } from 'kysely';
import type { Log } from '../../kernel/log.ts';
import type { Schema } from './schema.ts';

/** The differences between the two databases, with reasons. No other code may ask which database it is. */
export interface Capabilities {
  readonly name: 'sqlite' | 'postgres';
  /** Other processes may write at the same time, so notifications within this process are incomplete. */
  readonly manyProcesses: boolean;
  /** Rows can be locked (`FOR SHARE`, `SKIP LOCKED`); SQLite has one writer and needs neither. */
  readonly rowLocks: boolean;
  /**
   * Rows of one kind are written as one statement, because each statement is a round trip. With SQLite's thread a whole
   * batch is one message anyway.
   */
  readonly rowSets: boolean;
  /**
   * Many keys are looked up by LATERAL. For a list of keys PostgreSQL prefers reading the whole workspace as long as it
   * has no statistics of a growing table: 12 ms a look-up among 20,000 samples. SQLite always uses the index.
   */
  readonly lateralLookups: boolean;
}

/** Conditions under which a statement undoes its batch. */
export interface Expectation {
  /** Undoes the batch with this reason if the statement changes or returns no row. */
  orElse?: string;
  /** Undoes the batch with this reason if the statement violates a unique constraint. */
  onDuplicate?: string;
}

/** The result of one statement of a batch; readable only after the batch has committed. */
export interface Slot<O> {
  /** The rows of `RETURNING` or of a `SELECT`. */
  rows: O[];
  /** The number of rows that were changed or returned. */
  changed: number;
}

/** Statements that become durable together or not at all. */
export interface Batch {
  /** The query builder for statements; do not execute them, add them. */
  readonly query: Kysely<Schema>;
  readonly capabilities: Capabilities;
  add<O>(statement: Compilable<O>, expectation?: Expectation): Slot<O>;
  /**
   * Runs once after the commit, before `write` resolves: to notify others, never to store something. Must not throw.
   */
  afterCommit(run: () => void): void;
}

export type WriteOutcome = { committed: true } | { committed: false; why: string };

/**
 * Notifications between processes. Each arrives within milliseconds or is lost, so the changes are also polled: rarely
 * while notifications arrive, every second while they do not.
 */
export interface Notifications {
  /** Starts listening. Resolves when it listens, or when it is known that it cannot for now. */
  start(): Promise<void>;
  /** Whether notifications of other processes currently arrive. */
  listening(): boolean;
  /**
   * Notifies the other processes within 20 ms, after a commit; sends nothing while `listening` is false. Null:
   * something has changed, poll for it.
   */
  send(topic: string, text: string | null): void;
  /**
   * Registers a receiver for what others send on a topic; it receives null if they could not send. Call before `start`.
   */
  receive(topic: string, receiver: (text: string | null) => void): void;
  /** Runs when `listening` changes: notifications in between were missed. Call before `start`. */
  watch(watcher: () => void): void;
}

export interface Connections {
  busy: number;
  idle: number;
  /** Number of statements that wait for a connection. */
  waiting: number;
  most: number;
}

/**
 * An open database. Reads run through `query` (`await db.query.selectFrom(…).execute()`), off the main loop; writes are
 * batches. Every failure of the storage itself is an `AppError` (`storage_full`, `storage_unavailable`). A violated
 * constraint without an `Expectation` is a defect and is thrown unchanged.
 */
export interface Database {
  /** Runs reads that take milliseconds. */
  readonly query: Kysely<Schema>;
  /** Runs reads that may take long (counts over all rows, exports); they have a thread of their own. */
  readonly longQuery: Kysely<Schema>;
  readonly capabilities: Capabilities;
  /** Null if only one process uses the database. */
  readonly notifications: Notifications | null;
  /** SQL for the current time by the database's clock, in milliseconds since 1970. Leases depend on it. */
  readonly time: RawBuilder<number>;
  /** SQL for the database's time with fractions of a millisecond, for comparing clocks. */
  readonly exactTime: RawBuilder<number>;
  /**
   * Runs the statements that `build` adds as one batch, durable when the promise resolves. What a batch depends on is
   * read before it and guarded inside it (`WHERE revision = ?`, `orElse`), so the same code is correct if other
   * processes write too. `build` is synchronous; an empty batch commits at once.
   */
  write(build: (batch: Batch) => void): Promise<WriteOutcome>;
  /** The current state of the connection pool; null if there is none. */
  connections(): Connections | null;
  /** Warnings about the data for the operator, as sentences; empty if there are none. */
  warnings(): string[];
  /** Writes one row durably, to test whether the storage is writable. Throws the errors of a write. */
  probe(): Promise<void>;
  /** Waits for accepted work, then closes. Later calls are refused. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Whether a database that has lost writes is opened with a warning (the default) or refused. */
  lostWrites?: 'warn' | 'refuse';
  /** `postgres://…`; absent for SQLite in `dataDir`. */
  url?: string | undefined;
  /** The address of the same database without a pooler, for operations that need a session. Default `url`. */
  directUrl?: string | undefined;
  /** Maximum connections of the PostgreSQL pool, default 10. One more connection listens for notifications. */
  connections?: number;
  /** Holds `touchstone.db` and its lock; created when missing. Not used by PostgreSQL. */
  dataDir: string;
  log: Log;
  /** The time limit of a PostgreSQL statement, default 30 s. */
  statementTimeoutMs?: number;
  /** How often the size of the SQLite file and its log is checked, default 30 s. */
  maintenanceMs?: number;
  /** The name of this process in the error of a second process that wants the same data directory. */
  holder?: string;
}

/** Adds statements to the batch that creates a resource, to become durable with it. */
export type Alongside<T> = (batch: Batch, resource: T) => void;
