import { randomUUID } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';

/**
 * The name under which a process holds its leases: where its process id means something, that id, and a random part
 * that tells it from every other owner.
 */
export function newOwner(): string {
  return [placeOfProcess(), process.pid, randomUUID()].join('/');
}

/**
 * Whether this owner's process is known to have ended: it had its id where ours has, and no process has that id now.
 * One on another machine or in another container is never known to be gone; its lease ends by itself.
 */
export function isGone(owner: string): boolean {
  const [place, pid] = owner.split('/');
  if (place !== placeOfProcess() || !Number.isInteger(Number(pid))) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
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
