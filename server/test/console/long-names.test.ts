import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { temporaryFolder } from '../support/cli-process.ts';
import { IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

describe('A candidate whose name is one long word', IN_BROWSER, () => {
  const folder = temporaryFolder();
  let service: Service;
  let browser: Browser;
  let page: Page;

  before(async () => {
    service = await startService(onDisk(undefined, async () => {}));
    browser = await openBrowser();
    page = await openPage(browser);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    folder.remove();
  });

  it('does not make the HTML report scroll sideways', async () => {
    const { body: workspace } = await service.call('POST', '/workspaces', { name: 'Long' });
    const targets = ['arithmetic', 'echo'].map((model_id, i) => ({
      ...{ target_type: 'model', model_provider: 'baseline', model_id },
      label: `${i}${'W'.repeat(190)}`,
    }));
    const { body, status } = await service.call('POST', `/workspaces/${workspace.id}/evaluations`, {
      name: 'Long',
      targets,
      benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 20 }],
    });
    assert.equal(status, 201, JSON.stringify(body));
    const path = `${service.url}/workspaces/${workspace.id}/evaluations/${body.id}`;
    await until(async () => {
      const { body: now } = await service.call('GET', path.slice(service.url.length));
      return now.status === 'completed';
    });
    const file = join(folder.path, 'report.html');
    writeFileSync(file, await (await fetch(`${path}/export?format=html`)).text());
    await page.goto(pathToFileURL(file).href);
    await page.locator('.legend li').first().waitFor();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      assert.equal(beyond, 0, `${width} px`);
    }
  });
});
