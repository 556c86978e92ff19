import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { complaintsOf, faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const NOTES =
  '# Speed\n\nAt 14:20 in June the gateway answered 95 % of requests within 140 ms [1]. It was restarted twice.\n\n' +
  '# Money\n\nThe contract ends on 31 March 2027. Nobody has asked for a new price.';

describe('The conversation in a browser', IN_BROWSER, () => {
  let service: Service;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let api: string;

  before(async () => {
    service = await startService(onDisk(undefined, async () => {}));
    const { body } = await service.call('POST', '/workspaces', { name: 'Shop' });
    api = `/workspaces/${body.id}`;
    const source = { type: 'text', title: 'Notes', content: NOTES };
    const { id } = (await service.call('POST', `${api}/sources`, source)).body;
    await until(async () => (await service.call('GET', `${api}/sources/${id}`)).body.status === 'ready');
    browser = await openBrowser();
    page = await openPage(browser);
    complaints = complaintsOf(page);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('answers a question with a quote that leads to its place', async () => {
    await page.goto(`${service.url}/console${api}/conversation`);
    await page.getByLabel('Message (Markdown)').fill('How fast did the gateway answer in June?');
    await page.getByRole('button', { name: 'Send' }).click();
    const answer = page.locator('li.assistant');
    await answer.getByText('within 140 ms [1]').first().waitFor();
    const [quote] = await answer.locator('blockquote.passage').allTextContents();
    assert.match(quote ?? '', /At 14:20 in June the gateway answered 95 % of requests within 140 ms \[1\]\./);
    await answer.getByText('Steps').click();
    await answer.getByText('search', { exact: true }).waitFor();
    await answer.getByText('1 citation').click();
    assert.deepEqual(await faults(page), []);
    await answer.getByRole('link', { name: '[1]' }).first().click();
    await page.waitForURL(/\/sources\/.*chunk=/);
    await page.getByText('within 140 ms [1]').first().waitFor();
    assert.deepEqual(complaints, []);
  });

  it('keeps a person’s words without an answer where none is wanted, and pins them', async () => {
    await page.goto(`${service.url}/console${api}/conversation`);
    await page.getByText('Message options').click();
    await page.getByLabel('Let an agent answer').uncheck();
    await page.getByLabel('Message (Markdown)').fill('We stay in Frankfurt.');
    await page.getByRole('button', { name: 'Send' }).click();
    const said = page.locator('li.user', { hasText: 'We stay in Frankfurt.' });
    await said.getByRole('button', { name: /^Pin the message/ }).click();
    await said.getByRole('button', { name: /^Pin the message/, pressed: true }).waitFor();
    const { body } = await service.call('GET', `${api}/messages?order=desc&limit=1`);
    assert.deepEqual([body.data[0].pinned, body.data[0].answer_id], [true, undefined]);
  });

  it('begins a question about what is shown', async () => {
    const { id } = (await service.call('POST', `${api}/scenarios`, { name: 'Chat', workload_type: 'chat' }))
      .body;
    await page.goto(`${service.url}/console${api}/requirements/${id}`);
    await page.getByRole('link', { name: 'Ask about this' }).click();
    const field = page.getByLabel('Message (Markdown)');
    await field.waitFor();
    assert.match(await field.inputValue(), /“Chat”/);
  });

  it('leads to pages of the console, and to nothing else of the service', async () => {
    const content = `[a page](/console${api}/requirements) [a file](/openapi.json) [odd](//[) [out](/console/workspaces/../../openapi.json)`;
    await service.call('POST', `${api}/messages`, { role: 'assistant', content });
    await page.goto(`${service.url}/console${api}/conversation`);
    const said = page.locator('li.assistant', { hasText: 'a page' });
    await said.waitFor();
    assert.deepEqual(await said.getByRole('link').allTextContents(), ['a page']);
    await said.getByRole('link').click();
    await page.waitForURL(/\/requirements$/);
    assert.deepEqual(complaints, []);
  });

  it('says what needs a model, with the way to the form for it', async () => {
    await page.goto(`${service.url}/console${api}/conversation`);
    await page.getByLabel('Message (Markdown)').fill('Draft a scenario: chat, p95 under 800 ms');
    await page.getByRole('button', { name: 'Send' }).click();
    const answer = page.locator('li.assistant', {
      hasText: 'Drafting a scenario from a description needs a model',
    });
    await answer.getByRole('link', { name: 'Requirements' }).click();
    await page.waitForURL(/\/requirements$/);
    assert.deepEqual(complaints, []);
  });
});
