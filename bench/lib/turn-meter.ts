import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/**
 * Imported before a program: writes each turn of its main loop that took more than `SHOWN_MS` of the thread's processor
 * time to the file TURN_METER, one per line. Processor time is not affected by a busy machine.
 */
const SHOWN_MS = 5;

const file = process.env.TURN_METER;
if (isMainThread && file !== undefined) {
  const now = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let last = now();
  // The loop turns once between two timers of a millisecond.
  setInterval(() => {
    const at = now();
    if (at - last > SHOWN_MS) appendFileSync(file, `${(at - last).toFixed(1)}\n`);
    last = now();
  }, 1).unref();
}
