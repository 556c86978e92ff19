import { AppError, type FieldError, impossibleFields } from '../../../kernel/errors.ts';
import type { RowChanges, RowOperation } from './version-schemas.ts';

/** The changes at each row of a version, counted from 1. */
export interface PlannedChanges {
  at: ReadonlyMap<number, RowChange>;
  /** Rows to append, in order. */
  appended: readonly Record<string, unknown>[];
  counts: { added: number; edited: number; removed: number };
}

interface RowChange {
  before: Record<string, unknown>[];
  /** A merge patch; null removes the row; absent keeps it. */
  patch?: Record<string, unknown> | null;
}

const MOST_NAMED = 20;

/** Throws 422 for operations that contradict each other or name rows that do not exist, with the place of each. */
export function planChanges({ operations, version }: RowChanges, rowCount: number): PlannedChanges {
  const at = new Map<number, RowChange>();
  const appended: Record<string, unknown>[] = [];
  const errors: FieldError[] = [];
  const counts = { added: 0, edited: 0, removed: 0 };
  for (const [i, operation] of operations.entries()) {
    const problem = problemOf(operation, rowCount, version, at);
    if (problem !== null) {
      errors.push({ pointer: `/operations/${i}${problem.pointer}`, detail: problem.detail });
      continue;
    }
    const { op, row, fields = {} } = operation;
    if (row === undefined) appended.push(fields);
    else {
      const change = at.get(row) ?? { before: [] };
      at.set(row, change);
      if (op === 'add') change.before.push(fields);
      else change.patch = op === 'remove' ? null : fields;
    }
    counts[op === 'add' ? 'added' : op === 'edit' ? 'edited' : 'removed'] += 1;
  }
  if (errors.length > 0) throw impossibleFields('The rows cannot be changed', errors.slice(0, MOST_NAMED));
  if (rowCount + counts.added - counts.removed === 0)
    throw new AppError('impossible', 'The dataset would have no rows. Keep one, or delete the source.', {
      errors: [{ pointer: '/operations', detail: 'would remove every row' }],
    });
  return { at, appended, counts };
}

function problemOf(
  { op, row, fields }: RowOperation,
  rowCount: number,
  version: string | undefined,
  at: ReadonlyMap<number, RowChange>,
): FieldError | null {
  if (op === 'remove' && fields !== undefined)
    return { pointer: '/fields', detail: 'remove takes no fields' };
  if (op !== 'remove' && fields === undefined) return { pointer: '/fields', detail: `${op} needs fields` };
  if (row === undefined)
    return op === 'add' ? null : { pointer: '/row', detail: `${op} needs the number of a row` };
  if (version === undefined)
    return {
      pointer: '/row',
      detail: 'a row number needs the version it refers to: send version as GET …/rows returned it',
    };
  if (row > rowCount)
    return { pointer: '/row', detail: `there is no row ${row}: the dataset has ${rowCount}` };
  if (op !== 'add' && at.get(row)?.patch !== undefined)
    return { pointer: '/row', detail: `row ${row} is changed twice` };
  return null;
}
