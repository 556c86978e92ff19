import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { complaintsOf, faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type EvaluationService, startEvaluationService } from '../support/evaluation-service.ts';

describe('Answers from passages in the console', IN_BROWSER, () => {
  const place = onDisk(undefined, async () => {});
  let service: EvaluationService;
  let browser: Browser;
  let page: Page;
  let workspaceId: string;
  let path: string;
  let complaints: string[];

  before(async () => {
    const answer = 'It has two litres [1: "holds two litres"]. It is red [2: "is red"].\nAnswer: two litres';
    service = await startEvaluationService(place, {
      defaults: { answers: { kind: 'list', values: [answer] } },
    });
    workspaceId = await service.newWorkspace();
    await service.newSource(
      workspaceId,
      'Manual',
      'The Aurora kettle holds two litres. It boils in a minute.',
    );
    await service.newSource(
      workspaceId,
      'Questions',
      JSON.stringify({
        question: 'How much does the Aurora kettle hold?',
        answer: 'two litres',
        relevant: [{ quote: 'holds two litres' }],
      }),
    );
    browser = await openBrowser();
    page = await openPage(browser);
    complaints = complaintsOf(page);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('makes a candidate that retrieves from the workspace, and keeps that when it is edited', async () => {
    await page.goto(`${service.url}/console/workspaces/${workspaceId}/candidates?new=true`);
    const form = page.getByRole('dialog', { name: 'New candidate' });
    await form.getByLabel('Name').fill('Reader');
    await form.getByLabel('Provider', { exact: true }).fill('mock');
    await form.getByLabel('Model', { exact: true }).fill('reader');
    for (const fold of await form.locator('details').all())
      await fold.evaluate((element) => element.setAttribute('open', ''));
    await form.getByLabel('Retrieval from this workspace, as JSON').fill('{"k": 3, "mode": "keyword"}');
    await form.getByRole('button', { name: 'Create candidate' }).click();
    await page.getByRole('link', { name: 'Reader' }).click();
    await page.getByText('up to 3, by keyword search').waitFor();
    const { body } = await service.call('GET', `/workspaces/${workspaceId}/stacks`);
    assert.deepEqual(body.data[0].retrieval, { k: 3, mode: 'keyword' });
    path = await service.start(workspaceId, {
      targets: [{ target_type: 'stack', target_id: body.data[0].id, label: 'Reader' }],
      benchmarks: [{ benchmark_type: 'rag', subset: 'Questions' }],
    });
    const { status, error_message } = await service.ended(path);
    assert.equal(status, 'completed', error_message);
  });

  it('shows which passages answer the question, which are cited, and what each citation is worth', async () => {
    const [sample] = await service.samples(path);
    await page.goto(`${service.url}/console${path}/samples/${sample.id}`);
    const card = page.getByRole('region', { name: 'Reader', exact: true });
    await card.getByText('recall 100.0 %, precision 100.0 %, nDCG 100.0 %').waitFor();
    await card.getByText('precision 50.0 %, recall 50.0 %').waitFor();
    await card.getByText('[?] “is red”: the quote is not in the passage').waitFor();
    await card.getByText('1 passage in the prompt').click();
    await card.getByText('answers the question, cited').waitFor();
    assert.deepEqual(await faults(page), []);
    assert.deepEqual(complaints, []);
  });

  it('sets how many passages are measured, and which askings are left out, and keeps both for the next one', async () => {
    const next = () => page.getByRole('button', { name: 'Next' }).click();
    await page.goto(`${service.url}/console/workspaces/${workspaceId}/evaluations/new`);
    await page.getByRole('checkbox', { name: /^Reader/ }).check();
    await next();
    await page.getByLabel('Benchmark to add').selectOption({ value: 'rag' });
    await page.getByRole('button', { name: 'Add benchmark', exact: true }).click();
    await page.getByLabel('Question source').selectOption('Questions');
    await page.getByLabel('First passages to measure').fill('3');
    await page.getByRole('checkbox', { name: /^Repeat without passages/ }).uncheck();
    await next();
    await page.getByRole('button', { name: 'Run evaluation', exact: true }).click();
    await page.waitForURL(/evaluations\/[0-9a-f-]{36}/);
    const made = new URL(page.url()).pathname.match(/\/workspaces\/[^/]+\/evaluations\/[^/]+/)?.[0] ?? '';
    assert.equal((await service.ended(made)).status, 'completed');
    const { body } = await service.call('GET', made);
    assert.deepEqual(
      body.benchmarks.map(({ k, conditions }: Record<string, unknown>) => ({ k, conditions })),
      [{ k: 3, conditions: ['retrieved', 'gold'] }],
    );
    await page.goto(
      `${service.url}/console/workspaces/${workspaceId}/evaluations/new?from=${made.split('/').at(-1)}`,
    );
    await page.getByRole('link', { name: '2. Benchmarks', exact: true }).click();
    assert.equal(await page.getByLabel('First passages to measure').inputValue(), '3');
    assert.equal(await page.getByRole('checkbox', { name: /^Repeat without passages/ }).isChecked(), false);
    assert.equal(await page.getByRole('checkbox', { name: /^Repeat with the right/ }).isChecked(), true);
  });

  it('names who is to be improved where quality stands', async () => {
    await page.goto(`${service.url}/console${path}/quality`);
    await page.getByRole('region', { name: 'Errors of retrieval and of the model', exact: true }).waitFor();
    await page.getByRole('region', { name: 'Passages, citations and refusals', exact: true }).waitFor();
    assert.deepEqual(await faults(page), []);
  });
});
