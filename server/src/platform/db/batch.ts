import type { Compilable, Kysely } from 'kysely';
import type { Batch, Capabilities, Expectation, Slot } from './contract.ts';
import type { Schema } from './schema.ts';

/** A compiled statement to be sent to the database. */
export interface Statement {
  sql: string;
  parameters: readonly unknown[];
  orElse: string | undefined;
  onDuplicate: string | undefined;
}

/** What one statement returned or changed. */
export interface StatementResult {
  rows: unknown[];
  changed: number;
}

/** Collects the statements of one batch. After the commit, `fill` fills their slots and runs the callbacks. */
export function collectBatch(
  query: Kysely<Schema>,
  capabilities: Capabilities,
  build: (batch: Batch) => void,
): { statements: Statement[]; fill: (results: readonly StatementResult[]) => void } {
  const statements: Statement[] = [];
  const slots: Slot<unknown>[] = [];
  const afterwards: (() => void)[] = [];
  build({
    query,
    capabilities,
    add<O>(statement: Compilable<O>, expectation: Expectation = {}): Slot<O> {
      const { sql, parameters } = statement.compile();
      statements.push({ sql, parameters, orElse: expectation.orElse, onDuplicate: expectation.onDuplicate });
      const slot: Slot<O> = { rows: [], changed: 0 };
      slots.push(slot);
      return slot;
    },
    afterCommit(run) {
      afterwards.push(run);
    },
  });
  return {
    statements,
    fill(results) {
      for (const [i, result] of results.entries()) Object.assign(slots[i] as Slot<unknown>, result);
      for (const run of afterwards) run();
    },
  };
}

/** Writes the row that shows whether the database is writable. */
export function writeHealth(batch: Batch): void {
  const row = { id: 1, written_at: Date.now() };
  batch.add(
    batch.query
      .insertInto('health')
      .values(row)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row)),
  );
}
