import { mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sync } from '../db/copies/place-sqlite.ts';
import type { Environment } from '../db/copies/postgres-tools.ts';
import { contentsOfSqlite, copySqlite } from '../db/copies/sqlite-file.ts';
import { VERSION } from '../version.ts';
import { describeFile, MANIFEST, type Manifest } from './manifest.ts';

/** Which database: the one of the URL, else the file in the directory. */
export interface BackupPlace {
  dataDir: string;
  databaseUrl: string | undefined;
  /** In which PostgreSQL's tools are found. */
  env: Environment;
}

export interface Backup {
  path: string;
  manifest: Manifest;
}

const UNFINISHED = '.unfinished';
/** What a killed backup left is removed by a later one; none takes as long. */
const ABANDONED_MS = 24 * 3_600_000;

/**
 * Copies the database into a folder of its own below `into`, while the service writes to it. It has its name only once it
 * is whole and durable. Throws `DatabaseRefused` where there is nothing to copy, or nothing to copy it with.
 */
export async function takeBackup(place: BackupPlace, into: string): Promise<Backup> {
  mkdirSync(into, { recursive: true });
  removeAbandoned(into);
  const takenAt = new Date();
  const path = freeName(into, takenAt);
  const unfinished = `${path}${UNFINISHED}`;
  mkdirSync(unfinished);
  try {
    const manifest = await writeBackup(place, unfinished, takenAt);
    renameSync(unfinished, path);
    sync(into);
    return { path, manifest };
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    throw error;
  }
}

/** The whole backups below a folder, the oldest first. */
export function listBackups(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => /^touchstone-\d{8}T\d{6}Z(-\d+)?$/.test(name))
    .sort()
    .map((name) => join(folder, name));
}

async function writeBackup(place: BackupPlace, folder: string, takenAt: Date): Promise<Manifest> {
  const isSqlite = place.databaseUrl === undefined;
  const name = isSqlite ? 'touchstone.db' : 'touchstone.dump';
  const contents = await copyDatabase(place, join(folder, name));
  const manifest: Manifest = {
    format: 1,
    program: VERSION,
    database: isSqlite ? 'sqlite' : 'postgres',
    taken_at: takenAt.toISOString(),
    schema: contents.schema,
    oldest_program: contents.oldestProgram,
    tables: contents.tables,
    file: await describeFile(folder, name),
  };
  sync(join(folder, name));
  writeFileSync(join(folder, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`);
  sync(join(folder, MANIFEST));
  sync(folder);
  return manifest;
}

async function copyDatabase({ dataDir, databaseUrl, env }: BackupPlace, to: string) {
  if (databaseUrl === undefined) {
    await copySqlite(join(dataDir, 'touchstone.db'), to);
    return contentsOfSqlite(to);
  }
  // Its driver takes memory that the embedded database does without.
  const { dumpPostgres } = await import('../db/copies/postgres-dump.ts');
  return dumpPostgres(databaseUrl, to, env);
}

function freeName(into: string, takenAt: Date): string {
  const plain = join(into, `touchstone-${takenAt.toISOString().replace(/[-:]|\.\d+/g, '')}`);
  for (let n = 1; ; n++) {
    const name = n === 1 ? plain : `${plain}-${n}`;
    const isTaken = [name, `${name}${UNFINISHED}`].some((path) => statSync(path, { throwIfNoEntry: false }));
    if (!isTaken) return name;
  }
}

function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!/^touchstone-.*\.unfinished$/.test(name)) continue;
    if (Date.now() - statSync(path).mtimeMs > ABANDONED_MS) rmSync(path, { recursive: true, force: true });
  }
}
