import { hash } from 'node:crypto';

export type ColumnValue = null | number | string | Uint8Array;

/**
 * A checksum of the rows of a table that ignores their order: tables with the same sum and number of rows have the same
 * rows.
 */
export class RowSum {
  rows = 0;
  #sum = 0n;

  /** Adds a row; `values` are in the order of the column names. */
  add(values: readonly ColumnValue[]): void {
    this.rows++;
    const digest = hash('sha256', values.map(writeValue).join(''), 'hex');
    this.#sum = (this.#sum + BigInt(`0x${digest.slice(0, 32)}`)) & MASK;
  }

  equals(other: RowSum): boolean {
    return this.rows === other.rows && this.#sum === other.#sum;
  }
}

const MASK = (1n << 128n) - 1n;

/** Each value is preceded by its length, so that different rows are never encoded alike. */
function writeValue(value: ColumnValue): string {
  if (value === null) return 'z';
  if (typeof value === 'number') return `n${value};`;
  if (typeof value === 'string') return `s${value.length}:${value}`;
  return `b${value.length}:${hash('sha256', value, 'hex')}`;
}
