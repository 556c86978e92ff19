import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Contents, differencesOf } from '../../platform/db/copies/contents.ts';
import type { Environment } from '../../platform/db/copies/postgres-tools.ts';
import { contentsOfSqlite, faultsOfSqlite, lostWritesOf } from '../../platform/db/copies/sqlite-file.ts';
import { contentsOfManifest, faultOfFile, type Manifest, readManifest } from './manifest.ts';
import type { BackupPlace } from './take-backup.ts';

export interface Verified {
  contents: Contents;
  /** Sentences; empty where nothing is wrong. */
  faults: string[];
  /** What is as it may be, and worth to know. */
  remarks: string[];
}

/** Reads all of a backup and compares it with its manifest. Throws `BackupRefused` where it is none. */
export async function verifyBackup(
  folder: string,
  env: Environment,
): Promise<Verified & { manifest: Manifest }> {
  const manifest = readManifest(folder);
  const contents = contentsOfManifest(manifest);
  const changed = await faultOfFile(folder, manifest);
  if (changed !== null) return { manifest, contents, faults: [changed], remarks: [] };
  const path = join(folder, manifest.file.name);
  if (manifest.database === 'sqlite') {
    const damage = faultsOfSqlite(path);
    const faults = damage.length > 0 ? damage : differencesOf(contents, contentsOfSqlite(path));
    return { manifest, contents, faults, remarks: [] };
  }
  const { contentsOfDump } = await import('../../platform/db/copies/postgres-dump.ts');
  return {
    manifest,
    contents,
    faults: differencesOf(contents, await contentsOfDump(path, env)),
    remarks: [],
  };
}

/** Checks the data that a service has, also while it runs. */
export async function verifyData({ dataDir, databaseUrl }: BackupPlace): Promise<Verified> {
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
  const lost = lostWritesOf(path);
  const damage = faultsOfSqlite(path);
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
    contents: contentsOfSqlite(path),
    faults: [...lost, ...said.filter(({ kind }) => !isOrdinary(kind)).map(({ text }) => text)],
    remarks: said.filter(({ kind }) => isOrdinary(kind)).map(({ text }) => text),
  };
}
