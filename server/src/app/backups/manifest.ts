import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';
import type { Contents } from '../../platform/db/copies/contents.ts';
import { BackupRefused } from './backup-refused.ts';

/** Written last: a folder or archive without it is incomplete. */
export const MANIFEST_FILE = 'manifest.json';

const manifestSchema = Type.Object({
  format: Type.Literal(1),
  /** The version of the program that took the backup. */
  program: Type.String(),
  database: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
  /** The time of the data, ISO 8601. */
  taken_at: Type.String(),
  schema: Type.Integer(),
  oldest_program: Type.Integer(),
  /** Number of rows by table. */
  tables: Type.Record(Type.String(), Type.Integer()),
  file: Type.Object({
    name: Type.String({ pattern: '^[\\w.-]+$' }),
    bytes: Type.Integer(),
    sha256: Type.String(),
  }),
});

export type Manifest = Static<typeof manifestSchema>;

/** Throws `BackupRefused` for a folder without a complete backup. */
export function readManifest(folder: string): Manifest {
  const path = join(folder, MANIFEST_FILE);
  if (!existsSync(path)) {
    throw new BackupRefused(
      `${folder} is not a complete backup: it has no ${MANIFEST_FILE}, which is written last. The backup was interrupted; take another one.`,
    );
  }
  try {
    const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (Value.Check(manifestSchema, manifest)) return manifest;
  } catch {
    // The error is thrown below.
  }
  throw new BackupRefused(
    `${path} cannot be read: it was truncated, changed, or written by a newer Touchstone.`,
  );
}

export const manifestContents = ({ schema, oldest_program, tables }: Manifest): Contents => ({
  schema,
  oldestProgram: oldest_program,
  tables,
});

export async function describeFile(folder: string, name: string): Promise<Manifest['file']> {
  const path = join(folder, name);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) hash.update(chunk);
  return { name, bytes: statSync(path).size, sha256: hash.digest('hex') };
}

/** The difference between the file and the manifest; null if there is none. */
export async function findFileFault(folder: string, { file }: Manifest): Promise<string | null> {
  const bytes = statSync(join(folder, file.name), { throwIfNoEntry: false })?.size;
  if (bytes === undefined) return `${file.name} is missing.`;
  if (bytes !== file.bytes)
    return `${file.name} has ${bytes} bytes instead of ${file.bytes}: it was truncated or changed.`;
  const { sha256 } = await describeFile(folder, file.name);
  return sha256 === file.sha256
    ? null
    : `${file.name} was changed: its SHA-256 is ${sha256}, not ${file.sha256}.`;
}
