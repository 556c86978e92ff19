import { DatabaseRefused } from '../refused.ts';
import type { Migration } from './migration.ts';
import { migrations } from './migrations.ts';

/**
 * The migrations still to be applied, given the numbers of those that were. Throws `DatabaseRefused` when
 * the database knows one that this program does not.
 */
export function pendingMigrations(applied: readonly number[]): readonly Migration[] {
  const newest = migrations.at(-1)?.number ?? 0;
  const ahead = applied.filter((number) => number > newest);
  if (ahead.length > 0) {
    throw new DatabaseRefused(
      `The database was written by a newer Touchstone (its schema is at ${Math.max(...ahead)}, this program knows ${newest}). ` +
        'Start that version or a newer one, or point DATA_DIR or DATABASE_URL at another database.',
    );
  }
  return migrations.filter(({ number }) => !applied.includes(number));
}
