import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type Service, startService } from '../support/service.ts';
import { isSignedBy, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

describe('The webhooks of a workspace', IN_BROWSER, () => {
  let service: Service;
  let receiver: WebhookReceiver;
  let browser: Browser;
  let page: Page;
  let status = 500;
  let api: string;

  before(async () => {
    receiver = await startWebhookReceiver((_, response) => response.writeHead(status).end());
    const place = onDisk(undefined, async () => {});
    service = await startService(place, { 'fetch-allow-hosts': receiver.pair });
    const { body } = await service.call('POST', '/workspaces', { name: 'Hooks' });
    api = `/workspaces/${body.id}`;
    browser = await openBrowser();
    page = await openPage(browser);
    await page.goto(`${service.url}/console/workspaces/${body.id}/settings/webhooks`);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await receiver?.stop();
  });

  /** What the dialog shows this once. */
  const secret = () => page.getByRole('dialog').locator('.secret code').innerText();
  const close = () => page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();

  it('are made, with a secret that is shown once, and say why an address is refused', async () => {
    await page.getByText('No webhooks yet.').waitFor();
    await page.getByRole('button', { name: 'New webhook' }).click();
    const form = page.getByRole('form', { name: 'New webhook' });
    await form.getByLabel('Name').fill('On call');
    await form.getByLabel('URL').fill('http://hooks.example.com/');
    await form.getByLabel('an evaluation fails').check();
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await form
      .getByText(/Messages sent over http can be read in transit/)
      .first()
      .waitFor();
    await form.getByLabel('URL').fill(`${receiver.url}/hook`);
    await form.getByRole('button', { name: 'Create webhook' }).click();
    await page.getByText('Copy the signing secret now.').waitFor();
    assert.match(await secret(), /^whsec_/);
    await close();
    await page.getByText('a series raises an alarm · an evaluation fails').waitFor();
    assert.deepEqual(await faults(page), []);
  });

  it('are edited, unless somebody else changed them meanwhile', async () => {
    const edit = page.getByRole('dialog', { name: 'Edit On call' });
    await page.getByRole('button', { name: 'Edit On call' }).click();
    await edit.getByLabel('URL').fill(`${receiver.url}/other`);
    await edit.getByLabel('an evaluation completes').check();
    assert.deepEqual(await faults(page), []);
    const { body } = await service.call('GET', `${api}/webhooks`);
    await service.call('PATCH', `${api}/webhooks/${body.data[0].id}`, { name: 'At night' });
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByText(/Someone else changed this/).waitFor();
    await edit.getByRole('button', { name: 'Load the latest version' }).click();
    await edit.getByRole('alert').waitFor({ state: 'detached' });
    assert.equal(await edit.getByLabel('Name').inputValue(), 'At night');
    await edit.getByLabel('Name').fill('On call');
    await edit.getByLabel('URL').fill(`${receiver.url}/other`);
    await edit.getByLabel('an evaluation fails').uncheck();
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByText('a series raises an alarm', { exact: true }).waitFor();
    await page.getByText(`${receiver.url}/other`).waitFor();
    await page.getByText('active', { exact: false }).first().waitFor();
  });

  it('get a new secret, a test, and what failed again', async () => {
    await page.getByRole('button', { name: 'Rotate secret of On call' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    await page.getByText('Copy the signing secret now.').waitFor();
    const made = await secret();
    await close();
    await page.getByText(/the previous secret is valid until/).waitFor();

    status = 410;
    await page.getByRole('button', { name: 'Send test' }).click();
    const drawer = page.getByRole('dialog', { name: 'Deliveries of On call' });
    await drawer.getByText(/The receiver responded 410 Gone/).waitFor();
    assert.deepEqual(await faults(page), []);
    assert.ok(receiver.received.every((message) => isSignedBy(made, message)));
    await close();
    await page.getByText(/The receiver responded 410 Gone/).waitFor();

    status = 204;
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('active', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Deliveries of On call' }).click();
    await drawer.getByRole('button', { name: 'Send again' }).click();
    await drawer.getByText('delivered', { exact: true }).waitFor();
    await close();
  });

  it('are deleted', async () => {
    await page.getByRole('button', { name: 'Delete On call' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No webhooks yet.').waitFor();
  });
});
