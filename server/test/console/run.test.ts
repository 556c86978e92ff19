import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

describe('What can be done with an evaluation in the console', IN_BROWSER, () => {
  let service: Service;
  let browser: Browser;
  let page: Page;
  /** The path of the evaluation, in the API and below `/console`. */
  let path: string;

  before(async () => {
    service = await startService(onDisk(undefined, async () => {}));
    const { body: workspace } = await service.call('POST', '/workspaces', { name: 'Sums' });
    const evaluations = `/workspaces/${workspace.id}/evaluations`;
    const { body } = await service.call('POST', evaluations, {
      name: 'First',
      targets: ['arithmetic', 'echo'].map((model_id) => ({
        target_type: 'model',
        model_provider: 'baseline',
        model_id,
      })),
      benchmarks: [{ benchmark_type: 'arithmetic', num_samples: 20 }],
    });
    path = `${evaluations}/${body.id}`;
    await until(async () => {
      return (await service.call('GET', path)).body.status === 'completed';
    });
    browser = await openBrowser();
    page = await openPage(browser);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const menu = async (name: string, item: string) => {
    await page.getByRole('button', { name }).click();
    return page.getByRole('menuitem', { name: item });
  };

  it('shows how far each candidate is, and exports every format', async () => {
    await page.goto(`${service.url}/console${path}/run`);
    const progress = page.getByRole('region', { name: 'Progress' });
    await progress.getByText('40 of 40', { exact: true }).waitFor();
    // Nothing failed, so nothing is to be tried again.
    await page.getByRole('button', { name: 'Rescore' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Retry failures' }).count(), 0);
    await progress.getByRole('row', { name: /arithmetic 20 of 20/ }).waitFor();
    const report = await menu('Export', 'Report (HTML)');
    const waiting = page.waitForEvent('download');
    await report.click();
    assert.match((await waiting).suggestedFilename(), /\.html$/);
  });

  it('names it anew', async () => {
    await (await menu('More actions for First', 'Rename')).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Sums of two');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Sums of two', level: 1 }).waitFor();
    assert.equal((await service.call('GET', path)).body.name, 'Sums of two');
  });

  it('runs it again as a new evaluation, and shows the scores of both side by side by the address', async () => {
    await page.getByRole('button', { name: 'Rerun' }).click();
    const asked = page.getByRole('dialog', { name: 'Rerun “Sums of two”?' });
    await asked.getByText('40', { exact: true }).waitFor();
    await asked.getByRole('button', { name: 'Rerun evaluation' }).click();
    await page.getByRole('heading', { name: 'Sums of two (again)', level: 1 }).waitFor();
    await page.waitForURL((url) => url.pathname.endsWith('/run') && !url.pathname.includes(path));
    await page.getByText('40 of 40').waitFor();
    await (await menu('More actions for', 'Compare with another evaluation')).click();
    await page.getByLabel('Other evaluation').selectOption({ label: 'Sums of two' });
    const scores = page.getByRole('row', { name: /arithmetic.*100\.0 %.*100\.0 %/ });
    await scores.waitFor();
    await page.reload();
    await scores.waitFor();
  });

  it('keeps the manifest within reach, and deletes after a question', async () => {
    await page.goto(`${service.url}/console${path}/run`);
    await page.getByText('Manifest: the exact definition').click();
    await page.getByText('"random_seed"').waitFor();
    await (await menu('More actions for', 'Delete')).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Evaluations', level: 1 }).waitFor();
    assert.equal((await service.call('GET', path)).status, 404);
  });
});
