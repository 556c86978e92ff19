/**
 * Pictures of every page of the console, to look at: light and dark, 360 and 1440 px wide; full (the demonstration),
 * empty, busy (a run on its way, a page that is being read), watched (a series that found something), failed (a provider and a page that cannot be reached) and
 * closed (a service that asks for a key). Drawers, dialogs and menus are opened. `index.html` in the folder shows all.
 *
 *   node scripts/console-shots.ts FOLDER [name] [--full] [--at ADDRESS]
 *
 * With a name only pages whose names begin with it, such as `full-evaluation` or `busy`. `--full` runs the whole
 * demonstration, which takes minutes, in place of the quick one; `--at` takes one that runs, by its evaluation's
 * address without `/console`, as it prints it.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { startMockModel } from '../mock/src/mock.ts';
import { CHROMIUM_FLAGS, findChromium, NO_CHROMIUM } from '../server/test/support/chromium.ts';
import { startServe, temporaryFolder } from '../server/test/support/cli-process.ts';
import { demonstrationAt, startDemonstration } from '../server/test/support/demonstration.ts';
import { until } from '../server/test/support/until.ts';
import { ensureConsole } from './lib/build-console.mjs';

/** A page, and the actions on it before its picture is taken. */
interface Shot {
  name: string;
  url: string;
  open?: (page: Page) => Promise<void>;
}

/** Started services, which are ended in reverse order. */
type Ends = (() => Promise<unknown>)[];

const WIDTHS = [1440, 360];
const THEMES = ['light', 'dark'] as const;
/** A page that waits for longer is pictured as it is: a running evaluation never stops waiting. */
const SETTLES_WITHIN_MS = 15_000;

const ROOMS = [
  '',
  '/evaluations',
  '/evaluations/new',
  '/candidates',
  '/requirements',
  '/sources',
  '/imports',
  '/series',
  '/conversation',
];
const SETTINGS = ['', '/providers', '/catalogue', '/webhooks', '/keys'].map((one) => `/settings${one}`);
const PARTS = ['', '/quality', '/load', '/cost', '/weights', '/samples', '/run', '/compare'];

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: { full: { type: 'boolean' }, at: { type: 'string' } },
});
const [folder, wanted = ''] = positionals;
if (folder === undefined) throw new Error('Name the folder: node scripts/console-shots.ts FOLDER');
const executablePath = findChromium();
if (executablePath === null) throw new Error(NO_CHROMIUM);

await ensureConsole(fileURLToPath(new URL('../', import.meta.url)), process.execPath);
mkdirSync(folder, { recursive: true });
const ends: Ends = [];
try {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  ends.push(() => browser.close());
  const isWanted = (state: string) => wanted.startsWith(state) || state.startsWith(wanted);
  const states: Record<string, (ends: Ends) => Promise<Shot[]>> = {
    full,
    busy,
    watched,
    failed,
    empty,
    closed,
  };
  for (const [state, make] of Object.entries(states))
    if (isWanted(state)) await take(browser, await make(ends));
  writeIndex();
} finally {
  for (const end of ends.toReversed()) await end();
}

