import { setPriority } from 'node:os';
import { BackupRefused } from './backup-refused.ts';
import { type Backup, type BackupPlace, takeBackup } from './take-backup.ts';
import { verifyBackup } from './verify.ts';

export interface BackupRequest {
  place: BackupPlace;
  into: string;
}
export type BackupAnswer = Backup | { failure: string };

/** Entry of the process that takes a scheduled backup; see `backup-process.ts`. */
const stopping = new AbortController();
// If the service ends first, the backup would not be recorded, so it is aborted.
process.once('disconnect', () => stopping.abort());
process.once('message', async ({ place, into }: BackupRequest) => {
  const answer = await take(place, into);
  if (process.connected) process.send?.(answer, () => process.disconnect?.());
});

async function take(place: BackupRequest['place'], into: string): Promise<BackupAnswer> {
  try {
    // Lower priority than the service's requests.
    setPriority(10);
    return await takeBackup(place, into, {
      signal: stopping.signal,
      async check(folder) {
        const { faults } = await verifyBackup(folder, place.env);
        if (faults.length > 0) throw new BackupRefused(`The backup is damaged. ${faults.join(' ')}`);
      },
    });
  } catch (error) {
    return { failure: error instanceof Error ? error.message : String(error) };
  }
}
