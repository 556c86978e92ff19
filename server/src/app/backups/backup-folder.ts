import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isGone } from '../../kernel/process-owner.ts';

export const UNFINISHED = '.unfinished';
/** Says whose an unfinished backup is. */
export const HOLDER = 'holder';
/** What a killed backup left is removed by a later one: at once where its process is seen to be dead. None takes as long. */
const ABANDONED_MS = 24 * 3_600_000;
const NAME = /^touchstone-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(-\d+)?$/;

/** The whole backups below a folder, the oldest first; none where there is no such folder. */
export function listBackups(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .sort(byTime)
    .map((name) => join(folder, name));
}

/** Several of one second have numbers. */
const byTime = (a: string, b: string) => a.localeCompare(b, 'en', { numeric: true });

/** Milliseconds since 1970, as the name of a backup says it. */
export function timeOfBackup(path: string): number {
  const [, year, month, day, hour, minute, second] = NAME.exec(basename(path)) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
}

/** The name of a backup of this moment, and of what it is called until it is whole. */
export function freeName(into: string, takenAt: Date): string {
  const plain = join(into, `touchstone-${takenAt.toISOString().replace(/[-:]|\.\d+/g, '')}`);
  for (let n = 1; ; n++) {
    const name = n === 1 ? plain : `${plain}-${n}`;
    const isTaken = [name, `${name}${UNFINISHED}`].some((path) => statSync(path, { throwIfNoEntry: false }));
    if (!isTaken) return name;
  }
}

/** What killed backups left. */
export function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    if (!/^touchstone-.*\.unfinished$/.test(name)) continue;
    const isOld = Date.now() - statSync(path).mtimeMs > ABANDONED_MS;
    if (isOld || isGone(holderOf(path))) rmSync(path, { recursive: true, force: true });
  }
}

function holderOf(unfinished: string): string {
  try {
    return readFileSync(join(unfinished, HOLDER), 'utf8');
  } catch {
    return '';
  }
}
