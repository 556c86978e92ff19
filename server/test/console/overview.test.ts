import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { placeDatabase } from '../support/compat/fixture.ts';
import { faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

describe('The overview of an evaluation', IN_BROWSER, () => {
  const place = onDisk(undefined, async () => {});
  let service: Service;
  let browser: Browser;
  let page: Page;
  let path: string;
  // biome-ignore lint/suspicious/noExplicitAny: the results as the API says them
  let results: any;

  before(async () => {
    placeDatabase('settled.db', place.dataDir);
    service = await startService(place);
    ({ path, results } = await withVerdict());
    browser = await openBrowser();
    page = await openPage(browser);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  async function withVerdict() {
    const workspaces = await service.call('GET', '/workspaces');
    for (const { id } of workspaces.body.data) {
      const evaluations = await service.call('GET', `/workspaces/${id}/evaluations`);
      for (const one of evaluations.body.data) {
        const found = `/workspaces/${id}/evaluations/${one.id}`;
        const { body } = await service.call('GET', found);
        const [verdict] = body.results?.verdict ?? [];
        const load = (body.results?.load ?? []).filter(
          ({ benchmark, latency_ms }: { benchmark: string; latency_ms: { p95: unknown } }) =>
            benchmark === `load/${verdict?.scenario_label}` && latency_ms.p95 !== null,
        );
        if (verdict && load.length > 1) return { path: found, results: body.results };
      }
    }
    throw new Error('No evaluation with load has a verdict.');
  }

  it('has a row for each candidate and a cell for each requirement, which opens its evidence at an address', async () => {
    await page.goto(`${service.url}/console${path}`);
    const [{ scenario_label }] = results.verdict;
    const own = results.requirements.filter(
      (one: { scenario_label: string }) => one.scenario_label === scenario_label,
    );
    const matrix = page.getByRole('region', { name: `Requirements: ${scenario_label}` });
    await matrix.waitFor();
    assert.equal(await matrix.getByRole('link').count(), own.length);
    const within = own.filter(
      ({ status, margin }: { status: string; margin: number | null }) => status === 'pass' && margin !== null,
    );
    assert.equal(await matrix.locator('td .margin').count(), within.length);
    const [first] = own;
    await matrix.getByRole('link', { name: `${first.target_label}, ${first.says}` }).click();
    const drawer = page.getByRole('dialog', { name: first.target_label });
    await drawer.getByText(first.reason).waitFor();
    assert.equal(new URL(page.url()).searchParams.get('cell')?.split('.')[1], first.requirement);
    await page.reload();
    await drawer.getByText(first.reason).waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    assert.equal(new URL(page.url()).search.includes('cell'), false);
  });

  it('says in the evidence of a rate what the load answered where no rate was shown to hold', async () => {
    const open = results.requirements.filter(
      ({ kind, observed }: { kind: string; observed: number | null }) =>
        kind === 'throughput_rps' && observed === null,
    );
    assert.ok(open.length > 0, 'the evaluation has no open rate');
    const [{ target_label, says, scenario_label }] = open;
    await page.goto(`${service.url}/console${path}?scenario=${encodeURIComponent(scenario_label)}`);
    await page.getByRole('link', { name: `${target_label}, ${says}` }).click();
    const drawer = page.getByRole('dialog', { name: target_label });
    const observed = drawer.locator('dt:text-is("Observed") + dd');
    assert.match(await observed.innerText(), /^[\d.,]+ requests a second answered of [\d.,]+ sent/);
    await page.keyboard.press('Escape');
  });

  it('keeps the axes of its picture in the address', async () => {
    await page.getByText('Axes and legend').click();
    const across = page.getByLabel('Horizontal axis');
    await across.waitFor();
    const axes = await across
      .locator('option')
      .evaluateAll((all) => all.map((one) => one.getAttribute('value')));
    assert.ok(axes.length > 1, axes.join());
    const axis = axes.at(-1) as string;
    await across.selectOption(axis);
    await page.waitForURL((url) => url.searchParams.get('x') === axis);
    const tabs = page.getByRole('navigation', { name: 'Pages of this evaluation' });
    assert.equal(await tabs.locator('[aria-current=page]').innerText(), 'Overview');
    await page.reload();
    await page.getByText('Axes and legend').click();
    assert.equal(await page.getByLabel('Horizontal axis').inputValue(), axis);
    const tab = page.getByRole('link', { name: 'Overview', exact: true });
    assert.equal(await tab.getAttribute('aria-current'), 'page');
  });

  it('says what a later evaluation answers for the same scenario, with the way to it', async () => {
    const [, , workspace] = path.split('/');
    const { body } = await service.call('GET', path);
    const [{ scenario_label }] = results.verdict;
    const made = await service.call('POST', `/workspaces/${workspace}/evaluations`, {
      name: 'Later',
      targets: body.targets,
      benchmarks: [{ benchmark_type: 'cost' }],
    });
    assert.ok(made.status < 300, JSON.stringify(made.body));
    const later = `/workspaces/${workspace}/evaluations/${made.body.id}`;
    // biome-ignore lint/suspicious/noExplicitAny: the evaluation as the API says it
    let ended: any;
    await until(async () => {
      ended = (await service.call('GET', later)).body;
      return ended.status !== 'queued' && ended.status !== 'running';
    });
    await page.goto(`${service.url}/console${path}?scenario=${encodeURIComponent(scenario_label)}`);
    const note = page.getByRole('note').filter({ hasText: 'A later evaluation replaces this verdict.' });
    const { answer } = ended.results.verdict.find(
      (one: { scenario_label: string }) => one.scenario_label === scenario_label,
    );
    await note.getByRole('link').click();
    await page.getByRole('heading', { name: 'Later' }).waitFor();
    assert.ok(page.url().includes(made.body.id));
    assert.equal(await note.count(), 0);
    await page.goto(`${service.url}/console${later}/compare?other=${path.split('/').at(-1)}`);
    const before = results.verdict.find(
      (one: { scenario_label: string }) => one.scenario_label === scenario_label,
    );
    const answers = page.getByRole('region', { name: `Verdict: ${scenario_label}` });
    await answers.getByText(answer).waitFor();
    await answers.getByText(before.answer ?? before.sentences[0]).waitFor();
    await page.getByRole('region', { name: 'Requirements' }).getByRole('row').nth(1).waitFor();
    assert.deepEqual(await faults(page), []);
  });

  it('is found without fault by axe, light and dark, wide and narrow, and never scrolls sideways', async () => {
    await page.goto(`${service.url}/console${path}`);
    await page.getByText('Axes and legend').waitFor();
    assert.deepEqual(await faults(page), []);
  });
});
