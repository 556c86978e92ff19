import { rename, rm } from 'node:fs/promises';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../platform/db/db.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { backupTime, listBackups, UNFINISHED_SUFFIX } from './backup-folder.ts';
import { takeBackupInProcess } from './backup-process.ts';
import type { BackupPlace } from './take-backup.ts';

export interface BackupSchedule {
  place: BackupPlace;
  /** Where the backups are; all processes that take them have the same one. */
  folder: string;
  everyMs: number;
  /** How many whole ones stay. */
  keep: number;
}

export interface BackupState {
  /** For how long the next backup has been due. */
  overdueSeconds: number;
  /** Attempts of this process that failed since its last one that did not. */
  failures: number;
}

interface BackupJobsOptions {
  db: Database;
  jobs: Jobs;
  log: Log;
  /** Null: backups are somebody else's. */
  schedule: BackupSchedule | null;
}

const KIND = 'backup.take';
const LOOK_EVERY_MS = 60_000;
const AGAIN_AFTER_MS = 15 * 60_000;
const HEARTBEAT_MS = 10_000;

/**
 * Takes backups so often that the newest is never older than the schedule says: one job for all processes. The folder
 * itself says when the last one was taken, so a start, another process or a backup by hand changes nothing of that.
 */
export function defineBackupJobs({ db, jobs, log, schedule }: BackupJobsOptions) {
  const startedAt = Date.now();
  let failedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  // Also where none are taken: a backup holds the job that made it, which would wait there for ever.
  jobs.define<null>(KIND, {
    async run(_, { signal, heartbeat }) {
      if (schedule === null || overdueMs(schedule) < 0 || isTooSoon()) return;
      const beat = setInterval(heartbeat, HEARTBEAT_MS);
      try {
        await take(schedule, signal);
      } catch (err) {
        signal.throwIfAborted();
        failedAt = Date.now();
        failures++;
        log.error(
          { err, folder: schedule.folder },
          'the scheduled backup failed; it is tried again in 15 minutes',
        );
      } finally {
        clearInterval(beat);
      }
    },
  });

  async function take({ place, folder, keep }: BackupSchedule, signal: AbortSignal): Promise<void> {
    const { path, manifest } = await takeBackupInProcess({ place, into: folder }, signal);
    failures = 0;
    log.info({ path, bytes: manifest.file.bytes }, 'a backup was taken and verified');
    for (const old of listBackups(folder).slice(0, -keep)) await remove(old);
  }

  const isTooSoon = () => Date.now() - failedAt < AGAIN_AFTER_MS;

  function overdueMs({ folder, everyMs }: BackupSchedule): number {
    const now = Date.now();
    // One of the future says nothing of when the last one was taken: the clock was set back.
    const times = listBackups(folder)
      .map(backupTime)
      .filter((time) => time <= now);
    return times.length === 0 ? now - startedAt : now - Math.max(...times) - everyMs;
  }

  async function look(on: BackupSchedule): Promise<void> {
    if (overdueMs(on) < 0 || isTooSoon()) return;
    await db.write((batch) =>
      jobs.enqueue(batch, { kind: KIND, workspaceId: null, key: KIND, payload: null }),
    );
  }

  return {
    start(): void {
      if (schedule === null) return;
      const lookLogged = () =>
        look(schedule).catch((err) => log.warn({ err }, 'the scheduled backup could not be queued'));
      timer = setInterval(lookLogged, LOOK_EVERY_MS);
      void lookLogged();
    },
    stop: (): void => clearInterval(timer),
    /** Null where this process takes none. */
    state: (): BackupState | null =>
      schedule && { overdueSeconds: Math.max(0, overdueMs(schedule)) / 1000, failures },
  };
}

/** Renamed first, so that a partly deleted backup is not taken for a whole one. */
async function remove(backup: string): Promise<void> {
  await rename(backup, `${backup}${UNFINISHED_SUFFIX}`);
  await rm(`${backup}${UNFINISHED_SUFFIX}`, { recursive: true, force: true });
}
