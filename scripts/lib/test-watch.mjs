import { Socket } from 'node:net';
import { after, afterEach, beforeEach } from 'node:test';
import { Worker } from 'node:worker_threads';

/** Beyond the limit of one test, which Node's runner keeps itself as long as the test waits and does not compute. */
const GRACE_MS = 30_000;

// Runs beside the tests, so that it also ends a test that never lets go of its thread. Where others take the processors,
// a test that computes has up to five times as long: its limit is one of processor time.
const WATCH = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { writeSync } = require('node:fs');
  let last = 'the files are loaded';
  let late;
  const listen = () => {
    clearTimeout(late);
    const before = process.cpuUsage();
    let times = 0;
    const look = () => {
      const { user, system } = process.cpuUsage(before);
      if (++times < 5 && (user + system) / 1000 < workerData) {
        late = setTimeout(look, workerData);
        return;
      }
      writeSync(2, 'Ended: for ' + (times * workerData) / 1000 + ' s nothing began or ended after ' + last + '\\n');
      process.kill(process.pid, 'SIGKILL');
    };
    late = setTimeout(look, workerData);
  };
  parentPort.on('message', (what) => {
    last = what;
    listen();
  });
  listen();`;

/**
 * Ends this process, saying where it was, when a test computes without end, which fails; and when something is left open
 * that keeps the process after its last test, which is said: Node's runner would wait for it forever.
 *
 * @param {number} oneTestMs the limit of one test
 * @param {number} [graceMs]
 */
export function watchTests(oneTestMs, graceMs = GRACE_MS) {
  const worker = new Worker(WATCH, { eval: true, workerData: oneTestMs + graceMs });
  worker.unref();
  beforeEach((test) => worker.postMessage(`the begin of: ${nameOf(test)}`));
  afterEach((test) => worker.postMessage(`the end of: ${nameOf(test)}`));
  after(() => {
    const left = setTimeout(() => {
      const open = [...process.getActiveResourcesInfo(), ...openSockets()].join(', ');
      console.error(`Ended: ${graceMs / 1000} s after the last test something was still open: ${open}`);
      // No test failed for it: those that began it have ended, and what is left is named above.
      process.exit(process.exitCode ?? 0);
    }, graceMs);
    left.unref();
  });
}

/** What is known of the sockets and pipes that are open. */
function openSockets() {
  // @ts-expect-error Not documented, and nothing documented tells them.
  const handles = /** @type {unknown[]} */ (process._getActiveHandles());
  return handles.flatMap((handle) =>
    handle instanceof Socket && handle !== process.stdout && handle !== process.stderr
      ? [`${handle.remoteAddress ?? 'pipe'} (${handle.bytesRead} bytes read, ${handle.bytesWritten} written)`]
      : [],
  );
}

/** @param {import('node:test').TestContext | import('node:test').SuiteContext} test */
function nameOf(test) {
  return 'fullName' in test ? test.fullName : 'a suite';
}
