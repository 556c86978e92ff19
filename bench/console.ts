/**
 * What the console weighs, how fast its pages come, and how much stands on the first screen of a result: a real browser
 * on the quick and on the whole demonstration, which this script starts and ends. What samples take is in
 * `bench/console-samples.ts`.
 *
 *   node bench/console.ts [ADDRESS]
 *
 * With the address of an evaluation, as a demonstration that runs prints it, that one is measured.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ensureConsole } from '../scripts/lib/build-console.mjs';
import { CHROMIUM_FLAGS, findChromium, NO_CHROMIUM } from '../server/test/support/chromium.ts';
import { demonstrationAt, startDemonstration } from '../server/test/support/demonstration.ts';
import { until } from '../server/test/support/until.ts';
import { median, POSITIONAL_ARGUMENTS, printMachine, quantile } from './lib/harness.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const ASSETS = join(ROOT, 'web/dist/assets');

/** The targets of the console, in kB of brotli, milliseconds, CSS pixels and words. */
const TARGETS = { initial: 130, chunk: 120, cold: 1000, view: 200, height: 900, words: 120 };

const VIEWS = 4;

const [at] = POSITIONAL_ARGUMENTS;
const executablePath = findChromium();
if (executablePath === null) throw new Error(NO_CHROMIUM);

await ensureConsole(ROOT, process.execPath);
printMachine();
printWeight();

const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
try {
  for (const flags of at === undefined ? [['--quick'], []] : [[`at ${at}`]]) {
    const demo = at === undefined ? await startDemonstration(flags) : demonstrationAt(at);
    console.log(`\nThe demonstration${flags.map((flag) => ` ${flag}`).join('')}:`);
    try {
      await printTimes(browser, demo.home);
      await printFirstScreen(browser, demo.evaluation);
    } finally {
      await demo.stop();
    }
  }
} finally {
  await browser.close();
}

function printWeight(): void {
  const html = readFileSync(join(ROOT, 'web/dist/index.html'), 'utf8');
  const scripts = readdirSync(ASSETS).filter((name) => name.endsWith('.js'));
  const kb = (name: string) => statSync(join(ASSETS, `${name}.br`)).size / 1000;
  const initial = scripts.filter((name) => html.includes(name));
  const later = scripts.filter((name) => !html.includes(name)).toSorted((a, b) => kb(b) - kb(a));
  reportLine(
    'initial JavaScript',
    initial.reduce((sum, name) => sum + kb(name), 0),
    TARGETS.initial,
    'kB brotli',
  );
  reportLine(`largest later chunk (${later[0]})`, kb(later[0] ?? ''), TARGETS.chunk, 'kB brotli');
}

/** The first view with nothing cached, and the way from room to room. */
async function printTimes(browser: Browser, home: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  let started = performance.now();
  await page.goto(home);
  await page.locator('main h1').waitFor();
  reportLine('first view, nothing cached', performance.now() - started, TARGETS.cold, 'ms');
  const times: { room: string; took: number }[] = [];
  for (let round = 0; round < VIEWS; round += 1) {
    for (const room of ['Evaluations', 'Candidates', 'Requirements', 'Sources', 'Settings', 'Decision']) {
      started = performance.now();
      await page.getByRole('link', { name: room, exact: true }).click();
      await page.getByRole('heading', { name: room, level: 1 }).waitFor();
      if (round > 0) times.push({ room, took: performance.now() - started });
    }
  }
  const took = times.map((one) => one.took);
  reportLine('from view to view, the slowest', quantile(took, 1), TARGETS.view, 'ms');
  reportLine('from view to view, half of them', median(took), TARGETS.view, 'ms');
  for (const [room, all] of Map.groupBy(times, (one) => one.room))
    console.log(`  to ${room}: ${all.map(({ took }) => Math.round(took)).join(', ')} ms`);
  await page.close();
}

/** The overview of the evaluation: its height, and the words of its page without what is folded. */
async function printFirstScreen(browser: Browser, evaluation: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: TARGETS.height } });
  await open(page, evaluation);
  const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
  const text = await page.locator('main').innerText();
  reportLine('the first screen of a result, height', height, TARGETS.height, 'px');
  reportLine(
    'the first screen of a result, words',
    text.match(/\p{L}+/gu)?.length ?? 0,
    TARGETS.words,
    'words',
  );
  await page.close();
}

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.locator('main h1').waitFor();
  await until(async () => (await page.locator('.waiting, [aria-busy=true]').count()) === 0, 50);
}

function reportLine(what: string, found: number, target: number, unit: string): void {
  const isMet = found <= target;
  if (!isMet) process.exitCode = 1;
  console.log(
    `${what}: ${found.toFixed(unit === 'kB brotli' ? 1 : 0)} ${unit} (target ${target}): ${isMet ? 'met' : 'MISSED'}`,
  );
}
