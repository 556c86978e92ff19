import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { complaintsOf, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type Service, startService } from '../support/service.ts';

describe('The console in a browser', IN_BROWSER, () => {
  const place = onDisk(undefined, async () => {});
  let complaints: string[];
  let service: Service;
  let browser: Browser;
  let page: Page;

  before(async () => {
    service = await startService(place);
    browser = await openBrowser();
    page = await openPage(browser);
    complaints = complaintsOf(page);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const tab = (name: string) => page.getByRole('link', { name, exact: true }).click();
  const form = (name: string) => page.getByRole('form', { name });

  /** Twenty sums, asked of what is checked. */
  async function evaluate(name: string, boxes: RegExp[]) {
    await tab('New evaluation');
    await form('New evaluation').getByLabel('Name').fill(name);
    for (const box of boxes) await page.getByRole('checkbox', { name: box }).check();
    await page.getByRole('button', { name: 'Next' }).click();
    await form('New evaluation').getByLabel('Benchmark to add').selectOption('Arithmetic');
    await form('New evaluation').getByRole('button', { name: 'Add benchmark', exact: true }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await form('New evaluation').getByLabel('Questions per benchmark').fill('20');
    await form('New evaluation').getByRole('button', { name: 'Run evaluation' }).click();
    await page.getByRole('heading', { name, level: 1 }).waitFor();
  }

  it('opens, and a workspace is made with the keyboard alone', async () => {
    await page.goto(`${service.url}/console/`);
    await page.getByRole('button', { name: 'New workspace' }).focus();
    await page.keyboard.press('Enter');
    await form('New workspace').getByLabel('Name').focus();
    await page.keyboard.type('Support');
    await page.keyboard.press('Tab');
    await page.keyboard.type('Which model answers?');
    await page.keyboard.press('Tab');
    assert.equal(await page.evaluate('document.activeElement.textContent'), 'Create workspace');
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Support' }).waitFor();
    await tab('Sources');
    await page.getByRole('heading', { name: 'Sources', level: 1 }).waitFor();
  });

  it('compares two baselines and shows their scores when the run is done', async () => {
    await tab('Candidates');
    for (const model of ['arithmetic', 'echo']) {
      await page.getByRole('button', { name: 'New candidate' }).click();
      await form('New candidate').getByLabel('Name').fill(`The ${model}`);
      await form('New candidate').getByLabel('Provider', { exact: true }).fill('baseline');
      await form('New candidate').getByLabel('Model').fill(model);
      await page.keyboard.press('Tab');
      await form('New candidate').getByRole('button', { name: 'Create candidate' }).click();
      await page
        .getByRole('row')
        .filter({ hasText: `The ${model}` })
        .waitFor();
    }
    await tab('Evaluations');
    await evaluate('Sums', [/The arithmetic/, /The echo/]);
    await tab('Quality');
    const scores = page.getByRole('region', { name: 'Arithmetic', exact: true });
    await scores.waitFor();
    const text = await scores.innerText();
    for (const said of ['The arithmetic', 'The echo']) assert.ok(text.includes(said), text);
    await page.getByText('All comparisons with p-values and reasons').click();
    const pairs = page.getByRole('region', { name: 'Comparisons', exact: true });
    await pairs.waitFor();
    // In points and with its sign, by the benchmark's name.
    assert.match(await pairs.getByRole('row').nth(1).innerText(), /Arithmetic\s+[+-]\d+\.\d\s/);
  });

  it('holds the stacks against a scenario: verdict, requirements and evidence', async () => {
    await tab('Requirements');
    await page.getByRole('button', { name: 'New requirements' }).click();
    await form('New requirements').getByLabel('Name').fill('Busy hour');
    await form('New requirements').getByLabel('Allowed regions').fill('EU');
    await form('New requirements').getByRole('button', { name: 'Create requirements' }).click();
    await page.getByRole('row').filter({ hasText: 'Busy hour' }).waitFor();
    await tab('Evaluations');
    await evaluate('Where is it?', [/The arithmetic/, /Busy hour/]);
    const verdict = page.getByRole('region', { name: 'Verdict: Busy hour' });
    await verdict.getByText(/^Take none yet/).waitFor();
    await page.getByRole('link', { name: 'The arithmetic, prompts only in EU: not known' }).waitFor();
    await tab('Cost');
    const name = 'The arithmetic under Busy hour';
    const evidence = page.getByRole('group').filter({ has: page.getByText(name) });
    await evidence.getByText(name).click();
    await evidence
      .getByText(/add it: /)
      .first()
      .waitFor();
    await evidence.getByText('data exit: exportable open format; ').first().waitFor();
  });

  it('says nothing in the console of the browser, and answers the address of every tab', async () => {
    await page.reload();
    await page.getByRole('region', { name: 'Evidence' }).waitFor();
    for (const name of ['Sources', 'Conversation', 'Requirements', 'Candidates', 'Evaluations', 'Decision']) {
      await tab(name);
      await page.getByRole('link', { name, exact: true }).and(page.locator('[aria-current=page]')).waitFor();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      assert.match(await page.title(), new RegExp(`^${name} · .+ · Touchstone$`));
    }
    assert.deepEqual(complaints, []);
  });
});
