import { rename, rm } from 'node:fs/promises';
import type { Log } from '../../kernel/log.ts';
import type { Database } from '../../platform/db/db.ts';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { backupTime, listBackups, UNFINISHED_SUFFIX } from './backup-folder.ts';
import { takeBackupInProcess } from './backup-process.ts';
import type { BackupPlace } from './take-backup.ts';

export interface BackupSchedule {
  place: BackupPlace;
  /** The folder of the backups, which all processes that take them share. */
  folder: string;
  everyMs: number;
  /** Number of complete backups to keep. */
  keep: number;
}

export interface BackupState {
  /** Time since the next backup was due; 0 if it is not due. */
  overdueSeconds: number;
  /** Failed attempts of this process since its last success. */
  failures: number;
}

interface BackupJobsOptions {
  db: Database;
  jobs: Jobs;
  log: Log;
  /** Null if this service takes no backups. */
  schedule: BackupSchedule | null;
}

const KIND = 'backup.take';
const LOOK_EVERY_MS = 60_000;
const AGAIN_AFTER_MS = 15 * 60_000;
const HEARTBEAT_MS = 10_000;

/**
 * Takes backups so often that the newest is never older than the schedule allows, by one job for all processes. The
 * folder shows when the last one was taken, so a restart, another process or a manual backup does not disturb the
 * schedule.
 */
export function defineBackupJobs({ db, jobs, log, schedule }: BackupJobsOptions) {
  const startedAt = Date.now();
  let failedAt = Number.NEGATIVE_INFINITY;
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;

  // Defined even if none are taken: a restored backup contains the job that made it, which would otherwise wait
  // forever.
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
    // A backup dated in the future is ignored: the clock was set back.
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
    /** Null if this process takes none. */
    state: (): BackupState | null =>
      schedule && { overdueSeconds: Math.max(0, overdueMs(schedule)) / 1000, failures },
  };
}

/** Renamed first, so that a partly deleted backup does not count as complete. */
async function remove(backup: string): Promise<void> {
  await rename(backup, `${backup}${UNFINISHED_SUFFIX}`);
  await rm(`${backup}${UNFINISHED_SUFFIX}`, { recursive: true, force: true });
}
