import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isOwnerProcessGone } from '../../kernel/process-owner.ts';

export const UNFINISHED_SUFFIX = '.unfinished';
/** The file that names the process of an unfinished backup. */
export const HOLDER_FILE = 'holder';
/** Age after which a backup left by a killed process is removed; at once if its process is known to have exited. */
const ABANDONED_MS = 24 * 3_600_000;
const NAME = /^touchstone-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-\d+)?$/;

/** The complete backups below a folder, oldest first; empty if the folder does not exist. */
export function listBackups(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort(byTime)
    .map((name) => join(folder, name));
}

/** Backups of the same second have numbers. */
const byTime = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });

/** The time in a backup's name, in ms since 1970. */
export function backupTime(path: string): number {
  const [, year, month, day, hour, minute, second] = NAME.exec(basename(path)) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** The final and the temporary name of a backup taken now. */
export function freeBackupName(into: string, takenAt: Date): string {
  const plain = join(into, `touchstone-${takenAt.toISOString().replace(/[-:]|\.\d+/g, '')}`);
  for (let n = 1; ; n++) {
    const name = n === 1 ? plain : `${plain}-${n}`;
    const isTaken = [name, `${name}${UNFINISHED_SUFFIX}`].some((path) =>
      statSync(path, { throwIfNoEntry: false }),
    );
    if (!isTaken) return name;
  }
}

/** Removes backups left by killed processes. */
export function removeAbandonedBackups(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!/^touchstone-.*\.unfinished$/.test(name)) continue;
    const isOld = Date.now() - statSync(path).mtimeMs > ABANDONED_MS;
    if (isOld || isOwnerProcessGone(holderOf(path))) rmSync(path, { recursive: true, force: true });
  }
}

function holderOf(unfinished: string): string {
  try {
    return readFileSync(join(unfinished, HOLDER_FILE), 'utf8');
  } catch {
    return '';
  }
}
