/** The parts of a CREATE TABLE that differ between the databases. */
export interface ColumnTypes {
  /** Identifiers and other text that is ordered or compared byte by byte. */
  key: string;
  text: string;
  /** Integers within ±(2⁵³−1). */
  int: string;
  real: string;
  bytes: string;
  /** After the closing parenthesis of a table. */
  tail: string;
}

/** One numbered step forward. Its statements run in one transaction; it is never changed once released. */
export interface Migration {
  number: number;
  name: string;
  /**
   * The oldest program that can run on a database with this migration, as the newest migration that it knows. Given by
   * a migration that only expands: new tables, new columns that are nullable or have a default, indexes that refuse
   * nothing. Left out where a program that does not know it cannot run beside it.
   */
  oldestProgram?: number;
  up(types: ColumnTypes): string[];
}

export const sqliteColumns: ColumnTypes = {
  key: 'text',
  text: 'text',
  int: 'integer',
  real: 'real',
  bytes: 'blob',
  tail: ' STRICT',
};

// COLLATE "C": identifiers and cursors must sort the same on every server, whatever its locale.
export const postgresColumns: ColumnTypes = {
  key: 'text COLLATE "C"',
  text: 'text',
  int: 'bigint',
  real: 'double precision',
  bytes: 'bytea',
  tail: '',
};
