/** The parts of a CREATE TABLE that differ between the databases. */
export interface ColumnTypes {
  /** Identifiers and other text that is ordered or compared byte by byte. */
  key: string;
  text: string;
  /** Integers within ±(2⁵³−1). */
  int: string;
  real: string;
  bytes: string;
  /** What follows the closing parenthesis of a table. */
  tail: string;
}

/** One numbered migration. Its statements run in one transaction; it is never changed once released. */
export interface Migration {
  number: number;
  name: string;
  /**
   * The oldest program that can run on a database with this migration, given as the number of the newest migration that
   * it knows. Only set by a migration that just expands: new tables, new columns that are nullable or have a default,
   * indexes that refuse nothing. Omitted if older programs cannot run beside it.
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
