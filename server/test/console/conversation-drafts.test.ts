import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page, Request } from 'playwright-core';
import { faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type EvaluationService, startEvaluationService } from '../support/evaluation-service.ts';
import { until } from '../support/until.ts';

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
    await page.getByLabel('Message (Markdown)').fill('Draft a scenario for chat');
    await page.getByRole('button', { name: 'Send' }).click();
    const answer = page.locator('li.assistant');
    await answer.getByText('I drafted Chat.').waitFor();
    await answer.getByRole('link', { name: 'Chat' }).waitFor();
    assert.deepEqual(await faults(page), []);
    await answer.getByRole('button', { name: 'Undo creating Chat' }).click();
    await answer.getByText('(undone)').waitFor();
    assert.deepEqual((await service.call('GET', `${api}/scenarios`)).body.data, []);
  });

  it('streams the newest answer alone, and only while the tab is shown; the others grow too', async (t) => {
    const answers = { kind: 'list' as const, values: ['One more line.\n'.repeat(200)] };
    const slow = await startEvaluationService(
      onDisk(undefined, async () => {}),
      { models: { agent: { answers, tokens_per_second: 8 } } },
      {},
      { 'agent-model': 'mock/agent' },
    );
    const tab = await openPage(browser);
    t.after(async () => {
      await tab.close();
      await slow.stop();
    });
    const path = `/workspaces/${await slow.newWorkspace()}`;
    const ask = async () => (await slow.call('POST', `${path}/messages`, { content: '@explainer Go' })).body;
    await ask();
    const { answer_id: newest } = await ask();
    const isStream = (url: string) => /\/messages\/[^/?]+$/.test(url);
    const begun: string[] = [];
    const ended: string[] = [];
    const note = (seen: string[]) => (request: Request) => {
      if (isStream(request.url())) seen.push(request.url());
    };
    tab.on('request', note(begun));
    tab.on('requestfailed', note(ended));
    tab.on('requestfinished', note(ended));
    await tab.goto(`${slow.url}/console${path}/conversation`);
    const shown = async () => (await tab.locator('li.assistant').allInnerTexts()).map((text) => text.length);
    await until(async () => (await shown()).length === 2);
    const before = await shown();
    await until(async () => (await shown()).every((length, n) => length > (before[n] ?? 0) + 30));
    assert.deepEqual(begun, [`${slow.url}${path}/messages/${newest}`]);
    const turn = (state: string) =>
      tab.evaluate(`
        Object.defineProperty(document, 'visibilityState', { get: () => '${state}', configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
      `);
    await turn('hidden');
    await until(() => ended.length === 1);
    await turn('visible');
    await until(() => begun.length === 2);
    assert.equal(begun[1], begun[0]);
  });
});
