import { hash } from 'node:crypto';

export type ColumnValue = null | number | string | Uint8Array;

/**
 * Adds up the rows of a table so that their order does not matter: what has the same sum and number of rows holds the
 * same rows.
 */
export class RowSum {
  rows = 0;
  #sum = 0n;

  /** `values` in the order of the table's columns by name. */
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

/** With its length before it, so that no two rows are written alike. */
function writeValue(value: ColumnValue): string {
  if (value === null) return 'z';
  if (typeof value === 'number') return `n${value};`;
  if (typeof value === 'string') return `s${value.length}:${value}`;
  return `b${value.length}:${hash('sha256', value, 'hex')}`;
}
