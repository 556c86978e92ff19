import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type KeyedProvider, startKeyedProvider } from '../support/keyed-provider.ts';
import { type Service, startService } from '../support/service.ts';

const KEY = `sk-planted-${randomBytes(12).toString('hex')}`;

describe('The model providers in the console', IN_BROWSER, () => {
  let server: KeyedProvider;
  let browser: Browser;

  before(async () => {
    server = await startKeyedProvider(KEY);
    browser = await openBrowser();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
  });

  async function open(encryptionKeys: string): Promise<{ service: Service; page: Page }> {
    const env = { ENCRYPTION_KEYS: encryptionKeys };
    const place = onDisk(undefined, async () => {});
    const service = await startService(place, { 'target-allow-hosts': server.pair }, env);
    const { body } = await service.call('POST', '/workspaces', { name: 'W' });
    const page = await openPage(browser);
    await page.goto(`${service.url}/console/workspaces/${body.id}/settings/providers`);
    return { service, page };
  }

  it('are added with a key that is never shown, checked, changed and removed', async () => {
    const { service, page } = await open(randomBytes(32).toString('base64'));
    try {
      await page.getByRole('button', { name: 'New provider' }).click();
      const form = page.getByRole('form', { name: 'New provider' });
      await form.getByLabel('Name').fill('ours');
      await form.getByLabel('Kind').selectOption('openai-compatible');
      await form.getByLabel('Address').fill(server.baseUrl);
      await form.getByLabel('API key').fill(KEY);
      assert.deepEqual(await faults(page), []);
      await form.getByRole('button', { name: 'Add provider' }).click();
      const ours = page.getByRole('article', { name: 'ours' });
      await ours.getByText('added here or by the API').waitFor();
      assert.ok(!(await page.content()).includes(KEY));

      await ours.getByRole('button', { name: 'Check ours' }).click();
      const check = page.getByRole('dialog', { name: 'Check ours' });
      await check.getByLabel('Model').fill('able');
      await check.getByRole('button', { name: 'Check', exact: true }).click();
      const responds = check.locator('dt:text-is("Responds") + dd');
      await responds.waitFor();
      assert.match(await responds.innerText(), /^yes/);
      assert.deepEqual(await faults(page), []);
      await page.keyboard.press('Escape');

      await ours.getByRole('button', { name: 'Change ours' }).click();
      const change = page.getByRole('form', { name: 'Change ours' });
      await change.getByLabel('Address').fill('https://api.example.com/v1');
      await change.getByRole('button', { name: 'Save' }).click();
      await change
        .getByText(/Send the key again with the new address/)
        .first()
        .waitFor();
      await page.reload();

      await ours.getByRole('button', { name: 'Remove ours' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await ours.waitFor({ state: 'detached' });
    } finally {
      await page.close();
      await service.stop();
    }
  });

  it('say what to set where the service has no key ring, and are added without a key', async () => {
    const { service, page } = await open('');
    try {
      await page.getByRole('button', { name: 'New provider' }).click();
      const form = page.getByRole('dialog');
      await form.getByText(/ENCRYPTION_KEYS is not set.*openssl rand -base64 32/).waitFor();
      assert.equal(await form.getByLabel('API key').isDisabled(), true);
      await form.getByLabel('Name').fill('keyless');
      await form.getByLabel('Kind').selectOption('openai-compatible');
      await form.getByLabel('Address').fill(server.baseUrl);
      await form.getByRole('button', { name: 'Add provider' }).click();
      await page.getByRole('article', { name: 'keyless' }).waitFor();
    } finally {
      await page.close();
      await service.stop();
    }
  });
});
