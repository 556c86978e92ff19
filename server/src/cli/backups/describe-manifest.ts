import type { Manifest } from '../../backups/backups.ts';

/** One line on what a backup is. */
export function describeManifest({ database, program, schema, taken_at, tables, file }: Manifest): string {
  const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
  const kind = database === 'sqlite' ? 'SQLite' : 'PostgreSQL';
  return (
    `${kind}, taken ${taken_at} by Touchstone ${program}, schema ${schema}: ${rows.toLocaleString('en')} rows in ` +
    `${Object.keys(tables).length} tables, ${(file.bytes / 1e6).toFixed(1)} MB.`
  );
}
