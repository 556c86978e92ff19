import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * The name under which a process holds its leases: the scope of its process id (if known), the id, its start time, and
 * a random part that distinguishes it from every other owner.
 */
export function newProcessOwner(): string {
  return [placeOfProcess(), process.pid, readProcessStat(process.pid)?.started ?? '', randomUUID()].join('/');
}

/**
 * Whether this owner's process is known to have ended: its id belongs to the same scope as ours, and no process has
 * that id now, or one with another start time, or only a zombie remains. A process on another machine or in another
 * container is never known to be gone; its lease expires.
 */
export function isOwnerProcessGone(owner: string): boolean {
  const [place, id, started] = owner.split('/');
  const pid = Number(id);
  if (place !== placeOfProcess() || !Number.isInteger(pid)) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    // EPERM: the process exists under another user.
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return true;
  }
  const stat = readProcessStat(pid);
  // Some systems hide other processes.
  if (stat === null) return false;
  return stat.isEnded || (started !== undefined && /^\d+$/.test(started) && started !== stat.started);
}

/** What Linux reports about a process: whether it is a zombie, and its start time in clock ticks since boot. */
function readProcessStat(pid: number): { isEnded: boolean; started: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before it may contain anything, also brackets; proc_pid_stat(5): state is field 3, starttime field 22.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { isEnded: /^[ZXx]$/.test(fields[0] ?? ''), started: fields[19] ?? '' };
  } catch {
    return null;
  }
}

/**
 * Equal for two processes only if they see the same process ids: on Linux, the boot id and the namespace of process
 * ids. The host name is not enough, because containers may share it. On other systems no two calls are equal.
 */
function placeOfProcess(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot}:${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return randomUUID();
  }
}
