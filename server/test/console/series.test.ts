import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import {
  arithmetic,
  type EvaluationService,
  mockTarget,
  startEvaluationService,
} from '../support/evaluation-service.ts';
import { until } from '../support/until.ts';

const answering = (accuracy: number) =>
  ({ models: { watched: { answers: { kind: 'solver', accuracy } } } }) as never;

describe('The series of a workspace', IN_BROWSER, () => {
  const place = onDisk(undefined, async () => {});
  let service: EvaluationService;
  let browser: Browser;
  let page: Page;
  let workspace: string;

  before(async () => {
    service = await startEvaluationService(place, answering(1));
    workspace = await service.newWorkspace();
    const path = await service.start(workspace, {
      name: 'Support',
      targets: [mockTarget('watched')],
      benchmarks: [arithmetic(40)],
    });
    await service.ended(path);
    browser = await openBrowser();
    page = await openPage(browser);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** Waits until the service says that the series that is shown has so many looks. */
  async function looked(looks: number): Promise<void> {
    await until(async () => {
      const { body } = await service.call('GET', shown());
      return body.running === null && body.looks.length === looks;
    }, 50);
  }
  const shown = () => `/workspaces/${workspace}/series/${new URL(page.url()).pathname.split('/').at(-1)}`;

  it('are made of an evaluation that is there, run, and show over time what became worse', async () => {
    await page.goto(`${service.url}/console/workspaces/${workspace}/series`);
    await page.getByText('No series yet.').waitFor();
    await page.getByRole('button', { name: 'New series' }).click();
    const form = page.getByRole('form', { name: 'New series' });
    await form.getByLabel('Name', { exact: true }).fill('Weekly');
    await form.getByLabel('Evaluation to repeat').selectOption({ label: 'Support' });
    await form.getByLabel('Score, points', { exact: true }).fill('30');
    await form.getByLabel('Schedule', { exact: true }).selectOption('Every Monday');
    assert.equal(await form.getByLabel('Time', { exact: true }).inputValue(), '06:00');
    await form.getByRole('button', { name: 'Estimate what it can detect' }).click();
    const finds = page.getByRole('region', { name: 'Detectable changes' });
    await finds
      .getByText(/^A fall of the score on arithmetic by 60 points is found after about \d+ runs?\.$/)
      .waitFor();
    assert.deepEqual(await faults(page), []);
    await form.getByRole('button', { name: 'Create series' }).click();
    await page.getByRole('heading', { name: 'Weekly', level: 1 }).waitFor();
    await finds.getByText(/^A fall of the score/).waitFor();
    await page.getByRole('button', { name: 'Run now' }).click();
    await looked(1);
    await page.getByRole('link', { name: 'Reference' }).waitFor();
    await service.mock.setScript(answering(0));
    // By CI, while the page is open.
    assert.equal((await service.call('POST', `${shown()}/runs`)).status, 201);
    await looked(2);
    const alarms = page.getByRole('region', { name: 'Alarms' });
    await alarms.getByText(/watched on arithmetic: the score is below the reference’s 100 %/).waitFor();
    await page.getByText('Score: watched on arithmetic').waitFor();
    assert.deepEqual(await faults(page), []);
    const cusum = page.getByRole('figure').filter({ hasText: 'Score, CUSUM (raises no alarm)' });
    await cusum.locator('svg[role=group]').waitFor();
    await cusum.getByRole('button', { name: 'Table' }).click();
    // All of it below the reference, less half of the margin.
    await cusum.getByRole('cell', { name: '85 pt' }).waitFor();
    await page.getByRole('button', { name: 'Table' }).first().click();
    await page.getByRole('cell', { name: 'yes' }).waitFor();
  });

  it('are paused, resumed and deleted; their evaluations stay', async () => {
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No series yet.').waitFor();
    const { body } = await service.call('GET', `/workspaces/${workspace}/evaluations`);
    assert.equal(body.data.length, 3);
  });
});
