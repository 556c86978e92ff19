import { readFile } from 'node:fs/promises';

/** The interval of checks in ms: a program that grows by 1 GB a second exceeds its limit by 100 MB. */
const EVERY_MS = 100;

/** Whether `watchMemory` can measure memory: Linux shows it under /proc. */
export const CAN_WATCH_MEMORY = process.platform === 'linux';

/**
 * Calls `exceeded` once when a process and its descendants together use more than `limit` bytes (resident; shared
 * memory counts for each). A limit on address space would stop programs that only reserve it, such as Node.js.
 */
export function watchMemory(pid: number | undefined, limit: number, exceeded: () => void): { stop(): void } {
  if (!CAN_WATCH_MEMORY || pid === undefined) return { stop() {} };
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  const look = async () => {
    const bytes = await memoryOf(pid);
    if (isStopped) return;
    if (bytes > limit) exceeded();
    else timer = setTimeout(look, EVERY_MS);
  };
  timer = setTimeout(look, EVERY_MS);
  return {
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}

/** In bytes; 0 for a process that has ended. */
async function memoryOf(pid: number): Promise<number> {
  const [status, children] = await Promise.all(
    [`/proc/${pid}/status`, `/proc/${pid}/task/${pid}/children`].map((file) =>
      readFile(file, 'utf8').catch(() => ''),
    ),
  );
  const kilobytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status ?? '')?.[1] ?? 0);
  const own = (children ?? '').split(' ').filter((id) => id !== '');
  const below = await Promise.all(own.map((id) => memoryOf(Number(id))));
  return below.reduce((sum, bytes) => sum + bytes, kilobytes * 1024);
}