/** The demonstration, with every drawer and dialog that a page can open. */
async function full(ends: Ends): Promise<Shot[]> {
  const demo = flags.at
    ? demonstrationAt(flags.at)
    : await startDemonstration(flags.full === true ? [] : ['--quick']);
  ends.push(() => demo.stop());
  const { origin, home, evaluation } = demo;
  const api = home.replace('/console', '');
  const list = async (noun: string) => (await get<{ data: { id: string }[] }>(`${api}/${noun}`)).data;
  const [[firstStack, secondStack], [scenario], [source]] = await Promise.all([
    list('stacks'),
    list('scenarios'),
    list('sources'),
  ]);
  const { data: rows } = await get<{ data: { sample_id: string }[] }>(
    `${evaluation.replace('/console', '')}/samples/matrix?limit=1`,
  );
  await ask(api, 'How long can a parcel be returned?');
  await ask(api, 'Which one should we take, and why?');
  const pressed = (name: string | RegExp) => (page: Page) =>
    page.getByRole('button', { name }).first().click();
  const chosen = (menu: string | RegExp, item: string) => async (page: Page) => {
    await pressed(menu)(page);
    await page.getByRole('menuitem', { name: item }).click();
  };
  return [
    { name: 'workspaces', url: `${origin}/console/` },
    { name: 'workspaces-new', url: `${origin}/console/`, open: pressed('New workspace') },
    { name: 'no-such-page', url: `${origin}/console/no-such-page` },
    { name: 'no-such-workspace', url: `${origin}/console/workspaces/none` },
    ...[...ROOMS, ...SETTINGS].map((room) => ({ name: roomName(room), url: home + room })),
    ...PARTS.map((part) => ({ name: `evaluation${part.replace('/', '-')}`, url: evaluation + part })),
    { name: 'palette', url: home, open: (page: Page) => page.keyboard.press('Control+k') },
    { name: 'keys', url: home, open: (page: Page) => page.keyboard.press('?') },
    { name: 'candidates-new', url: `${home}/candidates?new=true` },
    { name: 'candidate', url: `${home}/candidates/${firstStack?.id}` },
    { name: 'candidate-edit', url: `${home}/candidates/${firstStack?.id}?edit=true` },
    {
      name: 'candidate-delete',
      url: `${home}/candidates/${firstStack?.id}`,
      open: pressed('Delete'),
    },
    {
      name: 'candidates-compare',
      url: `${home}/candidates/compare?a=${firstStack?.id}&b=${secondStack?.id}`,
    },
    { name: 'requirements-new', url: `${home}/requirements?new=true` },
    { name: 'requirement', url: `${home}/requirements/${scenario?.id}` },
    { name: 'requirement-edit', url: `${home}/requirements/${scenario?.id}?edit=true` },
    { name: 'source', url: `${home}/sources/${source?.id}` },
    { name: 'source-text', url: `${home}/sources/${source?.id}?view=text` },
    { name: 'sources-search', url: `${home}/sources?q=return` },
    { name: 'sources-nothing', url: `${home}/sources?q=zebra` },
    {
      name: 'sources-add',
      url: `${home}/sources`,
      open: (page: Page) => page.getByLabel('Add addresses').fill('https://example.com/handbook'),
    },
    { name: 'new-questions', url: `${home}/evaluations/new?from=${evaluation.split('/').at(-1)}&step=2` },
    { name: 'new-size', url: `${home}/evaluations/new?from=${evaluation.split('/').at(-1)}&step=3` },
    {
      name: 'evaluation-cell',
      url: evaluation,
      open: (page: Page) => page.locator('.requirement-matrix td a').first().click(),
    },
    { name: 'evaluation-export', url: evaluation, open: pressed('Export') },
    { name: 'evaluation-more', url: evaluation, open: pressed(/^More about/) },
    { name: 'evaluation-rename', url: evaluation, open: chosen(/^More about/, 'Rename') },
    { name: 'evaluation-rerun', url: `${evaluation}/run`, open: pressed('Rerun') },
    { name: 'sample', url: `${evaluation}/samples/${rows[0]?.sample_id}` },
    {
      name: 'sample-against',
      url: `${evaluation}/samples/${rows[0]?.sample_id}?against=${encodeURIComponent('Mock small (simulated)')}`,
    },
    { name: 'key-new', url: `${home}/settings/keys`, open: pressed('New key') },
  ].map(named('full'));
}

/** A run of a slow model, and a source that is being read. */
async function busy(ends: Ends): Promise<Shot[]> {
  const slow = createServer(() => {});
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  ends.push(async () => {
    slow.closeAllConnections();
    slow.close();
  });
  const { port } = slow.address() as AddressInfo;
  const { url, api } = await openService(ends, { latencyMs: 2500, reads: port });
  const running = await evaluate(api, ['careful', 'quick'], 200);
  await post(`${api}/sources`, { type: 'url', url: `http://127.0.0.1:${port}/handbook` });
  const home = `${url}/console${new URL(api).pathname}`;
  const evaluation = `${url}/console${running}`;
  await until(
    async () => (await get<{ progress_percent: number }>(url + running)).progress_percent >= 3,
    500,
    120_000,
  );
  return [
    ...['', '/evaluations', '/sources'].map((room) => ({ name: roomName(room), url: home + room })),
    ...PARTS.map((part) => ({ name: `evaluation${part.replace('/', '-')}`, url: evaluation + part })),
    { name: 'sources-search', url: `${home}/sources?q=return` },
  ].map(named('busy'));
}

