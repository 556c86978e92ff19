import type { Schemas } from '@touchstone/client';

export type Fields = Readonly<Record<string, unknown>>;

/** Changes of rows that are not saved. Row numbers are those of one version. */
export interface RowDrafts {
  /** The fields that are changed, by row. */
  edited: ReadonlyMap<number, Fields>;
  removed: ReadonlySet<number>;
  /** New rows, for the end. */
  added: readonly Fields[];
}

export const NO_DRAFTS: RowDrafts = { edited: new Map(), removed: new Set(), added: [] };

export const draftCount = ({ edited, removed, added }: RowDrafts) =>
  [...edited.keys()].filter((row) => !removed.has(row)).length + removed.size + added.length;

/** Changes a field of a stored row; back to what is stored where the value is the same. */
export function editField(
  drafts: RowDrafts,
  { row, fields }: Schemas['DatasetRow'],
  column: string,
  value: unknown,
): RowDrafts {
  const { [column]: _, ...others } = drafts.edited.get(row) ?? {};
  const isSame = JSON.stringify(value) === JSON.stringify(fields[column]);
  const changed = isSame ? others : { ...others, [column]: value };
  const edited = new Map(drafts.edited);
  if (Object.keys(changed).length === 0) edited.delete(row);
  else edited.set(row, changed);
  return { ...drafts, edited };
}

/** The key of a new row by its place; that of a stored row is its number. */
export const newKey = (place: number) => `new ${place}`;

export function editAdded(drafts: RowDrafts, key: string, column: string, value: unknown): RowDrafts {
  return {
    ...drafts,
    added: drafts.added.map((fields, i) => (newKey(i) === key ? { ...fields, [column]: value } : fields)),
  };
}

/** Removes rows by their keys. */
export function removeRows(drafts: RowDrafts, keys: ReadonlySet<string>): RowDrafts {
  const stored = [...keys].map(Number).filter(Number.isInteger);
  return {
    ...drafts,
    removed: new Set([...drafts.removed, ...stored]),
    added: drafts.added.filter((_, i) => !keys.has(newKey(i))),
  };
}

/** Keeps rows that were to be removed. */
export function restoreRows(drafts: RowDrafts, keys: ReadonlySet<string>): RowDrafts {
  return { ...drafts, removed: new Set([...drafts.removed].filter((row) => !keys.has(String(row)))) };
}

/** What the service is asked to do; all of it refers to the same version. */
export function toOperations({ edited, removed, added }: RowDrafts): Schemas['RowOperation'][] {
  return [
    ...[...edited].flatMap(([row, fields]) =>
      removed.has(row) ? [] : [{ op: 'edit' as const, row, fields }],
    ),
    ...[...removed].map((row) => ({ op: 'remove' as const, row })),
    ...added.map((fields) => ({ op: 'add' as const, fields })),
  ];
}

/**
 * What was typed into a cell as a value: text, or JSON where it held that. An empty cell takes what its column holds.
 * A sentence where it cannot be read.
 *
 * @param example a value of the column
 */
export function readCell(
  text: string,
  before: unknown,
  example: unknown,
): { value: unknown } | { problem: string } {
  const isEmpty = before === undefined || before === null;
  if (text === '') return { value: typeof before === 'string' ? '' : isEmpty ? before : null };
  const like = (isEmpty ? example : before) ?? '';
  if (typeof like === 'string') return { value: text };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'This cell holds JSON, such as 12, true or ["a"]. Put text in quotation marks.' };
  }
}
