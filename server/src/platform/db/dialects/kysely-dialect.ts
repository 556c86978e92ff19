import {
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  Kysely,
  type QueryCompiler,
  type QueryResult,
} from 'kysely';
import type { Schema } from '../schema.ts';
import { timeDatabaseWork } from './database-asked.ts';

/** Runs one compiled read elsewhere: in a thread or on a pool. */
export type RunRead = (query: CompiledQuery) => Promise<unknown[]>;

/** The parts of a Kysely dialect that generate SQL. */
export interface DialectParts {
  createQueryCompiler(): QueryCompiler;
  createAdapter(): DialectAdapter;
  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector;
}

/**
 * A Kysely handle whose reads go to `run`. Executing a write instead of adding it to a batch is a defect (it would
 * commit alone, outside the group commit), so it throws.
 */
export function createKysely(parts: DialectParts, run: RunRead): Kysely<Schema> {
  const connection: DatabaseConnection = {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const kind = query.query.kind;
      if (kind !== 'SelectQueryNode' && kind !== 'RawNode') {
        throw new Error(`A write must be part of a batch (db.write), not executed: ${query.sql}`);
      }
      return { rows: (await timeDatabaseWork('read', () => run(query))) as R[] };
    },
    // biome-ignore lint/correctness/useYield: Kysely asks for a generator; reads are paged instead of streamed.
    async *streamQuery() {
      throw new Error('Reads are paged, not streamed: no read holds a snapshot across pages.');
    },
  };
  const unavailable = async () => {
    throw new Error('Interactive transactions do not exist here; use db.write.');
  };
  const dialect: Dialect = {
    createAdapter: () => parts.createAdapter(),
    createQueryCompiler: () => parts.createQueryCompiler(),
    createIntrospector: (db) => parts.createIntrospector(db as Kysely<unknown>),
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: unavailable,
      commitTransaction: unavailable,
      rollbackTransaction: unavailable,
      destroy: async () => {},
    }),
  };
  return new Kysely<Schema>({ dialect });
}
