import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { writeProviders } from '../support/evaluation-service.ts';
import { type Service, startService } from '../support/service.ts';

describe('The prices of a workspace', IN_BROWSER, () => {
  let service: Service;
  let browser: Browser;
  let page: Page;
  let address: string;
  let id: string;

  before(async () => {
    const place = onDisk(undefined, async () => {});
    const prices = { dear: { input_usd_per_million: 7, output_usd_per_million: 9 } };
    const config = writeProviders(place.dataDir, { url: 'http://127.0.0.1:9' }, { prices });
    service = await startService(place, { 'touchstone-config': config });
    id = (await service.call('POST', '/workspaces', { name: 'Prices' })).body.id;
    address = `${service.url}/console/workspaces/${id}/settings/prices`;
    browser = await openBrowser();
    page = await openPage(browser);
    await page.goto(address);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const rowOf = (model: string) =>
    page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: model, exact: true }) });

  it('are searched, and say whose they are', async () => {
    await page.getByText('No price was set.').waitFor();
    await page.getByLabel('Search').fill('claude-sonnet-5 anthropic');
    await rowOf('claude-sonnet-5').getByText('the catalogue').first().waitFor();
    assert.equal(new URL(page.url()).searchParams.get('q'), 'claude-sonnet-5 anthropic');
    await page.getByLabel('Search').fill('dear mock');
    await rowOf('dear').getByText('the provider', { exact: true }).waitFor();
    await page.getByLabel('Search').fill('claude-sonnet-5 anthropic');
    assert.deepEqual(await faults(page), []);
  });

  it('are set by keyboard with source and date, for this workspace', async () => {
    const set = rowOf('claude-sonnet-5')
      .getByRole('button', { name: /^Set the price of anthropic/ })
      .first();
    await set.focus();
    await page.keyboard.press('Enter');
    const form = page.getByRole('form', { name: 'Set a price' });
    assert.equal(await form.getByLabel('Model', { exact: true }).inputValue(), 'claude-sonnet-5');
    await form.getByLabel('Input, USD per million tokens', { exact: true }).fill('1.25');
    await form.getByLabel('Source', { exact: true }).fill('contract 4711');
    await form.getByLabel('Date of the source').fill('2026-11-01');
    assert.deepEqual(await faults(page), []);
    await form.getByLabel('Source', { exact: true }).press('Enter');
    await form.waitFor({ state: 'detached' });
    await rowOf('claude-sonnet-5').getByText('this workspace', { exact: true }).first().waitFor();
    await page.getByText(/\$1\.25 input.*for this workspace · contract 4711, 2026-11-01/).waitFor();
    const [price] = (await service.call('GET', `/workspaces/${id}/prices`)).body.data;
    assert.ok(price.cache_write_usd_per_million > 0, 'what the form does not ask for is kept');
  });

  it('are set for all workspaces, and say why they are refused', async () => {
    await page.getByRole('button', { name: 'Set a price' }).click();
    const form = page.getByRole('form', { name: 'Set a price' });
    await form.getByLabel('Provider').fill('ours');
    await form.getByLabel('Model', { exact: true }).fill('own-model');
    await form.getByLabel('Input, USD per million tokens', { exact: true }).fill('2');
    await form.getByLabel('Source', { exact: true }).fill('invoice 7');
    await form.getByLabel('Applies to').selectOption('service');
    await form.getByLabel('From').fill('2027-01-01');
    await form.getByLabel('Until').fill('2026-01-01');
    await form.getByRole('button', { name: 'Set price' }).click();
    await form
      .getByText(/not after from/)
      .first()
      .waitFor();
    await form.getByLabel('From').fill('');
    await form.getByLabel('Until').fill('');
    await form.getByRole('button', { name: 'Set price' }).click();
    await form.waitFor({ state: 'detached' });
    await page.getByLabel('Search').fill('own-model');
    await rowOf('own-model').getByText('all workspaces', { exact: true }).waitFor();
    const { body } = await service.call('GET', '/catalog/prices');
    assert.deepEqual(
      body.data.map(({ source }: { source: string }) => source),
      ['invoice 7'],
    );
  });

  it('are withdrawn, and stay in the history', async () => {
    await page.getByRole('button', { name: 'Withdraw the price of anthropic/claude-sonnet-5' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByText('anthropic/claude-sonnet-5', { exact: true }).waitFor({ state: 'detached' });
    await page.getByLabel('Show prices that were withdrawn or replaced').check();
    await page.getByText(/contract 4711, 2026-11-01 · set .* · ended/).waitFor();
    assert.deepEqual(await faults(page), []);
  });

  it('have no controls for a viewer, and those of the workspace alone for an editor', async () => {
    const admin = (await service.call('POST', '/api-keys', { name: 'a', role: 'admin' })).body.key;
    const key = async (role: string) =>
      (await service.call('POST', '/api-keys', { name: role, role }, { authorization: `Bearer ${admin}` }))
        .body.key;
    for (const [role, setters, withdrawers] of [
      ['viewer', 0, 0],
      ['editor', 1, 0],
    ] as const) {
      const own = await openPage(browser);
      await own.goto(address);
      await own.getByLabel('API key').fill(await key(role));
      await own.keyboard.press('Enter');
      await own.getByText('ours/own-model', { exact: true }).waitFor();
      assert.equal(await own.getByRole('button', { name: 'Set a price' }).count(), setters, role);
      assert.equal(await own.getByRole('button', { name: /^Withdraw/ }).count(), withdrawers, role);
      await own.close();
    }
  });
});
