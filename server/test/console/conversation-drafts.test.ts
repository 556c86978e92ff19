import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type EvaluationService, startEvaluationService } from '../support/evaluation-service.ts';

const DRAFT = {
  tool_calls: [{ name: 'create_scenario', arguments: { name: 'Chat', workload_type: 'chat' } }],
};

describe('Drafts of the conversation in a browser', IN_BROWSER, () => {
  let service: EvaluationService;
  let browser: Browser;
  let page: Page;
  let api: string;
  before(async () => {
    const values = [DRAFT, 'I drafted {{1:/name}}.'];
    service = await startEvaluationService(
      onDisk(undefined, async () => {}),
      { models: { agent: { answers: { kind: 'list', values } } } },
      {},
      { 'agent-model': 'mock/agent' },
    );
    api = `/workspaces/${await service.newWorkspace()}`;
    browser = await openBrowser();
    page = await openPage(browser);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('shows what was drafted, and undoes it', async () => {
    await page.goto(`${service.url}/console${api}/conversation`);
    await page.getByLabel('Ask, or say something').fill('Draft a scenario for chat');
    await page.getByRole('button', { name: 'Send' }).click();
    const answer = page.locator('li.assistant');
    await answer.getByText('I drafted Chat.').waitFor();
    await answer.getByRole('link', { name: 'Chat' }).waitFor();
    assert.deepEqual(await faults(page), []);
    await answer.getByRole('button', { name: 'Undo the draft Chat' }).click();
    await answer.getByText('(undone)').waitFor();
    assert.deepEqual((await service.call('GET', `${api}/scenarios`)).body.data, []);
  });
});
