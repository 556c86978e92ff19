import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { BackupAnswer, BackupRequest } from './backup-child.ts';
import { BackupRefused } from './backup-refused.ts';
import type { Backup } from './take-backup.ts';

const ENTRY = new URL('./backup-child.ts', import.meta.url);
/** Time to end pg_dump and remove files before the process is killed. */
const GRACE_MS = 5000;

/**
 * Takes and verifies a backup in its own process, because reading all pages of a file would block the service. Throws
 * `BackupRefused` with the reason, or the reason of the signal.
 */
export async function takeBackupInProcess(request: BackupRequest, signal: AbortSignal): Promise<Backup> {
  signal.throwIfAborted();
  const child = fork(ENTRY, {
    env: request.place.env,
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // Listens from the start, because a process that cannot be started emits an event that would otherwise end this
  // one. It does not use the event 'close', which Node does not emit if this side disconnects.
  const ended = Promise.all([
    once(child, 'exit'),
    once(child, 'disconnect'),
    once(child.stderr as Readable, 'close'),
  ]);
  ended.catch(() => {});
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000);
  });
  let answer: BackupAnswer | undefined;
  child.once('message', (message) => {
    answer = message as BackupAnswer;
  });
  let killing: NodeJS.Timeout | undefined;
  const stop = () => {
    if (child.connected) child.disconnect();
    killing = setTimeout(() => child.kill('SIGKILL'), GRACE_MS);
  };
  signal.addEventListener('abort', stop);
  try {
    if (child.pid !== undefined) child.send(request);
    const [[code, killedBy]] = await ended;
    signal.throwIfAborted();
    if (answer === undefined)
      throw new BackupRefused(`Its process ended (${killedBy ?? code}). ${said.trim()}`.trim());
    if ('failure' in answer) throw new BackupRefused(answer.failure);
    return answer;
  } finally {
    signal.removeEventListener('abort', stop);
    clearTimeout(killing);
  }
}
