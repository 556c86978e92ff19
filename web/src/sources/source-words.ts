import { bytes, count } from '@touchstone/report/figures';
import type { Source } from '../api/api.ts';

const STAGES: Readonly<Record<NonNullable<Source['stage']>['name'], string>> = {
  read: 'starting',
  fetch: 'fetching',
  parse: 'extracting text',
  write: 'storing chunks',
  index: 'indexing',
};

/** Where reading is: `fetching, 3 of 12 files`. */
export function stageWords({ stage }: Source): string | undefined {
  if (!stage) return undefined;
  const { name, done, total, unit } = stage;
  if (done === 0 && total === 0) return STAGES[name];
  const said = (value: number) => (unit === 'bytes' ? bytes(value) : count(value));
  const units = unit === 'bytes' ? '' : ` ${unit ?? 'chunks'}`;
  return `${STAGES[name]}, ${said(done)}${total > 0 ? ` of ${said(total)}` : ''}${units}`;
}

/** Whether nothing of it can be found yet; what is read again stays found. */
export function isUnread({ status, indexed_at }: Source): boolean {
  return (status === 'pending' || status === 'processing') && indexed_at === undefined;
}
