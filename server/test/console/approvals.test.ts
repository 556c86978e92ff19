import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { placeApproval } from '../support/approval-row.ts';
import { complaintsOf, faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { type Service, startService } from '../support/service.ts';

describe('Approvals in the console', IN_BROWSER, () => {
  const place = onDisk(undefined, async () => {});
  let service: Service;
  let browser: Browser;
  let page: Page;
  let complaints: string[];
  let workspace: string;

  before(async () => {
    service = await startService(place);
    workspace = (await service.call('POST', '/workspaces', { name: 'Support' })).body.id;
    await placeApproval(place, workspace, 'First');
    await placeApproval(place, workspace, 'Second');
    browser = await openBrowser();
    page = await openPage(browser);
    complaints = complaintsOf(page);
    await page.goto(`${service.url}/console/workspaces/${workspace}/evaluations`);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const card = (name: string) => page.getByRole('article', { name: `Run “${name}”` });
  const dialog = () => page.getByRole('dialog');

  it('shows what would run, its price and limit, who asked and until when, for everybody to use', async () => {
    await page.getByRole('region', { name: 'Waiting for approval' }).waitFor();
    const first = card('First');
    const facts = await first.locator('dl').innerText();
    for (const name of ['Expected cost', 'Cost limit', 'Model calls', 'Requested by', 'Expires'])
      assert.ok(facts.includes(name), `${name} in ${facts}`);
    assert.match(await first.innerText(), /Models called: baseline\/arithmetic\./);
    assert.match(await first.innerText(), /This has no cost limit/);
    await first.getByText('Exact request').click();
    assert.match(await first.locator('pre').innerText(), /"num_samples": 5/);
    assert.deepEqual(await faults(page), []);
  });

  it('asks before it approves, and then runs it', async () => {
    await card('First').getByRole('button', { name: 'Approve' }).click();
    await dialog().getByText('It starts immediately').waitFor();
    assert.deepEqual(await faults(page), []);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await card('First').getByRole('button', { name: 'Approve' }).click();
    await dialog().getByRole('button', { name: 'Approve' }).click();
    await page.getByRole('link', { name: 'First' }).waitFor();
    await card('First').waitFor({ state: 'detached' });
    const { body } = await service.call('GET', `/workspaces/${workspace}/approvals?status=approved`);
    assert.deepEqual(
      body.data.map((one: { evaluation_name: string }) => one.evaluation_name),
      ['First'],
    );
  });

  it('declines, and shows nothing where nothing waits', async () => {
    await card('Second').getByRole('button', { name: 'Decline' }).click();
    await dialog().getByRole('button', { name: 'Decline' }).click();
    await page.getByRole('region', { name: 'Waiting for approval' }).waitFor({ state: 'detached' });
    const { body } = await service.call('GET', `/workspaces/${workspace}/evaluations`);
    assert.deepEqual(
      body.data.map(({ name }: { name: string }) => name),
      ['First'],
    );
  });

  it('shows what is asked for as soon as it is, and says to an agent’s key that a person decides', async () => {
    await page.goto(`${service.url}/console/workspaces/${workspace}/settings/keys`);
    await makeKey('me', 'admin');
    await makeKey('coder', 'editor', true);
    await page.getByText('editor, for an agent').waitFor();
    const agent = made.get('coder') ?? '';
    const evaluations = `/workspaces/${workspace}/evaluations`;
    await page.goto(`${service.url}/console${evaluations}`);
    await page.getByRole('link', { name: 'First' }).waitFor();
    const { body } = await service.call('GET', `/workspaces/${workspace}`, undefined, keyed(agent));
    const target = { target_type: 'model', model_provider: 'baseline', model_id: 'arithmetic' };
    const benchmarks = [{ benchmark_type: 'arithmetic', num_samples: 5 }];
    const asked = { name: 'Third', targets: [target], benchmarks };
    const { status } = await service.call('POST', `/workspaces/${body.id}/evaluations`, asked, keyed(agent));
    assert.equal(status, 202);
    await card('Third').getByText('coder').waitFor();
    await card('Third').getByRole('button', { name: 'Approve' }).waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').fill(agent);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await card('Third').getByText('Only a person with the role editor or admin can decide').waitFor();
    assert.equal(await card('Third').getByRole('button', { name: 'Approve' }).count(), 0);
    assert.deepEqual(
      complaints.filter((text) => !text.includes('401')),
      [],
    );
  });

  const made = new Map<string, string>();
  const keyed = (key: string) => ({ authorization: `Bearer ${key}` });
  async function makeKey(name: string, role: string, isAgent = false): Promise<void> {
    await page.getByRole('button', { name: 'New key' }).click();
    await dialog().getByLabel('Name').fill(name);
    await dialog().getByLabel('Role').selectOption(role);
    if (isAgent) await dialog().getByLabel('For an agent').check();
    await dialog().getByRole('button', { name: 'Create key' }).click();
    made.set(name, await dialog().locator('.secret code').innerText());
    await dialog().getByRole('button', { name: 'Close' }).click();
    await dialog().waitFor({ state: 'detached' });
  }
});
