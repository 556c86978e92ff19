/** The few words of a CREATE TABLE that differ between the databases. */
export interface ColumnWords {
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
  up(words: ColumnWords): string[];
}

export const sqliteWords: ColumnWords = {
  key: 'text',
  text: 'text',
  int: 'integer',
  real: 'real',
  bytes: 'blob',
  tail: ' STRICT',
};

// COLLATE "C": identifiers and cursors must sort the same on every server, whatever its locale.
export const postgresWords: ColumnWords = {
  key: 'text COLLATE "C"',
  text: 'text',
  int: 'bigint',
  real: 'double precision',
  bytes: 'bytea',
  tail: '',
};
