import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { complaintsOf, faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { newWorkspace } from '../support/resource-behaviour.ts';
import { type Service, startService } from '../support/service.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/imports/traffic.jsonl', import.meta.url));

describe('Recorded traffic in the console', IN_BROWSER, () => {
  let service: Service;
  let browser: Browser;
  let page: Page;
  let workspaceId: string;
  let complaints: string[];

  before(async () => {
    service = await startService(onDisk(undefined, async () => {}));
    workspaceId = await newWorkspace(service);
    browser = await openBrowser();
    page = await openPage(browser);
    complaints = complaintsOf(page);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('imports a file from the room of sources, and says what was found, taken out and made', async () => {
    await page.goto(`${service.url}/console/workspaces/${workspaceId}/sources`);
    await page.getByRole('link', { name: 'Import recorded traffic' }).click();
    const form = page.getByRole('form', { name: 'Import recorded traffic' });
    await form.getByLabel('File', { exact: true }).setInputFiles(EXAMPLE);
    await form.getByLabel('Name').fill('Monday');
    await form.getByRole('button', { name: 'Import' }).click();
    await page.getByText('OTLP/JSON spans · 12 calls · 4 sessions · 11 items').waitFor();
    assert.deepEqual(await faults(page), []);
    await page.getByRole('link', { name: 'Monday' }).click();
    await page.getByText('Taken out and not stored: 3 e-mail addresses, 1 card number.').waitFor();
    await page.getByText('Left out, since they call no model: 12 spans that call no model.').waitFor();
    await page.getByRole('link', { name: 'Monday (sessions)' }).waitFor();
    assert.deepEqual(await faults(page), []);
  });

  it('begins a new evaluation with its items', async () => {
    await page.getByRole('link', { name: 'New evaluation of its items' }).click();
    await page.getByRole('heading', { name: 'New evaluation' }).waitFor();
    await page
      .getByRole('link', { name: 'What is asked' })
      .or(page.getByRole('button', { name: 'What is asked' }))
      .first()
      .click();
    const source = page.getByLabel('Source with the questions');
    await source.waitFor();
    assert.equal(await source.locator('option:checked').innerText(), 'Monday (items)');
    await page.goBack();
  });

  it('says of a file that cannot be used which line is wrong, and that nothing was kept', async () => {
    await page.goto(`${service.url}/console/workspaces/${workspaceId}/imports`);
    const form = page.getByRole('form', { name: 'Import recorded traffic' });
    const buffer = Buffer.from('{"input": "Is it open?"}\n{"input": \n');
    await form
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'bad.jsonl', mimeType: 'application/json', buffer });
    await form.getByRole('button', { name: 'Import' }).click();
    await form.getByText('line 2: it is no valid JSON').first().waitFor();
    await page.getByRole('link', { name: 'bad.jsonl' }).click();
    await page.getByText('Nothing of the file was kept.').waitFor();
  });

  it('goes on with a file that was cut off, and deletes an import', async () => {
    const { body } = await service.call('POST', `/workspaces/${workspaceId}/imports`, { name: 'Cut off' });
    await page.goto(`${service.url}/console/workspaces/${workspaceId}/imports/${body.id}`);
    await page.getByLabel('The same file').setInputFiles(EXAMPLE);
    await page.getByRole('link', { name: 'Cut off (items)' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Imports' }).waitFor();
    await page.getByRole('link', { name: 'Cut off' }).waitFor({ state: 'detached' });
    assert.deepEqual(
      complaints.filter((said) => !said.includes('422')),
      [],
    );
  });
});
