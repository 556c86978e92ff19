import type { Compilable, Kysely, RawBuilder } from 'kysely';
import type { Log } from '../../kernel/log.ts';
import type { Schema } from './schema.ts';

/** What differs between the two databases, with the reason; nothing else may ask which one it is. */
export interface Capabilities {
  readonly name: 'sqlite' | 'postgres';
  /** Other processes may write at the same time, so hints from this process are not the whole truth. */
  readonly manyProcesses: boolean;
  /** Rows can be locked (`FOR SHARE`, `SKIP LOCKED`); SQLite has one writer and needs neither. */
  readonly rowLocks: boolean;
  /** Rows of a kind are written as one statement: each is a round trip. To SQLite's thread they go together anyway. */
  readonly rowSets: boolean;
  /**
   * Many keys are looked up by LATERAL. A list of keys PostgreSQL takes for worse than reading the whole workspace while
   * it has no statistics of a table that grows: 12 ms a look-up among 20,000 samples. SQLite always takes the index.
   */
  readonly lateralLookups: boolean;
}

/** What a statement's outcome may mean for its batch. */
export interface Expectation {
  /** The batch is undone, and `why` is this, when the statement changes or returns no row. */
  orElse?: string;
  /** The batch is undone, and `why` is this, when the statement violates a unique constraint. */
  onDuplicate?: string;
}

/** The result of one statement of a batch; to be read only after the batch has committed. */
export interface Slot<O> {
  /** What `RETURNING` or a `SELECT` gave. */
  rows: O[];
  /** How many rows were changed, or returned. */
  changed: number;
}

/** Statements that become durable together or not at all. */
export interface Batch {
  /** The builder to write statements with; do not execute them, add them. */
  readonly query: Kysely<Schema>;
  readonly capabilities: Capabilities;
  add<O>(statement: Compilable<O>, expectation?: Expectation): Slot<O>;
  /**
   * Runs once when the batch has committed, before `write` resolves: to notify others, never to store something. It
   * must not throw.
   */
  afterCommit(run: () => void): void;
}

export type WriteOutcome = { committed: true } | { committed: false; why: string };

/**
 * Hints from process to process: each arrives within milliseconds or not at all, so what they tell of is also looked
 * for, seldom while they arrive and every second while they do not.
 */
export interface Notifications {
  /** Begins to listen; resolves when that is so, or when it is known that it cannot be now. */
  start(): Promise<void>;
  /** Whether what others send arrives now. */
  listening(): boolean;
  /**
   * Tells the other processes within 20 ms, after a commit; nothing is sent while `listening` is false. Null: something
   * has changed, look for it.
   */
  send(topic: string, text: string | null): void;
  /** Registers who gets what others send of a topic, or null where they could not. Before `start`. */
  receive(topic: string, receiver: (text: string | null) => void): void;
  /** Runs when `listening` changes: what was sent meanwhile was missed. Before `start`. */
  watch(watcher: () => void): void;
}

export interface Connections {
  busy: number;
  idle: number;
  /** Statements that wait for one. */
  waiting: number;
  most: number;
}

/**
 * An open database. Reads run through `query` (`await db.query.selectFrom(…).execute()`), off the main
 * loop; writes are batches. Every failure of the storage itself is an `AppError`
 * (`storage_full`, `storage_unavailable`); the violation of a constraint that no
 * `Expectation` names is a defect and is thrown as it is.
 */
export interface Database {
  /** Reads that answer within milliseconds. */
  readonly query: Kysely<Schema>;
  /** Reads that may take long (counts over everything, exports): they have a thread of their own. */
  readonly longQuery: Kysely<Schema>;
  readonly capabilities: Capabilities;
  /** Null where one process has the database for itself. */
  readonly notifications: Notifications | null;
  /** Milliseconds since 1970 by the database's clock, as SQL: leases are decided by it. */
  readonly time: RawBuilder<number>;
  /** The database's time with fractions of a millisecond, for comparing clocks. */
  readonly exactTime: RawBuilder<number>;
  /**
   * Runs the statements that `build` adds as one batch, durable when the promise resolves. What a batch
   * depends on is read before it and guarded inside it (`WHERE revision = ?`, `orElse`): the same code is
   * then right where other processes write too. `build` is synchronous; an empty batch commits at once.
   */
  write(build: (batch: Batch) => void): Promise<WriteOutcome>;
  /** The pool of connections now; null where there is none. */
  connections(): Connections | null;
  /** What an operator has to know of the data: sentences, empty where nothing is wrong. */
  warnings(): string[];
  /** Writes one row, durably: whether storage can write now. Throws what a write would throw. */
  probe(): Promise<void>;
  /** Waits for what was accepted, then closes. Later calls are refused. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** Whether a database that has lost writes is opened with a warning (the default) or refused. */
  lostWrites?: 'warn' | 'refuse';
  /** `postgres://…`; absent = SQLite in `dataDir`. */
  url?: string | undefined;
  /** Address of the same database without a pooler, for what needs a session; default `url`. */
  directUrl?: string | undefined;
  /** The most connections of the pool to PostgreSQL; default 10. One more listens for notifications. */
  connections?: number;
  /** Holds `touchstone.db` and its lock; created when missing. Not used by PostgreSQL. */
  dataDir: string;
  log: Log;
  /** How long PostgreSQL may take over one statement; default 30 s. */
  statementTimeoutMs?: number;
  /** How often the size of SQLite's file and log is checked; default 30 s. */
  maintenanceMs?: number;
  /** How a second process that wants the same data directory names this one. */
  holder?: string;
}

/** Adds to the batch that creates a resource what must become durable with it. */
export type Alongside<T> = (batch: Batch, resource: T) => void;
