/**
 * The table of samples in the console, in a real Chromium, over a large evaluation: how long any position takes after a
 * drag of the scrollbar until its questions are there, whether scrolling on has tasks that hold up the page, and what
 * the page's heap comes to.
 *
 *   node bench/console-samples.ts [units] [candidates]   (default 1,000,000 and 5)
 */
import { cpus, loadavg } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { ensureConsole } from '../scripts/lib/build-console.mjs';
import { CHROMIUM_FLAGS, findChromium, NO_CHROMIUM } from '../server/test/support/chromium.ts';
import { startServe, temporaryFolder } from '../server/test/support/cli-process.ts';
import { mb } from '../server/test/support/service-calls.ts';
import { makeLargeEvaluation } from './lib/large-evaluation.ts';

const UNITS = Number(process.argv[2] ?? 1_000_000);
const CANDIDATES = Number(process.argv[3] ?? 5);
const DRAGS = 40;
const WHEELS = 400;
const LONG_TASK_MS = 100;

/** Runs in the page: moves the scrollbar to a share and waits until a frame shows the questions of that place. */
const DRAG = `async (share) => {
  const frame = document.querySelector('.item-matrix');
  const firstRow = () => document.querySelector('.matrix-rows [role=row]')?.id;
  const [box, before, first, began] = [frame.getBoundingClientRect(), frame.scrollTop, firstRow(), performance.now()];
  frame.scrollTop = share * (frame.scrollHeight - frame.clientHeight);
  const isMoved = Math.abs(frame.scrollTop - before) > frame.clientHeight;
  for (;;) {
    await new Promise(requestAnimationFrame);
    const isThere = [0.25, 0.6, 0.95].every((at) =>
      document.elementFromPoint(box.left + 300, box.top + at * box.height)
        ?.closest('.matrix-rows [role=row]')?.querySelector('.prompt')?.textContent);
    if (isThere && (!isMoved || firstRow() !== first)) return performance.now() - began;
    if (performance.now() - began > 30000) throw new Error('Nothing at ' + share);
  }
}`;
/** Runs in the page: notes tasks of 50 ms and more from here on, and holds it up once to show that they are. */
const WATCH_TASKS = `async () => {
  window.longTasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.longTasks.push(duration);
  }).observe({ type: 'longtask' });
  await new Promise((resolve) => setTimeout(() => {
    for (const began = performance.now(); performance.now() - began < 150; );
    resolve();
  }));
  await new Promise((resolve) => setTimeout(resolve, 300));
  if (!window.longTasks.some((ms) => ms >= 150)) throw new Error('The planted task was not seen.');
  window.longTasks.length = 0;
}`;

const executablePath = findChromium();
if (executablePath === null) throw new Error(NO_CHROMIUM);
await ensureConsole(fileURLToPath(new URL('../', import.meta.url)), process.execPath);
const folder = temporaryFolder();
const path = await makeLargeEvaluation(folder.path, UNITS, CANDIDATES);
const service = await startServe(['--data-dir', folder.path, '--log-level', 'warn'], {});
const browser = await chromium.launch({
  executablePath,
  args: [...CHROMIUM_FLAGS, '--js-flags=--expose-gc'],
});
try {
  const load = loadavg()[0]?.toFixed(1);
  console.log(
    `${cpus()[0]?.model.trim()}, ${cpus().length} cores, load ${load}, ${UNITS} units of ${CANDIDATES} candidates`,
  );
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const began = performance.now();
  await page.goto(`${service.url}/console${path}/samples`);
  await page.locator('.item-matrix .prompt').nth(5).waitFor();
  console.log(`first questions after ${(performance.now() - began).toFixed(0)} ms, cold`);
  await page.evaluate(`(${WATCH_TASKS})()`);
  await page.getByRole('group', { name: 'Outcome' }).waitFor();
  await page.getByText('Counting').waitFor({ state: 'detached', timeout: 120_000 });
  console.log(
    `counted everything after ${((performance.now() - began) / 1000).toFixed(1)} s; ${await tasks(page)}`,
  );
  console.log(`heap before: ${await heap(page)}`);
  await measureDrags(page, 'any position by drag');
  console.log(`heap after ${DRAGS} drags: ${await heap(page)}; ${await tasks(page)}`);
  await wheel(page);
  console.log(`heap after ${WHEELS} turns of the wheel: ${await heap(page)}; ${await tasks(page)}`);
  if (CANDIDATES > 1) {
    await page.goto(`${service.url}/console${path}/samples?a=Candidate+1&b=Candidate+2&relation=a_higher`);
    await page.locator('.item-matrix .prompt').nth(5).waitFor();
    await measureDrags(page, 'the same where one is right and another wrong');
  }
} finally {
  await browser.close();
  await service.stop();
  folder.remove();
}

async function measureDrags(page: Page, what: string): Promise<void> {
  const times: number[] = [];
  for (let i = 0; i < DRAGS; i++) {
    times.push((await page.evaluate(`(${DRAG})(${((i * 17) % DRAGS) / (DRAGS - 1)})`)) as number);
  }
  times.sort((a, b) => a - b);
  const [half, last] = [times[DRAGS / 2] as number, times.at(-1) as number];
  console.log(`${what}: ${half.toFixed(0)} ms at the median, ${last.toFixed(0)} ms at most, of ${DRAGS}`);
}

async function wheel(page: Page): Promise<void> {
  const box = await page.locator('.item-matrix').boundingBox();
  if (!box) throw new Error('The table is not there.');
  await page.mouse.move(box.x + 300, box.y + 300);
  const top = async () => (await page.evaluate(`document.querySelector('.item-matrix').scrollTop`)) as number;
  await page.evaluate(`document.querySelector('.item-matrix').scrollTop = 0`);
  for (let i = 0; i < WHEELS; i++) await page.mouse.wheel(0, 400);
  if ((await top()) < 100 * WHEELS) throw new Error(`The wheel moved the table to ${await top()} alone.`);
}

async function tasks(page: Page): Promise<string> {
  const seen = (await page.evaluate('window.longTasks.splice(0)')) as number[];
  const long = seen.filter((ms) => ms > LONG_TASK_MS);
  return `tasks over ${LONG_TASK_MS} ms: ${long.length}, the longest ${Math.max(0, ...seen).toFixed(0)} ms`;
}

/** What is alive in the page's heap. */
async function heap(page: Page): Promise<string> {
  await page.evaluate('gc()');
  return mb((await page.evaluate('performance.memory.usedJSHeapSize')) as number);
}
