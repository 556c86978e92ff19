import { cpus, loadavg } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

/** What reading took while something else was going on. */
export interface GetLatency {
  asked: number;
  p50: number;
  p99: number;
  most: number;
  /** The longest that the thread that asks was not run itself: where the machine stands still, `most` has that too. */
  stoodStill: number;
}

/**
 * The longest that a GET may take while something goes on that must not hold it: a second, and in proportion more where
 * more programs want to run than there are processors.
 */
export const longestGetMs = (): number => 1000 * Math.max(1, (loadavg()[0] ?? 0) / cpus().length);

const PAUSE_MS = 10;

/** Asks one address after another, over and over, from a thread of its own, until `stop`; milliseconds. */
export function measureGets(urls: readonly string[]): { stop(): Promise<GetLatency> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: urls });
  const result = new Promise<GetLatency>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  return {
    async stop() {
      worker.postMessage('stop');
      return result;
    },
  };
}

async function ask(urls: readonly string[]): Promise<void> {
  const taken: number[] = [];
  let on = true;
  let ran = performance.now();
  let stoodStill = 0;
  const running = setInterval(() => {
    const now = performance.now();
    stoodStill = Math.max(stoodStill, now - ran - PAUSE_MS);
    ran = now;
  }, PAUSE_MS);
  parentPort?.once('message', () => {
    on = false;
  });
  while (on) {
    const started = performance.now();
    const response = await fetch(urls[taken.length % urls.length] ?? '');
    await response.arrayBuffer();
    taken.push(performance.now() - started);
    if (!response.ok) throw new Error(`GET was answered ${response.status}`);
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  clearInterval(running);
  taken.sort((a, b) => a - b);
  const at = (share: number) => taken[Math.min(taken.length - 1, Math.floor(taken.length * share))] ?? 0;
  const latency = { asked: taken.length, p50: at(0.5), p99: at(0.99), most: at(1), stoodStill };
  parentPort?.postMessage(latency satisfies GetLatency);
}

if (!isMainThread) await ask(workerData as string[]);
