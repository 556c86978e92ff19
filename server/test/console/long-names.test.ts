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

const ROOMS = ['', '/quality', '/load', '/cost', '/weights', '/samples', '/run', '/compare'];

describe('A candidate whose name is one long word', IN_BROWSER, () => {
  const folder = temporaryFolder();
  let service: Service;
  let browser: Browser;
  let page: Page;
  /** Of the evaluation, in the API and below `/console`. */
  let path: string;

  before(async () => {
    service = await startService(onDisk(undefined, async () => {}));
    const { body: workspace } = await service.call('POST', '/workspaces', { name: 'Long' });
    const { body: scenario } = await service.call('POST', `/workspaces/${workspace.id}/scenarios`, {
      name: 'S'.repeat(200),
      workload_type: 'chat',
      slo_requirements: { p95_latency_ms: 900 },
    });
    const targets = ['arithmetic', 'echo'].map((model_id, i) => ({
      ...{ target_type: 'model', model_provider: 'baseline', model_id },
      label: `${i}${'W'.repeat(190)}`,
    }));
    const { body, status } = await service.call('POST', `/workspaces/${workspace.id}/evaluations`, {
      name: 'V'.repeat(200),
      targets: [...targets, { target_type: 'scenario', target_id: scenario.id }],
      benchmarks: [
        { benchmark_type: 'arithmetic', num_samples: 20 },
        { benchmark_type: 'cost' },
        { benchmark_type: 'compliance' },
        { benchmark_type: 'lock_in' },
      ],
    });
    assert.equal(status, 201, JSON.stringify(body));
    path = `/workspaces/${workspace.id}/evaluations/${body.id}`;
    await until(async () => {
      const { body: now } = await service.call('GET', path);
      return now.status === 'completed';
    });
    browser = await openBrowser();
    page = await openPage(browser);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    folder.remove();
  });

  /** By how much the page is wider than the screen, on a phone and on a desk. */
  async function beyondAtAnyWidth(): Promise<string[]> {
    const found: string[] = [];
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const beyond = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      if (beyond > 0) found.push(`${beyond} px at ${width} px`);
    }
    return found;
  }

  for (const room of ROOMS)
    it(`does not make ${room === '' ? 'the overview' : room} scroll sideways, with all that it folds`, async () => {
      await page.goto(`${service.url}/console${path}${room}`);
      await page.getByText('VVV').first().waitFor();
      await page.locator('.waiting').first().waitFor({ state: 'detached' });
      await page.evaluate('document.querySelectorAll("details").forEach((one) => { one.open = true; })');
      assert.deepEqual(await beyondAtAnyWidth(), []);
    });

  it('does not make the HTML report scroll sideways', async () => {
    const file = join(folder.path, 'report.html');
    writeFileSync(file, await (await fetch(`${service.url}${path}/export?format=html`)).text());
    await page.goto(pathToFileURL(file).href);
    await page.locator('.legend li').first().waitFor();
    assert.deepEqual(await beyondAtAnyWidth(), []);
  });
});
