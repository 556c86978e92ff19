import { fork } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import type { BackupAnswer, BackupRequest } from './backup-child.ts';
import { BackupRefused } from './backup-refused.ts';
import type { Backup } from './take-backup.ts';

const ENTRY = new URL('./backup-child.ts', import.meta.url);
/** Time for ending pg_dump and removing files before the process is killed. */
const GRACE_MS = 5000;

/**
 * Takes a backup and verifies it, in a process of its own: reading all pages of a file would hold the service. Throws
 * `BackupRefused` with what went wrong, and the reason of the signal.
 */
export async function takeBackupInProcess(request: BackupRequest, signal: AbortSignal): Promise<Backup> {
  signal.throwIfAborted();
  const child = fork(ENTRY, {
    env: request.place.env,
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  // From the first moment: a process that cannot be started says so by an event, which would end this one unheard. Not its
  // event 'close', which Node does not emit where this side disconnects.
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
