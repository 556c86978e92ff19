import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { complaintsOf, faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type EvaluationService, mockTarget, startEvaluationService } from '../support/evaluation-service.ts';
import { plantedAnswers, plantedTasks } from '../support/planted-tasks.ts';

describe('The conversation of a task in the console', IN_BROWSER, () => {
  const place = onDisk(undefined, async () => {});
  let service: EvaluationService;
  let browser: Browser;
  let page: Page;
  let path: string;
  let complaints: string[];

  before(async () => {
    service = await startEvaluationService(place, {
      models: {
        careful: { answers: plantedAnswers(1, () => 'straight') },
        hasty: { answers: plantedAnswers(1, () => 'extra write') },
      },
    });
    const workspaceId = await service.newWorkspace();
    await service.newSource(workspaceId, 'shop', plantedTasks(1));
    path = await service.start(workspaceId, {
      targets: [mockTarget('careful'), mockTarget('hasty')],
      benchmarks: [{ benchmark_type: 'tasks', subset: 'shop' }],
    });
    await service.ended(path);
    browser = await openBrowser();
    page = await openPage(browser);
    complaints = complaintsOf(page);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('shows turns and calls, what each changed, what graders say, and the state before and after', async () => {
    const [sample] = await service.samples(path);
    await page.goto(`${service.url}/console${path}/samples/${sample.id}`);
    const careful = page.getByRole('region', { name: 'careful', exact: true });
    const said = careful.getByRole('list', { name: 'Conversation' }).getByRole('listitem');
    await said.getByText('Done: 11 is paid back.').waitFor();
    const texts = await said.allInnerTexts();
    assert.match(
      texts[2] ?? '',
      /find_order\(\{"order":"1000"\}\)\s+returned \{"status":"delivered","total":11\}/,
    );
    assert.match(texts[4] ?? '', /changed \/orders\/1000\/status from "delivered" to "refunded"/);
    assert.match(texts.at(-1) ?? '', /The simulated user ended the conversation/);
    const hasty = page.getByRole('region', { name: 'hasty', exact: true });
    const graders = await hasty.getByRole('list', { name: 'Graders' }).getByRole('listitem').allInnerTexts();
    assert.deepEqual(
      graders.map((text) => text.split(' ').slice(0, 2).join(' ')),
      ['✗ final_state', '✓ tool_calls', '✗ forbidden_effects', '✓ reply'],
    );
    await hasty.getByText('State before and after').click();
    await hasty.getByText('cancelled', { exact: false }).last().waitFor();
    assert.deepEqual(await faults(page), []);
    assert.deepEqual(complaints, []);
  });

  it('says beside the scores how often tasks were solved, and what a solved one takes', async () => {
    await page.goto(`${service.url}/console${path}/quality`);
    const table = page.getByRole('region', { name: 'Cost and time of a solved task' });
    await table.getByRole('row', { name: /^careful, tasks\/shop 1 of 1 runs/ }).waitFor();
    assert.deepEqual(await faults(page), []);
  });
});
