import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { ensureConsole } from '../../../scripts/lib/build-console.mjs';
import { CHROMIUM_FLAGS, findChromium, NO_CHROMIUM } from './chromium.ts';
import { isInFull } from './in-full.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Each step waits for what it wants to see; a busy machine takes its time. */
export const SEEN_WITHIN_MS = 60_000;

/** The option of a suite that opens the console. */
export const IN_BROWSER = { skip: findChromium() === null && NO_CHROMIUM };

/** A browser for the console, which is built first where it is not. Its `close` ends what was opened by it. */
export async function openBrowser(): Promise<Browser> {
  await ensureConsole(ROOT, process.execPath);
  return chromium.launch({ executablePath: findChromium() as string, args: CHROMIUM_FLAGS });
}

/** A page without the cookies and the storage of any other. */
export async function openPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: WIDE, height: 900 }, ...options });
  page.setDefaultTimeout(SEEN_WITHIN_MS);
  return page;
}

/**
 * What the browser says of this page from now on that no page should cause: errors and warnings, exceptions, dialogs,
 * requests to other hosts than this machine.
 *
 * @param expected errors that the browser reports by itself where the service refuses something on purpose
 */
export function complaintsOf(page: Page, expected = /(?!)/): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning';
    if (isComplaint && !expected.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('dialog', (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!/^(http:\/\/(127\.0\.0\.1|localhost):|data:|blob:|about:)/.test(request.url()))
      complaints.push(request.url());
  });
  return complaints;
}

/** CSS pixels: wide as a desk, and narrow as a small phone. */
const WIDE = 1440;
const NARROW = 360;

const RULES = '"wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"';
/** The rules that a theme can break: it changes colours and nothing else. */
const RULES_OF_COLOUR = '"color-contrast", "link-in-text-block"';

interface Violation {
  id: string;
  help: string;
  nodes: { html: string }[];
}

/**
 * What axe finds on the page that is shown against WCAG 2.2 AA and its best practices, and whether it scrolls
 * sideways: on a wide and a narrow screen, in both themes. In full that is all rules on both, and the colours of both
 * themes on both; in `npm test` all rules narrow and light. The page is loaded once and follows; it is left wide. The library is evaluated, not put into the page.
 */
export async function faults(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(axe.source);
  for (const width of [NARROW, WIDE]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['dark', 'light'] as const) {
      if (!isInFull() && (width !== NARROW || colorScheme !== 'light')) continue;
      await page.emulateMedia({ colorScheme });
      await settled(page);
      const rules = colorScheme === 'light' ? RULES : RULES_OF_COLOUR;
      const violations = await page.evaluate<Violation[]>(
        `axe.run(document, { resultTypes: ['violations'], runOnly: [${rules}] }).then(({ violations }) => violations)`,
      );
      for (const { id, help, nodes } of violations)
        found.push(`${id} (${help}), ${width} px, ${colorScheme}, such as ${nodes[0]?.html.slice(0, 160)}`);
    }
    const tooWide = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (tooWide > 0) found.push(`scrolls sideways by ${tooWide} px at ${width} px`);
  }
  await drawsAgain(page);
  return found;
}

/**
 * On a busy machine Chromium sometimes draws no frame any more after the size has changed, and a click waits for two. In CI
 * one waited for its whole minute. Another change of the size wakes it.
 */
async function drawsAgain(page: Page): Promise<void> {
  const frame = page.evaluate<string>('new Promise((drawn) => requestAnimationFrame(() => drawn("drawn")))');
  if ((await Promise.race([frame, delay(5000, null, { ref: false })])) === 'drawn') return;
  await page.setViewportSize({ width: WIDE, height: 901 });
  await page.setViewportSize({ width: WIDE, height: 900 });
  await frame;
}

/** Until the page shows all it waits for: the stream of events never ends, so the network is never idle. */
async function settled(page: Page): Promise<void> {
  await page.locator('main h1').first().waitFor();
  await page.locator('.waiting, [aria-busy=true]').first().waitFor({ state: 'detached' });
}
