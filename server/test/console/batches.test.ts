import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { complaintsOf, faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type EvaluationService, startEvaluationService } from '../support/evaluation-service.ts';

const PRICE = { input_usd_per_million: 2, output_usd_per_million: 8 };
/** So long that a batch is seen at its provider. */
const PROCESSING_MS = 600_000;

describe('Evaluations in batches', IN_BROWSER, () => {
  let service: EvaluationService;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let home: string;
  let api: string;

  before(async () => {
    const place = onDisk(undefined, async () => {});
    const provider = { kind: 'openai', prices: { a: PRICE }, batches: { max_requests: 30 } };
    service = await startEvaluationService(place, {}, provider, { 'batch-poll-ms': '50' });
    api = `/workspaces/${await service.newWorkspace()}`;
    home = `${service.url}/console${api}`;
    await make('stacks', { name: 'Alpha', model: { provider: 'mock', model_id: 'a' } });
    await make('stacks', { name: 'Adder', model: { provider: 'baseline', model_id: 'arithmetic' } });
    await make('scenarios', {
      name: 'Fast',
      workload_type: 'chat',
      slo_requirements: { p95_latency_ms: 900, throughput_rps: 2 },
    });
    browser = await openBrowser();
    page = await openPage(browser);
    // What cannot be asked in batches is refused on purpose.
    complaints = complaintsOf(page, /status of 422/);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function make(noun: string, body: object): Promise<void> {
    const { status, body: made } = await service.call('POST', `${api}/${noun}`, body);
    assert.equal(status, 201, JSON.stringify(made));
  }
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const choice = () => page.getByLabel('Delivery');
  const estimate = () => page.getByRole('complementary', { name: 'Estimate' });

  it('cannot be chosen with a candidate whose provider sells none, which is said', async () => {
    await page.goto(`${home}/evaluations/new`);
    await page.getByLabel(/^Fast/).uncheck();
    await press('Next');
    await page.getByLabel('Benchmark to add').selectOption('arithmetic');
    await press('Add benchmark');
    await press('Next');
    await page
      .getByText(/Batches are not available: Adder is called at baseline, which does not support batches/)
      .waitFor();
    assert.equal(await choice().getByRole('option', { name: 'Batches' }).isDisabled(), true);
    assert.deepEqual(await faults(page), []);
  });

  it('cannot be chosen with what measures time, which can be left out there', async () => {
    await page.goto(`${home}/evaluations/new?step=1`);
    await page.getByLabel(/^Adder/).uncheck();
    await page.getByLabel(/^Fast/).check();
    await page.getByRole('link', { name: '3. Size and cost' }).click();
    await page.getByText(/Batches are not available: load\/Fast cannot be sent in batches/).waitFor();
    await press('Skip measurements that need single calls');
    await page.getByText(/in batches, .* by single calls\. Most batches end within an hour/).waitFor();
  });

  it('are chosen with both prices, and the estimate says both', async () => {
    await page.getByLabel('Questions per benchmark').fill('60');
    await choice().selectOption({ label: 'Batches, at half the price' });
    await estimate()
      .getByText(/; \$\S+ by single calls$/)
      .waitFor();
    await estimate().getByText('up to 24 hours per batch', { exact: true }).waitFor();
    assert.deepEqual(await faults(page), []);
    await service.mock.setScript({ batches: { processing_ms: PROCESSING_MS } });
    await press('Run evaluation');
    await page.waitForURL(/evaluations\/[0-9a-f-]{36}/);
  });

  it('show how far they are at the provider, and what they answered', async () => {
    const { body } = await service.call('GET', `${api}/evaluations`);
    const path = `${api}/evaluations/${body.data[0].id}`;
    await page.goto(`${service.url}/console${path}/run`);
    const batches = page.getByRole('region', { name: 'Delivery in batches' });
    await batches.getByText('0 of 2', { exact: true }).waitFor();
    await batches.getByText('at the provider', { exact: false }).nth(1).waitFor();
    assert.deepEqual(await faults(page), []);
    await press('Cancel');
    await service.mock.setScript({});
    await press('Resume');
    await service.ended(path);
    await page.reload();
    await batches
      .getByText(/^ended/)
      .first()
      .waitFor();
    assert.deepEqual(await faults(page), []);
  });

  it('say that latency was not measured, with the requirement on it unknown', async () => {
    await page.getByRole('link', { name: 'Load', exact: true }).click();
    await page.getByText(/Responses came from batches, so latency was not measured/).waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('row', { name: /Alpha .*not known/ }).waitFor();
  });

  it('are not how a load is sent that is measured after them', async () => {
    await page
      .getByRole('button', { name: /^Measure: / })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText(/^Load at the peak rate|^Load/)
      .first()
      .waitFor();
    await dialog.getByRole('button', { name: 'Start measuring', disabled: false }).waitFor();
    await dialog.getByRole('link', { name: 'Edit first' }).click();
    await page.getByRole('link', { name: '3. Size and cost' }).click();
    await page.getByText(/Batches are not available: load/).waitFor();
    assert.equal(await choice().inputValue(), '');
  });

  it('stay the choice of a rerun, with or without changes', async () => {
    const { body } = await service.call('GET', `${api}/evaluations`);
    await page.goto(`${home}/evaluations/new?from=${body.data[0].id}&step=3`);
    await page.getByText(/in batches, .* by single calls/).waitFor();
    assert.equal(await choice().inputValue(), 'batch');
    await page.goto(`${home}/evaluations/${body.data[0].id}/run`);
    await press('Rerun');
    await page
      .getByRole('dialog')
      .getByText(/by single calls/)
      .waitFor();
    assert.deepEqual(complaints, []);
  });
});
