/**
 * What the console weighs, how fast its pages come, and how much stands on the first screen of a result: a real browser
 * on the demonstration, which this script starts and ends.
 *
 *   node bench/console.ts                  the figures
 *   node bench/console.ts --shots FOLDER   and a picture of each page: light and dark, 360 and 1440 px wide
 */
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ensureConsole } from '../scripts/lib/build-console.mjs';
import { CHROMIUM_FLAGS, findChromium, NO_CHROMIUM } from '../server/test/support/chromium.ts';
import { startCli } from '../server/test/support/cli-process.ts';
import { until } from '../server/test/support/until.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const ASSETS = join(ROOT, 'web/dist/assets');

/** The targets of the console, in kB of brotli, milliseconds, CSS pixels and words. */
const TARGETS = { initial: 130, chunk: 120, cold: 1000, view: 200, height: 900, words: 120 };

const DEMO_WITHIN_MS = 300_000;
const VIEWS = 4;

const executablePath = findChromium();
if (executablePath === null) throw new Error(NO_CHROMIUM);

await ensureConsole(ROOT, process.execPath);
console.log(
  `${cpus()[0]?.model}, ${cpus().length} cores, load ${loadavg()[0]?.toFixed(1)}, Node ${process.version}`,
);
printWeight();

const demo = startCli(['demo', '--quick']);
let said = '';
demo.child.stdout?.on('data', (text: string) => {
  said += text;
});
const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
try {
  const [, origin, path] = await until(
    () => /Evaluation {2}(http:\/\/[^/]+)(\/\S+)/.exec(said),
    200,
    DEMO_WITHIN_MS,
  );
  const evaluation = `${origin}/console${path}`;
  const home = evaluation.slice(0, evaluation.indexOf('/evaluations/'));
  await printTimes(browser, home);
  await printFirstScreen(browser, evaluation);
  const at = process.argv.indexOf('--shots');
  if (at > 0) await takeShots(browser, home, evaluation, process.argv[at + 1] ?? 'shots');
} finally {
  await browser.close();
  demo.child.kill('SIGTERM');
  await demo.ended;
}

function printWeight(): void {
  const html = readFileSync(join(ROOT, 'web/dist/index.html'), 'utf8');
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  const kb = (name: string) => statSync(join(ASSETS, `${name}.br`)).size / 1000;
  const initial = scripts.filter((name) => html.includes(name));
  const later = scripts.filter((name) => !html.includes(name)).toSorted((a, b) => kb(b) - kb(a));
  line(
    'initial JavaScript',
    initial.reduce((sum, name) => sum + kb(name), 0),
    TARGETS.initial,
    'kB brotli',
  );
  line(`largest later chunk (${later[0]})`, kb(later[0] ?? ''), TARGETS.chunk, 'kB brotli');
}

/** The first view with nothing cached, and the way from room to room. */
async function printTimes(browser: Browser, home: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  let started = performance.now();
  await page.goto(home);
  await page.locator('main h1').waitFor();
  line('first view, nothing cached', performance.now() - started, TARGETS.cold, 'ms');
  const times: number[] = [];
  for (let round = 0; round < VIEWS; round += 1) {
    for (const room of ['Evaluations', 'Candidates', 'Requirements', 'Sources', 'Settings', 'Decision']) {
      started = performance.now();
      await page.getByRole('link', { name: room, exact: true }).click();
      await page.getByRole('heading', { name: room, level: 1 }).waitFor();
      if (round > 0) times.push(performance.now() - started);
    }
  }
  times.sort((a, b) => a - b);
  line('from view to view, the slowest', times.at(-1) ?? 0, TARGETS.view, 'ms');
  line('from view to view, half of them', times[Math.floor(times.length / 2)] ?? 0, TARGETS.view, 'ms');
  await page.close();
}

/** The overview of the evaluation: its height, and the words of its page without what is folded. */
async function printFirstScreen(browser: Browser, evaluation: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: TARGETS.height } });
  await open(page, evaluation);
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  const text = await page.locator('main').innerText();
  line('the first screen of a result, height', height, TARGETS.height, 'px');
  line('the first screen of a result, words', text.match(/\p{L}+/gu)?.length ?? 0, TARGETS.words, 'words');
  await page.close();
}

async function takeShots(browser: Browser, home: string, evaluation: string, folder: string): Promise<void> {
  const origin = new URL(home).origin;
  const empty = (await (
    await fetch(`${origin}/workspaces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Empty' }),
    })
  ).json()) as { id: string };
  const rooms = [
    '',
    '/evaluations',
    '/evaluations/new',
    '/candidates',
    '/requirements',
    '/sources',
    '/conversation',
    '/settings',
  ];
  const parts = ['', '/quality', '/load', '/cost', '/weights', '/samples', '/run'];
  const pages = [
    ['workspaces', `${origin}/console/`],
    ...rooms.map((room) => [`room${room.replaceAll('/', '-') || '-decision'}`, home + room]),
    ...rooms.map((room) => [
      `empty${room.replaceAll('/', '-') || '-decision'}`,
      `${origin}/console/workspaces/${empty.id}${room}`,
    ]),
    ...parts.map((part) => [`evaluation${part.replace('/', '-') || '-overview'}`, evaluation + part]),
  ] as const;
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ['light', 'dark'] as const)
    for (const width of [360, 1440]) {
      const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      for (const [name, url] of pages) {
        await open(page, url ?? '');
        await page.screenshot({ path: join(folder, `${name}.${colorScheme}.${width}.png`), fullPage: true });
      }
      await page.close();
    }
  console.log(`${pages.length * 4} pictures in ${folder}`);
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('main h1').waitFor();
  await until(async () => (await page.locator('.waiting, [aria-busy=true]').count()) === 0, 50);
}

function line(what: string, found: number, target: number, unit: string): void {
  const isMet = found <= target;
  if (!isMet) process.exitCode = 1;
  console.log(
    `${what}: ${found.toFixed(unit === 'kB brotli' ? 1 : 0)} ${unit} (target ${target}): ${isMet ? 'met' : 'MISSED'}`,
  );
}
