import { bytes, plural } from '@touchstone/report/figures';
import type { Manifest } from '../../backups/backups.ts';

/** Describes a backup in one line. */
export function describeManifest({ database, program, schema, taken_at, tables, file }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, many) => sum + many, 0);
  const kind = database === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  return (
    `${kind}, taken ${taken_at} by Touchstone ${program}, schema ${schema}: ${plural(rows, 'row')} in ` +
    `${plural(Object.keys(tables).length, 'table')}, ${bytes(file.bytes)}.`
  );
}
