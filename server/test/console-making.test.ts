import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { ensureConsole } from '../../scripts/lib/build-console.mjs';
import { CHROMIUM_FLAGS, findChromium, NO_CHROMIUM } from './support/chromium.ts';
import { flagsFor, type ServeProcess, startServe } from './support/cli-process.ts';
import { onDisk } from './support/each-database.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SEEN_WITHIN_MS = 60_000;

const executablePath = findChromium();

describe('Making things in the console', { skip: executablePath === null && NO_CHROMIUM }, () => {
  const place = onDisk(undefined, async () => {});
  const complaints: string[] = [];
  let service: ServeProcess;
  let browser: Browser;
  let page: Page;
  let api: string;
  let home: string;

  before(async () => {
    await ensureConsole(ROOT, process.execPath);
    service = await startServe(flagsFor(place));
    browser = await chromium.launch({ executablePath: executablePath as string, args: CHROMIUM_FLAGS });
    page = await browser.newPage();
    page.setDefaultTimeout(SEEN_WITHIN_MS);
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      // What the service refuses on purpose here, the browser reports by itself.
      const isRefusal = /status of 4(12|22)/.test(message.text());
      if (message.type() === 'error' && !isRefusal) complaints.push(message.text());
    });
    const { id } = await send('POST', `${service.url}/workspaces`, { name: 'Support' });
    api = `${service.url}/workspaces/${id}`;
    home = `${service.url}/console/workspaces/${id}`;
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await place.remove();
  });

  async function send(method: string, url: string, body?: object) {
    const response = await fetch(url, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    return (await response.json()) as Record<string, never>;
  }
  const drawer = (name: string) => page.getByRole('dialog', { name });
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

  describe('candidates', () => {
    it('are made from what is offered, and a slip in a provider’s name is said at once', async () => {
      await page.goto(`${home}/candidates`);
      await press('New candidate');
      const form = drawer('New candidate');
      await form.getByLabel('Name').fill('The adder');
      await form.getByLabel('Provider').fill('baselin');
      await form.getByText('No provider is called “baselin”.').waitFor();
      await page.keyboard.press('Tab');
      await form.getByRole('button', { name: 'baseline', exact: true }).click();
      assert.equal(await form.getByLabel('Provider').inputValue(), 'baseline');
      await form.getByLabel('Model').click();
      await page.getByRole('option', { name: /^arithmetic/ }).click();
      assert.equal(await form.getByLabel('Model').inputValue(), 'arithmetic');
      await form.getByRole('button', { name: 'Add the candidate' }).click();
      await row('The adder').getByText('baseline / arithmetic').waitFor();
      assert.equal(new URL(page.url()).search, '');
    });

    it('are offered from the catalogue with price, context and date, and said not to be callable', async () => {
      await page.goto(`${home}/candidates?new=true`);
      const form = drawer('New candidate');
      await form.getByLabel('Provider').fill('anthropic');
      await form.getByText('anthropic is known and not configured here').waitFor();
      await form.getByLabel('Model').fill('claude-opus-5');
      const option = page.getByRole('option', { name: /^claude-opus-5/ }).first();
      const facts = await option.innerText();
      for (const said of ['$5.00 in', '1,000,000 tokens of context', 'as of 20'])
        assert.ok(facts.includes(said), facts);
      await page.keyboard.press('Escape');
    });

    it('say which requirements their region already contradicts', async () => {
      await send('POST', `${api}/scenarios`, {
        name: 'Europe only',
        workload_type: 'chat',
        compliance: { regions: ['EU'] },
      });
      await page.goto(`${home}/candidates?new=true`);
      const form = drawer('New candidate');
      await form.getByLabel('Cloud').fill('aws');
      await form.getByLabel('Region').fill('us-east-1');
      await form.getByText(/Europe only allows only EU, and us-east-1 of .* lies in US/).waitFor();
      await form.getByLabel('Region').fill('eu-west-1');
      await form.getByText(/Europe only allows only EU/).waitFor({ state: 'detached' });
    });

    it('are duplicated, compared and deleted', async () => {
      await page.goto(`${home}/candidates`);
      await page.getByRole('button', { name: 'Duplicate The adder' }).click();
      const copy = drawer('New candidate like The adder');
      await copy.getByLabel('Name').fill('The parrot');
      await copy.getByLabel('Model').fill('echo');
      await page.keyboard.press('Tab');
      await copy.getByRole('button', { name: 'Add the candidate' }).click();
      await row('The parrot').waitFor();
      await page.getByRole('link', { name: 'Compare two' }).click();
      const differences = page.getByRole('region', { name: 'Differences' });
      await differences.getByRole('row', { name: 'Model arithmetic echo' }).waitFor();
      await page
        .getByRole('region', { name: 'In common' })
        .getByRole('row', { name: 'Provider baseline' })
        .waitFor();
      await page.goto(`${home}/candidates?like=nobody`);
      await page.getByRole('button', { name: 'Delete The parrot' }).click();
      await drawer('Delete The parrot?').getByRole('button', { name: 'Delete' }).click();
      await row('The parrot').waitFor({ state: 'detached' });
    });

    it('tell an edit that it comes after somebody else’s', async () => {
      await page.goto(`${home}/candidates`);
      await page.getByRole('link', { name: 'The adder' }).click();
      await press('Edit');
      const form = drawer('Edit the candidate');
      await form.getByLabel('Name').fill('My adder');
      const { data } = (await send('GET', `${api}/stacks`)) as unknown as { data: { id: string }[] };
      await send('PATCH', `${api}/stacks/${data[0]?.id}`, { name: 'Their adder', model: {} });
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByText('It was changed elsewhere since you opened it.').waitFor();
      await form.getByRole('button', { name: 'Load what is there now' }).click();
      await page.waitForFunction('document.querySelector("[role=dialog] input").value === "Their adder"');
      await form.getByLabel('Name').fill('Our adder');
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Our adder', level: 1 }).waitFor();
      assert.equal(await page.title(), 'Our adder · Touchstone');
    });

    it('answer a test call, which leaves nothing behind', async () => {
      await press('Send a test call');
      await page.getByText(/It answered in/).waitFor();
      const { data } = (await send('GET', `${api}/evaluations`)) as unknown as { data: unknown[] };
      assert.deepEqual(data, []);
    });
  });

  describe('requirements', () => {
    it('are said in people’s words, and what is left empty is not demanded', async () => {
      await page.goto(`${home}/requirements`);
      await press('New requirements');
      const form = drawer('New requirements');
      await form.getByLabel('Name').fill('Busy hour');
      await form.getByLabel('Kind of work').selectOption('Conversation with people');
      await form.getByLabel('95 of 100 within, ms').fill('3500');
      await form.getByLabel('Answered requests, %').fill('99.5');
      await form.getByRole('button', { name: 'Add EU' }).click();
      await form.getByRole('button', { name: 'Add ISO 27001' }).click();
      await form.getByRole('button', { name: 'Add the requirements' }).click();
      await page.getByRole('link', { name: 'Busy hour' }).click();
      await page.getByText('Last changed').waitFor();
      const text = await page.getByRole('main').innerText();
      for (const said of [
        'Conversation with people',
        'within 3,500 ms',
        '99.5 % of the requests',
        'ISO 27001',
      ])
        assert.ok(text.includes(said), text);
      assert.ok(!text.includes('A month'), text);
    });

    it('say what is impossible, are edited, duplicated and deleted', async () => {
      await press('Edit');
      const form = drawer('Edit the requirements');
      await form.getByLabel('99 of 100 within, ms').fill('3000');
      await form.getByRole('button', { name: 'Save' }).click();
      await form.getByText('Latency limits must not fall').waitFor();
      await form.getByLabel('99 of 100 within, ms').fill('');
      await form.getByLabel('95 of 100 within, ms').fill('');
      await form.getByLabel('Budget a month, USD').fill('18000');
      await form.getByRole('button', { name: 'Save' }).click();
      await page.getByText('at most $18,000').waitFor();
      assert.ok(!(await page.getByRole('main').innerText()).includes('3,500'));
      await page.getByRole('link', { name: 'Duplicate' }).click();
      await drawer('New requirements like Busy hour')
        .getByRole('button', { name: 'Add the requirements' })
        .click();
      await page.getByRole('button', { name: 'Delete Busy hour (copy)' }).click();
      await drawer('Delete Busy hour (copy)?').getByRole('button', { name: 'Delete' }).click();
      await row('Busy hour (copy)').waitFor({ state: 'detached' });
    });
  });

  it('says nothing in the console of the browser', () => {
    assert.deepEqual(complaints, []);
  });
});
