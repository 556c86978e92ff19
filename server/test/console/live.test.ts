import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type MockModel, startMockModel } from '@touchstone/mock';
import type { Browser, Page } from 'playwright-core';
import { flagsFor, type ServeProcess, startServe } from '../support/cli-process.ts';
import { IN_BROWSER, openBrowser, openPage, SEEN_WITHIN_MS } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { writeProviders } from '../support/evaluation-service.ts';
import { httpRequest } from '../support/http-request.ts';

const ITEMS = 100;

/** So slow that a run is seen on its way, and quick once it was. */
const answersAfter = (ms: number) => ({
  defaults: {
    latency: { distribution: 'constant' as const, ms },
    answers: { kind: 'solver' as const, accuracy: 0.8 },
  },
});

describe('A run on its way in the console', IN_BROWSER, () => {
  const place = onDisk(undefined, async () => {});
  let mock: MockModel;
  let service: ServeProcess;
  let browser: Browser;
  let page: Page;
  let path: string;

  const serve = (port: string) =>
    startServe([
      ...flagsFor(place),
      ...['--log-level', 'silent', '--port', port],
      ...['--touchstone-config', writeProviders(place.dataDir, mock, { max_concurrency: 2 })],
    ]);

  before(async () => {
    mock = await startMockModel({ script: answersAfter(300) });
    service = await serve('0');
    browser = await openBrowser();
    page = await openPage(browser);
    const { body: workspace } = await httpRequest('POST', `${service.url}/workspaces`, {
      json: { name: 'Live' },
    });
    const evaluations = `/workspaces/${workspace.id}/evaluations`;
    const { body } = await httpRequest('POST', service.url + evaluations, {
      json: {
        name: 'On its way',
        targets: ['one', 'two'].map((model_id) => ({
          target_type: 'model',
          model_provider: 'mock',
          model_id,
        })),
        benchmarks: [{ benchmark_type: 'arithmetic', num_samples: ITEMS }],
      },
    });
    path = `${evaluations}/${body.id}`;
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await mock?.stop();
    await place.remove();
  });

  const percent = async (of: Page) =>
    Number(await of.getByLabel('Progress', { exact: true }).first().getAttribute('value'));

  async function until(of: Page, isSo: (percent: number) => boolean): Promise<void> {
    await of.locator('progress').first().waitFor();
    const giveUp = performance.now() + SEEN_WITHIN_MS;
    while (!isSo(await percent(of))) {
      if (performance.now() > giveUp) throw new Error(`The progress stayed at ${await percent(of)} %.`);
      await of.waitForTimeout(50);
    }
  }

  it('shows progress as it comes, without loading the page again', async () => {
    await page.goto(`${service.url}/console${path}`);
    await until(page, (value) => value >= 3);
    const seen = await percent(page);
    await until(page, (value) => value > seen);
  });

  it('shows where the run is after the page was loaded again in the middle, and the same in a second tab', async () => {
    const seen = await percent(page);
    await page.reload();
    await until(page, (value) => value >= seen);
    const second = await openPage(browser);
    await second.goto(`${service.url}/console${path}/run`);
    await until(second, (value) => value >= seen);
    await second.close();
  });

  it('is told to all tabs of a browser by one connection, also when the tab that holds it is closed', async () => {
    const rename = (name: string) =>
      httpRequest('PATCH', service.url + path.replace(/\/evaluations.*/, ''), { json: { name } });
    const context = await browser.newContext();
    const tabs: Page[] = [];
    for (let tab = 0; tab < 8; tab++) {
      const opened = await context.newPage();
      opened.setDefaultTimeout(SEEN_WITHIN_MS);
      await opened.goto(`${service.url}/console${path}/run`);
      await until(opened, (value) => value > 0);
      tabs.push(opened);
    }
    for (const name of ['Told to all', 'Told to the others']) {
      await rename(name);
      for (const tab of tabs) await tab.getByRole('navigation', { name, exact: true }).waitFor();
      await tabs.shift()?.close();
    }
    await context.close();
  });

  it('goes on under an open page when the service was killed and started again', async () => {
    const port = new URL(service.url).port;
    await service.kill();
    const seen = await percent(page);
    await page.getByRole('status').getByText('Connection lost. Reconnecting…').waitFor();
    // The code of this room was not fetched yet.
    await page.getByRole('link', { name: 'Requirements' }).click();
    await page.getByRole('heading', { name: 'This page could not be loaded', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('alert').getByText('The service cannot be reached.').waitFor();
    service = await serve(port);
    await page.getByRole('heading', { name: 'Requirements', level: 1 }).waitFor();
    await page.getByText('Connection lost').waitFor({ state: 'detached' });
    await page.goBack();
    await until(page, (value) => value > seen);
    mock.setScript(answersAfter(1));
    await page.locator('progress').first().waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Run', exact: true }).click();
    await page.getByText(`${2 * ITEMS} of ${2 * ITEMS}`).waitFor();
    const { body } = await httpRequest('GET', service.url + path, {});
    assert.equal(body.status, 'completed');
  });
});