/** A series of a model that becomes worse, slower and then another model, and a series that has not run. */
async function watched(ends: Ends): Promise<Shot[]> {
  const { url, api, mock } = await openService(ends, { latencyMs: 20 });
  const body = (name: string) => ({
    name,
    evaluation: {
      name: 'Sums',
      targets: [{ target_type: 'model', model_provider: 'house', model_id: 'quick', label: 'The quick one' }],
      benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 200 }],
    },
    margins: { score: 0.1, latency_ratio: 1.5 },
    schedule: { cron: '0 6 * * 1', time_zone: 'Europe/Berlin' },
    max_cost_usd_per_month: 20,
  });
  const { id: idle } = await post<{ id: string }>(`${api}/series`, body('Not run yet'));
  const { id } = await post<{ id: string }>(`${api}/series`, body('Order support, weekly'));
  for (let look = 0; look < 10; look++) {
    const answers = { kind: 'solver' as const, accuracy: look < 5 ? 0.8 : 0.55 };
    const ms = look < 7 ? 20 : 60;
    // Another seed for each, as for a model with random answers.
    await mock.setScript({
      seed: look,
      defaults: { answers, latency: { distribution: 'lognormal', median_ms: ms, sigma: 0.3 } },
      models: { quick: look < 5 ? {} : { returned_model: 'quick-2026-11' } },
    });
    await post(`${api}/series/${id}/runs`, {});
    await until(
      async () => (await get<{ running: string | null }>(`${api}/series/${id}`)).running === null,
      200,
      60_000,
    );
  }
  const home = `${url}/console${new URL(api).pathname}`;
  return [
    { name: 'list', url: `${home}/series` },
    { name: 'new', url: `${home}/series?new=true` },
    { name: 'series', url: `${home}/series/${id}` },
    {
      name: 'series-explained',
      url: `${home}/series/${id}`,
      open: (page: Page) => page.getByText('How to read this chart').first().click(),
    },
    { name: 'not-run', url: `${home}/series/${idle}` },
  ].map(named('watched'));
}

/** A provider that does not respond, and a page that does not exist. */
async function failed(ends: Ends): Promise<Shot[]> {
  const { url, api } = await openService(ends, { latencyMs: 1 });
  const path = await evaluate(api, ['gone', 'quick'], 20);
  await post(`${api}/sources`, { type: 'url', url: 'http://127.0.0.1:9/handbook' });
  const ended = ['completed', 'failed', 'cancelled'];
  await until(async () => ended.includes((await get<{ status: string }>(url + path)).status), 500, 300_000);
  const { data } = await get<{ data: { id: string }[] }>(`${api}/sources`);
  const home = `${url}/console${new URL(api).pathname}`;
  return [
    ...['', '/evaluations', '/sources'].map((room) => ({ name: roomName(room), url: home + room })),
    { name: 'source', url: `${home}/sources/${data[0]?.id}` },
    ...PARTS.map((part) => ({
      name: `evaluation${part.replace('/', '-')}`,
      url: `${url}/console${path}${part}`,
    })),
  ].map(named('failed'));
}

async function empty(ends: Ends): Promise<Shot[]> {
  const { url, api } = await openService(ends, { latencyMs: 1 });
  const home = `${url}/console${new URL(api).pathname}`;
  return [...ROOMS, ...SETTINGS].map((room) => named('empty')({ name: roomName(room), url: home + room }));
}

async function closed(ends: Ends): Promise<Shot[]> {
  const { url } = await openService(ends, { latencyMs: 1 });
  await post(`${url}/api-keys`, { name: 'me', role: 'admin' });
  const signIn = `${url}/console/`;
  return [
    { name: 'sign-in', url: signIn },
    {
      name: 'sign-in-refused',
      url: signIn,
      open: async (page: Page) => {
        await page.getByLabel('API key').fill('ts_unknown');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('alert').waitFor();
      },
    },
  ].map(named('closed'));
}

function named(state: string): (shot: Shot) => Shot {
  return (shot) => ({ ...shot, name: `${state}-${shot.name}` });
}

function roomName(room: string): string {
  return room === '' ? 'decision' : room.slice(1).replaceAll('/', '-');
}

/**
 * A service with a workspace, a mock model with a delay, and a provider without a server. It may read pages at one port
 * of this machine.
 */
