import { after, afterEach, beforeEach } from 'node:test';
import { Worker } from 'node:worker_threads';

/** Beyond the limit of one test, which Node's runner keeps itself as long as the test waits and does not compute. */
const GRACE_MS = 30_000;

// Runs beside the tests, so that it also ends a test that never lets go of its thread.
const WATCH = `
  const { parentPort, workerData } = require('node:worker_threads');
  const { writeSync } = require('node:fs');
  let last = 'the files are loaded';
  let late;
  const listen = () => {
    clearTimeout(late);
    late = setTimeout(() => {
      writeSync(2, 'Ended: for ' + workerData / 1000 + ' s nothing began or ended after ' + last + '\\n');
      process.kill(process.pid, 'SIGKILL');
    }, workerData);
  };
  parentPort.on('message', (what) => {
    last = what;
    listen();
  });
  listen();`;

/**
 * Ends this process, saying where it was, when a test computes without end, or when something is left open that keeps
 * the process after its last test: Node's runner would wait for it forever.
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
      const open = process.getActiveResourcesInfo().join(', ');
      console.error(`Ended: ${graceMs / 1000} s after the last test something was still open: ${open}`);
      process.exit(1);
    }, graceMs);
    left.unref();
  });
}

/** @param {import('node:test').TestContext | import('node:test').SuiteContext} test */
function nameOf(test) {
  return 'fullName' in test ? test.fullName : 'a suite';
}
