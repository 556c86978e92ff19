import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * The name under which a process holds its leases: where its process id means something, that id, when it started, and
 * a random part that tells it from every other owner.
 */
export function newProcessOwner(): string {
  return [placeOfProcess(), process.pid, readProcessStat(process.pid)?.started ?? '', randomUUID()].join('/');
}

/**
 * Whether this owner's process is known to have ended: it had its id where ours has, and no process has that id now, or
 * one that started at another time, or what is left of one that was killed. One on another machine or in another
 * container is never known to be gone; its lease ends by itself.
 */
export function isOwnerProcessGone(owner: string): boolean {
  const [place, id, started] = owner.split('/');
  const pid = Number(id);
  if (place !== placeOfProcess() || !Number.isInteger(pid)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: it is there, under another user.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
  }
  const stat = readProcessStat(pid);
  // Some systems hide the processes of others.
  if (stat === null) return false;
  return stat.isEnded || (started !== undefined && /^\d+$/.test(started) && started !== stat.started);
}

/** What Linux says of a process: whether only its entry is left, and the clock ticks from the boot to its start. */
function readProcessStat(pid: number): { isEnded: boolean; started: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may hold anything, brackets too; proc_pid_stat(5): state is field 3, starttime field 22.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { isEnded: /^[ZXx]$/.test(fields[0] ?? ''), started: fields[19] ?? '' };
  } catch {
    return null;
  }
}

/**
 * Equal for two processes only when they see the same process ids: on Linux the boot of the machine and the namespace
 * of ids. A host's name would not do, for containers may share it. Elsewhere it is equal for no two calls.
 */
function placeOfProcess(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}:${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return randomUUID();
  }
}
