import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Imported before a program: writes each turn of its main loop that took more than `SHOWN_MS` of the thread's processor
 * time, one a line, to the file that TURN_METER names. Processor time, so that a busy machine makes no turn long.
 */
const SHOWN_MS = 5;

const file = process.env.TURN_METER;
if (isMainThread && file !== undefined) {
  const now = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = now();
  // Between two timers of a millisecond the loop turns once.
  setInterval(() => {
    const at = now();
    if (at - last > SHOWN_MS) appendFileSync(file, `${(at - last).toFixed(1)}\n`);
    last = now();
  }, 1).unref();
}
