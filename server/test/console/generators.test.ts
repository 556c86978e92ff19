import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { complaintsOf, faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type EvaluationService, startEvaluationService } from '../support/evaluation-service.ts';
import { freshPostgresDatabase, postgresSkipReason } from '../support/postgres.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

describe('Load from several processes', {
  ...IN_BROWSER,
  ...(postgresSkipReason() !== undefined && { skip: postgresSkipReason() }),
}, () => {
  let service: EvaluationService;
  let second: Service | undefined;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let api: string;
  let home: string;
  let database: Awaited<ReturnType<typeof freshPostgresDatabase>>;

  before(async () => {
    database = await freshPostgresDatabase();
    service = await startEvaluationService(onDisk(database.url, database.drop), {});
    api = `/workspaces/${await service.newWorkspace()}`;
    home = `${service.url}/console${api}`;
    await service.call('POST', `${api}/stacks`, {
      name: 'Alpha',
      model: { provider: 'mock', model_id: 'a' },
    });
    await service.call('POST', `${api}/scenarios`, {
      name: 'Peak',
      workload_type: 'chat',
      traffic_profile: 'steady',
      slo_requirements: { p95_latency_ms: 900, throughput_rps: 20 },
    });
    browser = await openBrowser();
    page = await openPage(browser);
    complaints = complaintsOf(page);
  });
  after(async () => {
    await browser?.close();
    await second?.stop();
    await service?.stop();
  });

  const together = () => page.getByLabel('Load generators');
  const load = async () =>
    (await service.call('GET', '/benchmarks')).body.data.find(
      ({ type }: { type: string }) => type === 'load',
    );

  it('is not offered where one process is all that there is', async () => {
    assert.equal((await load()).generators, undefined);
    await page.goto(`${home}/evaluations/new?step=2`);
    await page.getByLabel('Requests for Load at the peak rate').waitFor();
    assert.equal(await together().count(), 0);
  });

  it('is offered where more can take part, up to as many', async () => {
    second = await startService(onDisk(database.url, async () => {}));
    await until(async () => (await load()).generators === 2);
    await page.goto(`${home}/evaluations/new?step=2`);
    await page.getByText(/2 processes can send load now/).waitFor();
    assert.equal(await together().getAttribute('max'), '2');
    assert.deepEqual(await faults(page), []);
    await together().fill('2');
    await page
      .getByRole('complementary', { name: 'Estimate' })
      .getByText(/^[\d,]+$/)
      .waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Run evaluation' }).click();
    await page.waitForURL(/evaluations\/[0-9a-f-]{36}/);
    const { body } = await service.call('GET', `${api}/evaluations`);
    const { body: made } = await service.call('GET', `${api}/evaluations/${body.data[0].id}`);
    assert.deepEqual(
      made.benchmarks.map(({ benchmark_type, generators }: Record<string, unknown>) => [
        benchmark_type,
        generators,
      ]),
      [['load', 2]],
    );
    await service.call('POST', `${api}/evaluations/${made.id}/cancel`);
  });

  it('stays the choice of a rerun with changes, and conversations leave it out', async () => {
    const { body } = await service.call('GET', `${api}/evaluations`);
    await page.goto(`${home}/evaluations/new?from=${body.data[0].id}&step=2`);
    await together().waitFor();
    assert.equal(await together().inputValue(), '2');
    await page.getByLabel('Turns per session').fill('3');
    await together().waitFor({ state: 'detached' });
    assert.deepEqual(complaints, []);
  });
});