async function openService(ends: Ends, { latencyMs, reads = 9 }: { latencyMs: number; reads?: number }) {
  const defaults = {
    latency: { distribution: 'constant' as const, ms: latencyMs },
    answers: { kind: 'solver' as const, accuracy: 0.8 },
  };
  const mock = await startMockModel({ script: { defaults } });
  ends.push(() => mock.stop());
  const data = temporaryFolder();
  ends.push(async () => data.remove());
  const config = join(data.path, 'providers.json');
  const provider = { kind: 'openai-compatible', max_concurrency: 2 };
  writeFileSync(
    config,
    JSON.stringify({
      providers: [
        { ...provider, name: 'house', base_url: `${mock.url}/v1` },
        { ...provider, name: 'nobody', base_url: 'http://127.0.0.1:9/v1' },
      ],
    }),
  );
  const service = await startServe([
    ...['--data-dir', join(data.path, 'data'), '--log-level', 'silent'],
    ...['--touchstone-config', config, '--fetch-allow-hosts', `127.0.0.1:${reads}`],
  ]);
  ends.push(() => service.stop());
  const { id } = await post<{ id: string }>(`${service.url}/workspaces`, { name: 'Order support' });
  return { url: service.url, api: `${service.url}/workspaces/${id}`, mock };
}

/**
 * Creates an evaluation of these models on sums and returns its path; the provider does not respond for the model
 * `gone`.
 */
async function evaluate(api: string, models: readonly string[], items: number): Promise<string> {
  const scenario = await post<{ id: string }>(`${api}/scenarios`, {
    name: 'Normal week',
    workload_type: 'chat',
    slo_requirements: { p95_latency_ms: 800 },
    budget: { monthly_limit_usd: 400 },
  });
  const targets = [{ target_type: 'scenario', target_id: scenario.id }] as object[];
  for (const model of models) {
    const stack = await post<{ id: string }>(`${api}/stacks`, {
      name: `The ${model} one`,
      model: { provider: model === 'gone' ? 'nobody' : 'house', model_id: model },
    });
    targets.push({ target_type: 'stack', target_id: stack.id });
  }
  const benchmarks = [{ benchmark_type: 'arithmetic', num_samples: items }];
  const { id } = await post<{ id: string }>(`${api}/evaluations`, { name: 'Sums', targets, benchmarks });
  return `${new URL(api).pathname}/evaluations/${id}`;
}

/** Asks a question in the conversation, and waits for the end of the answer. */
async function ask(api: string, content: string): Promise<void> {
  await post(`${api}/messages`, { role: 'user', content });
  await until(
    async () => {
      const { data } = await get<{ data: { role: string; status?: string }[] }>(
        `${api}/messages?limit=1&order=desc`,
      );
      return data[0]?.role === 'assistant' && data[0].status !== 'running';
    },
    200,
    120_000,
  );
}

async function get<T>(url: string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function post<T>(url: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url}: ${await response.text()}`);
  return (await response.json()) as T;
}

async function take(browser: Browser, shots: readonly Shot[]): Promise<void> {
  for (const colorScheme of THEMES)
    for (const width of WIDTHS) {
      const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
      const page = await context.newPage();
      page.setDefaultTimeout(SETTLES_WITHIN_MS);
      for (const { name, url, open } of shots) {
        if (!name.startsWith(wanted)) continue;
        const title = `${name}.${colorScheme}.${width}`;
        try {
          await page.goto(url);
          await settled(page, title);
          await open?.(page);
          if (open) await settled(page, title);
        } catch (error) {
          console.log(`${title}: ${(error as Error).message}`);
          process.exitCode = 1;
        }
        await page.screenshot({ path: join(folder as string, `${title}.png`), fullPage: open === undefined });
      }
      await context.close();
    }
}

/** Waits until the page shows something; if it does not appear, reports that and continues. */
async function settled(page: Page, title: string): Promise<void> {
  try {
    await page.locator('h1').first().waitFor({ timeout: SETTLES_WITHIN_MS });
    await page
      .locator('.waiting, [aria-busy=true]')
      .first()
      .waitFor({ state: 'detached', timeout: SETTLES_WITHIN_MS });
    await page.waitForTimeout(300);
  } catch {
    console.log(`${title}: something on it is still waited for`);
  }
}

/** A page with all pictures of the folder, each linked to its file. */
function writeIndex(): void {
  const pictures = readdirSync(folder as string).filter((name) => name.endsWith('.png'));
  const figures = pictures.map(
    (name) =>
      `<figure><a href="${name}"><img loading="lazy" width="${name.includes('.360.') ? 180 : 480}" src="${name}" alt=""></a><figcaption>${name}</figcaption></figure>`,
  );
  const file = join(folder as string, 'index.html');
  writeFileSync(
    file,
    `<!doctype html><meta charset="utf-8"><title>The console</title><style>body{display:flex;flex-wrap:wrap;gap:1rem;align-items:start;background:#888;font:13px sans-serif}figure{margin:0}</style>${figures.join('')}`,
  );
  console.log(`${pictures.length} pictures: ${pathToFileURL(file).href}`);
}
