import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { type AccessService, startAccessService } from '../support/access-service.ts';
import { faults, IN_BROWSER, openBrowser } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';

const UPLOAD_LIMIT = 20_000;
/** Less than a test has, so that it says which step waited. */
const SEEN_WITHIN_MS = 25_000;

describe('The console says what went wrong, and what to do', IN_BROWSER, () => {
  let service: AccessService;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let admin: string;
  let home: string;

  before(async () => {
    service = await startAccessService(
      onDisk(undefined, async () => {}),
      {
        'upload-limit-bytes': String(UPLOAD_LIMIT),
      },
    );
    const { body } = await service.ask('POST', '/workspaces', { json: { name: 'Support' } });
    home = `${service.url}/console/workspaces/${body.id}`;
    admin = (await service.makeKey('admin')).key;
    browser = await openBrowser();
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    page = await context.newPage();
    page.setDefaultTimeout(SEEN_WITHIN_MS);
    await page.goto(home);
    await signIn(admin);
    await page.getByRole('heading', { name: 'Decision', level: 1 }).waitFor();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function signIn(key: string): Promise<void> {
    await page.getByLabel('API key').fill(key);
    await page.getByRole('button', { name: 'Sign in' }).click();
  }
  const room = (name: string) => page.getByRole('link', { name, exact: true }).click();
  const alert = (text: string | RegExp) => page.getByRole('alert').getByText(text);
  const box = () => page.getByLabel('Add addresses, text or files');

  it('a text that is too large: its limit is named, and the text is still there', async () => {
    await room('Sources');
    await box().fill('word '.repeat(UPLOAD_LIMIT));
    await page.getByRole('button', { name: 'Add source', exact: true }).click();
    await alert(/exceeds the limit of [\d,]+ bytes/)
      .first()
      .waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
  });

  it('a proxy that refuses so much: it is not the service, and less can be sent', async () => {
    await room('Requirements');
    await page.route('**/scenarios', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>413</h1>' })
        : route.continue(),
    );
    await fillRequirements('Too large');
    await send();
    await alert('A proxy in front of the service rejected the request as too large. Send less').waitFor();
    await page.unroute('**/scenarios');
  });

  it('a service that fails: what to do, and sending again when it is well, with what was typed', async () => {
    let answers = 0;
    await page.route('**/scenarios', (route) =>
      route.request().method() === 'POST' && ++answers === 1
        ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad gateway</h1>' })
        : route.continue(),
    );
    await send();
    await alert('A proxy in front of the service could not reach it (502). Try again').waitFor();
    await send();
    await page.getByRole('row').filter({ hasText: 'Too large' }).waitFor();
    await page.unroute('**/scenarios');
  });

  it('a connection that is lost: what was typed stays, and is sent when the service is reached again', async () => {
    await fillRequirements('Typed before');
    await context.setOffline(true);
    await send();
    await alert('The service cannot be reached.').waitFor();
    assert.equal(await page.getByRole('dialog').getByLabel('Name').inputValue(), 'Typed before');
    await context.setOffline(false);
    await send();
    await page.getByRole('row').filter({ hasText: 'Typed before' }).waitFor();
  });

  it('too many requests: when to try again', async () => {
    await page.route('**/scenarios', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({
            status: 429,
            contentType: 'application/problem+json',
            headers: { 'retry-after': '40' },
            body: JSON.stringify({
              code: 'rate_limited',
              status: 429,
              title: 'Too many requests',
              detail: 'This key may send 60 requests a minute; wait and try again.',
            }),
          })
        : route.continue(),
    );
    await fillRequirements('Once too often');
    await send();
    await alert(/may send 60 requests a minute; wait and try again\. Try again in 40 s\.$/).waitFor();
    await page.unroute('**/scenarios');
    await page.getByRole('button', { name: 'Cancel' }).click();
  });

  it('an address that names nothing: a person’s words', async () => {
    await page.goto(`${home}/candidates/nothing`);
    await alert(/^Nothing was found at this address\. The address may be wrong/).waitFor();
  });

  it('a key that is revoked under an open page: asks for another, and goes on with the page', async () => {
    const { id, key } = await service.makeKey('editor', admin);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await signIn(key);
    await room('Requirements');
    await page.getByRole('row').filter({ hasText: 'Typed before' }).waitFor();
    await service.ask('DELETE', `/api-keys/${id}`, { key: admin });
    await alert(/^You are signed out: your key was revoked/).waitFor();
    assert.deepEqual(await faults(page), []);
    await signIn(admin);
    await page.getByRole('heading', { name: 'Requirements', level: 1 }).waitFor();
    await page.getByRole('row').filter({ hasText: 'Typed before' }).waitFor();
  });

  async function fillRequirements(name: string): Promise<void> {
    await page.getByRole('button', { name: 'New requirements' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
  }
  const send = () => page.getByRole('button', { name: 'Create requirements' }).click();
});
