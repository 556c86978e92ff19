import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { complaintsOf, faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type EvaluationService, mockTarget, startEvaluationService } from '../support/evaluation-service.ts';

const ITEMS = 60;
const SCRIPT = {
  models: { right: {}, wrong: { answers: { kind: 'solver' as const, accuracy: 0.5 }, rate_limit_rate: 0.3 } },
};

describe('Results of no worse, and of load, in the console', IN_BROWSER, () => {
  let service: EvaluationService;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let home: string;

  before(async () => {
    service = await startEvaluationService(
      onDisk(undefined, async () => {}),
      SCRIPT,
    );
    const api = `/workspaces/${await service.newWorkspace()}`;
    const { body: scenario } = await service.call('POST', `${api}/scenarios`, {
      name: 'Peak',
      workload_type: 'chat',
      traffic_profile: 'steady',
      slo_requirements: { p95_latency_ms: 900, throughput_rps: 10 },
    });
    const { status, body } = await service.call('POST', `${api}/evaluations`, {
      name: 'Either',
      targets: [
        mockTarget('right'),
        mockTarget('wrong'),
        { target_type: 'scenario', target_id: scenario.id },
      ],
      benchmarks: [
        { benchmark_type: 'arithmetic', num_samples: ITEMS },
        { benchmark_type: 'load', num_samples: 30 },
      ],
      methodology: { question: 'no_worse', baseline: 'right', no_worse_margins: { score: 0.05 } },
    });
    assert.equal(status, 201, JSON.stringify(body));
    await service.ended(`${api}/evaluations/${body.id}`);
    home = `${service.url}/console${api}/evaluations/${body.id}`;
    browser = await openBrowser();
    page = await openPage(browser);
    complaints = complaintsOf(page);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('are asked by another baseline and other margins, which is marked and leaves the answer as it is', async () => {
    await page.goto(`${home}/quality`);
    await page.getByText('Test other margins').click();
    const form = page.getByRole('form', { name: 'Test other margins' });
    await form.getByLabel('Baseline').selectOption('wrong');
    await form.getByLabel('Score margin, points').fill('20');
    await form.getByRole('button', { name: 'Test margins' }).click();
    const found = page.getByRole('region', { name: /No worse than wrong by other margins \(exploratory\)$/ });
    await found.getByRole('row', { name: /^right .* no worse$/ }).waitFor();
    await found.getByText(/^Exploratory: margins or baseline were changed/).waitFor();
    await page.getByText('wrong is worse than right in the score on arithmetic.').waitFor();
    assert.deepEqual(await faults(page), []);
  });

  it('have the warnings about load beside its figures', async () => {
    await page.getByRole('link', { name: 'Load', exact: true }).click();
    await page.getByText(/^Under Peak, .* of wrong hit a rate limit \(429\)/).waitFor();
    assert.deepEqual(await faults(page), []);
    assert.deepEqual(complaints, []);
  });
});
