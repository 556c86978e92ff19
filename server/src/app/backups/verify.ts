import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Contents, describeDifferences } from '../../platform/db/copies/contents.ts';
import type { Environment } from '../../platform/db/copies/postgres-tools.ts';
import {
  describeLostWrites,
  readSqliteContents,
  sqliteFaults,
} from '../../platform/db/copies/sqlite-file.ts';
import { findFileFault, type Manifest, manifestContents, readManifest } from './manifest.ts';
import type { BackupPlace } from './take-backup.ts';

export interface VerifyResult {
  contents: Contents;
  /** Faults as sentences; empty if there are none. */
  faults: string[];
  /** Acceptable findings worth knowing. */
  remarks: string[];
}

/** Reads a whole backup and compares it with its manifest. Throws `BackupRefused` if it is no backup. */
export async function verifyBackup(
  folder: string,
  env: Environment,
): Promise<VerifyResult & { manifest: Manifest }> {
  const manifest = readManifest(folder);
  const contents = manifestContents(manifest);
  const changed = await findFileFault(folder, manifest);
  if (changed !== null) return { manifest, contents, faults: [changed], remarks: [] };
  const path = join(folder, manifest.file.name);
  if (manifest.database === 'sqlite') {
    const damage = sqliteFaults(path);
    const faults = damage.length > 0 ? damage : describeDifferences(contents, readSqliteContents(path));
    return { manifest, contents, faults, remarks: [] };
  }
  const { readDumpContents: contentsOfDump } = await import('../../platform/db/copies/postgres-dump.ts');
  return {
    manifest,
    contents,
    faults: describeDifferences(contents, await contentsOfDump(path, env)),
    remarks: [],
  };
}

/** Verifies the data of a service, even while it runs. */
export async function verifyData({ dataDir, databaseUrl }: BackupPlace): Promise<VerifyResult> {
  if (databaseUrl !== undefined) {
    const { inspectPostgres } = await import('../../platform/db/copies/postgres-dump.ts');
    return { ...(await inspectPostgres(databaseUrl)), remarks: [] };
  }
  const path = join(dataDir, 'touchstone.db');
  if (!existsSync(path))
    return {
      contents: { schema: 0, oldestProgram: 0, tables: {} },
      faults: [`There is no database ${path}.`],
      remarks: [],
    };
  const lost = describeLostWrites(path);
  const damage = sqliteFaults(path);
  if (damage.length > 0)
    return {
      contents: { schema: 0, oldestProgram: 0, tables: {} },
      faults: [...lost, ...damage],
      remarks: [],
    };
  const { checkIndex } = await import('../../knowledge/search/search.ts');
  const { differences } = checkIndex(dataDir);
  const said = differences.map(({ workspaceId, kind, detail }) => ({
    kind,
    text: `The search index of workspace ${workspaceId}: ${kind.replaceAll('_', ' ')}, ${detail}.`,
  }));
  const isOrdinary = (kind: string) => kind === 'behind' || kind === 'purge_waits';
  return {
    contents: readSqliteContents(path),
    faults: [...lost, ...said.filter(({ kind }) => !isOrdinary(kind)).map(({ text }) => text)],
    remarks: said.filter(({ kind }) => isOrdinary(kind)).map(({ text }) => text),
  };
}
