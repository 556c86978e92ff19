import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type Service, startService } from '../support/service.ts';

/** The example sends load for some tens of seconds. */
const ENDED_WITHIN_MS = 240_000;

describe('The decision of a workspace', IN_BROWSER, () => {
  const place = onDisk(undefined, async () => {});
  let service: Service;
  let browser: Browser;
  let page: Page;
  let workspace: string;
  let address: string;

  before(async () => {
    service = await startService(place);
    const { body } = await service.call('POST', '/workspaces', { name: 'Shop' });
    workspace = body.id;
    address = `${service.url}/console/workspaces/${workspace}`;
    browser = await openBrowser();
    page = await openPage(browser);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('begins with three steps, and an example that runs without a network', async () => {
    await page.goto(address);
    const steps = page.getByRole('region', { name: 'First steps' });
    for (const name of ['Requirements', 'Candidates', 'Evaluation'])
      await steps.getByRole('link', { name, exact: true }).waitFor();
    assert.deepEqual(await faults(page), []);
    await steps.getByRole('button', { name: 'Load the example' }).click();
    await page.waitForURL(/\/evaluations\//);
    await page.getByText(/^Take none yet/).waitFor({ timeout: ENDED_WITHIN_MS });
  });

  it('has a card for each scenario: the answer, why, and what is missing with what fixes it', async () => {
    await page.goto(address);
    const evaluations = await service.call('GET', `/workspaces/${workspace}/evaluations`);
    const { verdict } = evaluations.body.data[0].results;
    assert.equal(verdict.length, 2);
    for (const { scenario_label, answer } of verdict)
      await page.getByRole('region', { name: scenario_label }).getByText(answer).waitFor();
    const titles = await page.getByRole('heading', { level: 2 }).allTextContents();
    const inOrder = verdict.map((one: { scenario_label: string }) => one.scenario_label);
    assert.deepEqual(titles, inOrder);
    assert.deepEqual(await faults(page), []);
    await page.emulateMedia({ media: 'print' });
    await page.getByText(address, { exact: true }).waitFor();
    assert.equal(await page.getByRole('navigation').count(), 0);
    assert.equal(await page.getByRole('button').count(), 0);
    await page.emulateMedia({ media: 'screen' });
    const card = page.getByRole('region', { name: verdict[0].scenario_label });
    await card
      .getByRole('link', { name: /^Add facts for / })
      .first()
      .click();
    // It leads to what is known of the fact concerned, and says where the fact belongs.
    const lacked = page.getByRole('note').filter({ hasText: /^An evaluation needs this fact: / });
    await lacked.getByText(/^\/(models|providers|gpu_instances)\//).waitFor();
    assert.notEqual(await page.getByRole('searchbox', { name: 'Search' }).inputValue(), '');
    assert.deepEqual(await faults(page), []);
    await page.goto(address);
    await card
      .getByRole('link', { name: /^Evidence: / })
      .first()
      .click();
    await page.getByRole('dialog').waitFor();
    await page.goBack();
    await page
      .getByRole('region', { name: verdict[1].scenario_label })
      .getByRole('button', { name: /^Measure more: / })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Measure more?' });
    await dialog.getByText(/per candidate \(was/).waitFor();
    await dialog.getByText(/^For .*\. 1 other scenario is not measured again/).waitFor();
    await dialog.getByText('Model calls').waitFor();
    await dialog.getByRole('button', { name: 'Start measuring', disabled: false }).waitFor();
    assert.deepEqual(await faults(page), []);
    const change = dialog.getByRole('link', { name: 'Edit first' });
    const wanted = new URL((await change.getAttribute('href')) ?? '', page.url()).searchParams.get('size');
    await change.click();
    await page.getByRole('heading', { name: 'Benchmarks' }).waitFor();
    await page.getByRole('complementary', { name: 'Estimate' }).getByText('Model calls').waitFor();
    await page.getByRole('link', { name: '1. Candidates' }).click();
    assert.match(await page.getByRole('textbox', { name: 'Name' }).inputValue(), / \(more\)$/);
    const names = verdict.map(({ scenario_label }: { scenario_label: string }) => scenario_label);
    const chosen = names.map((name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`) }));
    const checked = await Promise.all(chosen.map((box: ReturnType<Page['getByRole']>) => box.isChecked()));
    assert.equal(checked.filter(Boolean).length, 1, names.join());
    await page.getByRole('link', { name: '2. Benchmarks' }).click();
    const sizes = page.getByRole('spinbutton');
    const said = await sizes.evaluateAll((all) => all.map((one) => (one as { value?: string }).value));
    assert.ok(said.includes(wanted ?? '?'), `${said.join()} without ${wanted}`);
    await page.goto(address);
  });

  it('sends more load to those still in question, and to those already rejected only where that is asked for', async () => {
    const evaluations = await service.call('GET', `/workspaces/${workspace}/evaluations`);
    const [{ id, results }] = evaluations.body.data;
    const [, { scenario_label, needs_data }] = results.verdict;
    const [{ label }, ...others] = needs_data;
    assert.ok(others.length > 0);
    // The example rejects nobody under this scenario: one of those that lack data is told to be.
    await page.route(`**/evaluations/${id}`, async (route) => {
      const answer = await route.fetch();
      const evaluation = await answer.json();
      evaluation.results.verdict[1].rejected.push({ label, reasons: [] });
      await route.fulfill({ response: answer, json: evaluation });
    });
    await page.goto(`${address}/evaluations/${id}?scenario=${encodeURIComponent(scenario_label)}`);
    await page
      .getByRole('button', { name: /^Measure more: / })
      .first()
      .click();
    const dialog = page.getByRole('dialog', { name: 'Measure more?' });
    const each = dialog.getByRole('region', { name: /^Candidate, Calls, Maximum cost/ });
    const row = (name: string) => each.getByRole('rowheader', { name, exact: true });
    for (const other of others) await row(other.label).waitFor();
    assert.equal(await row(label).count(), 0);
    await each.getByText('…').first().waitFor({ state: 'detached' });
    const every = dialog.getByRole('checkbox', { name: `Include ${label}` });
    await every.check();
    await row(label).waitFor();
    await every.uncheck();
    await dialog.getByRole('link', { name: 'Edit first' }).click();
    await page.getByRole('link', { name: '1. Candidates' }).click();
    const candidate = (name: string) =>
      page.getByRole('group', { name: 'Candidates to compare' }).getByRole('checkbox', { name });
    assert.equal(await candidate(label).isChecked(), false);
    for (const other of others) assert.equal(await candidate(other.label).isChecked(), true, other.label);
    await page.unrouteAll({ behavior: 'wait' });
    await page.goto(address);
  });

  it('says when a scenario has changed since it was measured', async () => {
    const scenarios = await service.call('GET', `/workspaces/${workspace}/scenarios`);
    const [scenario] = scenarios.body.data;
    const { id, name } = scenario;
    const path = `/workspaces/${workspace}/scenarios/${id}`;
    const changed = await service.call('PATCH', path, { ...scenario, vendor_lock_in_tolerance: 'high' });
    assert.equal(changed.status, 200, JSON.stringify(changed.body));
    await page.getByText(`Measured before ${name} changed.`).waitFor();
  });
});
