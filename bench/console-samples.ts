/**
 * How long people wait for samples of a large evaluation. Over HTTP: any window of the table of items and targets, under
 * filters, and how long a filter takes until it has looked at everything. In the console, in a real Chromium: how long any
 * position takes after a drag of the scrollbar until its questions are there, whether scrolling on has tasks that hold up
 * the page, and what the page's heap comes to.
 *
 *   node bench/console-samples.ts [units] [candidates] [--http]   (default 1,000,000 and 5; --http: no browser)
 */
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright-core';
import { ensureConsole } from '../scripts/lib/build-console.mjs';
import { CHROMIUM_FLAGS, findChromium, NO_CHROMIUM } from '../server/test/support/chromium.ts';
import { type ServeProcess, startServe, temporaryFolder } from '../server/test/support/cli-process.ts';
import { ask, mb, residentBytes } from '../server/test/support/service-calls.ts';
import { describePercentiles, numberArguments, printMachine } from './lib/harness.ts';
import { makeLargeEvaluation } from './lib/large-evaluation.ts';

const [units, candidates] = numberArguments([1_000_000, 5]);
/** Number of scroll positions, for windows and for drags. */
const SAMPLED_PLACES = 40;
const WHEELS = 400;
const LONG_TASK_MS = 100;
const FILTERS = [
  '',
  ...(candidates > 1 ? ['a=Candidate 1&b=Candidate 2&relation=a_higher'] : []),
  'outcome=failed',
  'target=Candidate 1&latency_from_ms=3000',
  'text=Question 77',
];
const shares = Array.from(
  { length: SAMPLED_PLACES },
  (_, i) => ((i * 17) % SAMPLED_PLACES) / (SAMPLED_PLACES - 1),
);

/** Runs in the page: moves the scrollbar to a position and waits until a frame shows the questions there. */
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
/**
 * Runs in the page: records tasks of 50 ms or more from here on, and blocks it once to prove that they are recorded.
 */
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

const folder = temporaryFolder();
try {
  const path = await makeLargeEvaluation(folder.path, units, candidates);
  const service = await startServe(['--data-dir', folder.path, '--log-level', 'warn']);
  try {
    printMachine(
      `${units} units of ${candidates} candidates; resident before: ${mb(await residentBytes(service))}`,
    );
    for (const filter of FILTERS) await measureWindows(service, path, filter);
    console.log(`resident after: ${mb(await residentBytes(service))}`);
    if (!process.argv.includes('--http')) await measureConsole(`${service.url}/console${path}/samples`);
  } finally {
    await service.stop();
  }
} finally {
  folder.remove();
}

async function measureWindows(service: ServeProcess, path: string, filter: string): Promise<void> {
  const counts: number[] = [];
  for (let partial = true; partial; ) {
    const began = performance.now();
    ({ partial } = await ask(service, 'GET', `${path}/samples/counts?${encodeURI(filter)}`));
    counts.push(performance.now() - began);
  }
  const seconds = counts.reduce((sum, ms) => sum + ms, 0) / 1000;
  console.log(
    `${filter || 'no filter'}\n  counted in ${seconds.toFixed(1)} s, requests of ${describePercentiles(counts)}`,
  );
  const { total } = await ask(service, 'GET', `${path}/samples/matrix?limit=1&${encodeURI(filter)}`);
  const times: number[] = [];
  for (const share of shares) {
    const began = performance.now();
    const offset = Math.floor(total * share * 0.99);
    await ask(service, 'GET', `${path}/samples/matrix?limit=100&offset=${offset}&${encodeURI(filter)}`);
    times.push(performance.now() - began);
  }
  console.log(`  windows of 100 of ${total} rows: ${describePercentiles(times)}`);
}

async function measureConsole(url: string): Promise<void> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error(NO_CHROMIUM);
  await ensureConsole(fileURLToPath(new URL('../', import.meta.url)), process.execPath);
  const args = [...CHROMIUM_FLAGS, '--js-flags=--expose-gc'];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const began = performance.now();
    await page.goto(url);
    await page.locator('.item-matrix .prompt').nth(5).waitFor();
    console.log(`first questions after ${(performance.now() - began).toFixed(0)} ms, cold`);
    await page.evaluate(`(${WATCH_TASKS})()`);
    await page.getByRole('group', { name: 'Outcome' }).waitFor();
    await page.getByText('Counting').waitFor({ state: 'detached', timeout: 120_000 });
    console.log(`heap before: ${await heap(page)}; ${await tasks(page)}`);
    await measureDrags(page, 'any position by drag');
    console.log(`heap after ${SAMPLED_PLACES} drags: ${await heap(page)}; ${await tasks(page)}`);
    await wheel(page);
    console.log(`heap after ${WHEELS} turns of the wheel: ${await heap(page)}; ${await tasks(page)}`);
    if (candidates === 1) return;
    await page.goto(`${url}?a=Candidate+1&b=Candidate+2&relation=a_higher`);
    await page.locator('.item-matrix .prompt').nth(5).waitFor();
    await measureDrags(page, 'the same where one is right and another wrong');
  } finally {
    await browser.close();
  }
}

async function measureDrags(page: Page, what: string): Promise<void> {
  const times: number[] = [];
  for (const share of shares) times.push((await page.evaluate(`(${DRAG})(${share})`)) as number);
  console.log(`${what}: ${describePercentiles(times)}`);
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

/** The live objects in the page's heap, in bytes. */
async function heap(page: Page): Promise<string> {
  await page.evaluate('gc()');
  return mb((await page.evaluate('performance.memory.usedJSHeapSize')) as number);
}
