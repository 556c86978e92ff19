import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { flagsFor, type ServeProcess, startServe } from '../support/cli-process.ts';
import { faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { until } from '../support/until.ts';

describe('The frame of the console in a browser', IN_BROWSER, () => {
  const place = onDisk(undefined, async () => {});
  let service: ServeProcess;
  let browser: Browser;
  let page: Page;
  let home: string;

  before(async () => {
    service = await startServe(flagsFor(place));
    browser = await openBrowser();
    page = await openPage(browser);
    const answer = await fetch(`${service.url}/workspaces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Support' }),
    });
    const { id } = (await answer.json()) as { id: string };
    home = `${service.url}/console/workspaces/${id}`;
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await place.remove();
  });

  const openPalette = async () => {
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search and commands' });
    await palette.getByRole('option').first().waitFor();
    // What is typed before the field has the focus goes elsewhere.
    await palette.getByRole('combobox').and(page.locator(':focus')).waitFor();
  };
  const heading = (name: string) => page.getByRole('heading', { name, level: 1 });

  it('opens each room by g and its letter, with its name as title and the focus on its heading', async () => {
    await page.goto(home);
    await heading('Decision').waitFor();
    for (const [key, name] of [
      ['e', 'Evaluations'],
      ['c', 'Candidates'],
      ['r', 'Requirements'],
      ['s', 'Sources'],
      ['m', 'Conversation'],
      ['t', 'Settings'],
      ['d', 'Decision'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(key);
      await heading(name).and(page.locator(':focus')).waitFor();
      assert.equal(await page.title(), `${name} · Support · Touchstone`);
    }
    await page.goBack();
    await heading('Settings').waitFor();
  });

  it('brings the room that is open into a rail that is narrower than the rooms', async () => {
    await page.setViewportSize({ width: 360, height: 800 });
    await page.goto(`${home}/settings`);
    const room = page.locator('.rail').getByRole('link', { name: 'Settings' });
    await room.waitFor();
    await until(async () => {
      const box = await room.boundingBox();
      return box !== null && box.x >= 0 && box.x + box.width <= 360;
    }, 50);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(home);
    await heading('Decision').waitFor();
  });

  it('finds a room and a command by the command palette', async () => {
    await openPalette();
    await page.keyboard.type('sourc');
    await page.keyboard.press('Enter');
    await heading('Sources').waitFor();
    await openPalette();
    await page.keyboard.type('dark theme');
    await page.keyboard.press('Enter');
    await page.locator('html[style*="dark"]').waitFor({ state: 'attached' });
    await page.reload();
    await heading('Sources').waitFor();
    assert.equal(await page.evaluate('document.documentElement.style.colorScheme'), 'dark');
  });

  it('lists the keys, and closes them by Escape', async () => {
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Open Evaluations').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it('names the workspace anew, and says so', async () => {
    await page.goto(`${home}/settings`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Order support');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('status').getByText('Saved.').waitFor();
    await page.getByRole('navigation', { name: 'Order support' }).waitFor();
  });

  it('shows providers and their models, and facts with source and date by the address', async () => {
    await page.getByRole('link', { name: 'Providers' }).click();
    await page.getByRole('heading', { name: 'baseline' }).waitFor();
    await page.goto(`${home}/settings/catalogue?kind=frameworks&q=langgraph`);
    const row = page.getByRole('row', { name: /LangGraph.*MIT/ });
    await row.first().waitFor();
    assert.match(await row.first().innerText(), /20\d\d-\d\d/);
  });

  it('makes the first key and signs in with it, shows a key once, and revokes one after a question', async () => {
    await page.goto(`${home}/settings/keys`);
    for (const name of ['me', 'CI']) {
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill(name);
      await page.getByRole('button', { name: 'Create key' }).click();
      assert.match(await page.getByRole('dialog').locator('code').innerText(), /^ts_/);
      await page.getByRole('button', { name: 'Close' }).click();
      await page.getByRole('listitem').filter({ hasText: name }).waitFor();
    }
    await page.getByRole('button', { name: 'Revoke CI' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('button', { name: 'Revoke CI' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Revoke me' }).waitFor();
  });

  it('says one thing about a workspace that is not there, with no rooms below it', async () => {
    await page.goto(`${service.url}/console/workspaces/00000000-0000-7000-8000-000000000000`);
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByRole('alert').count(), 1);
    assert.equal(await page.getByRole('form').count(), 0);
    await page.goto(`${service.url}/console/workspaces/%E0%A4%A`);
    await page.getByText('No page exists at this address.').waitFor();
  });

  it('deletes the workspace after a question', async () => {
    await page.goto(`${home}/settings`);
    await page.getByRole('button', { name: 'Delete workspace' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await heading('Which stack should we run?').waitFor();
    await page.getByText('No workspaces yet.').waitFor();
  });
});

describe('A service that lost writes, in a browser', IN_BROWSER, () => {
  it('says so once in the frame, and always under Settings', async () => {
    const place = onDisk(undefined, async () => {});
    const lost = { commits: 3, from: '2026-11-20T10:00:00.000Z', to: '2026-11-20T10:01:00.000Z' };
    mkdirSync(place.dataDir, { recursive: true });
    writeFileSync(
      join(place.dataDir, 'lost-writes.json'),
      JSON.stringify([{ ...lost, found_at: '2026-11-20T11:00:00.000Z' }]),
    );
    const service = await startServe(flagsFor(place));
    const browser = await openBrowser();
    try {
      const page = await openPage(browser);
      const answer = await fetch(`${service.url}/workspaces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Support' }),
      });
      const { id } = (await answer.json()) as { id: string };
      await page.goto(`${service.url}/console/workspaces/${id}`);
      const note = page.getByRole('complementary', { name: 'Service notices' });
      await note.getByText(/has lost the last 3 writes .* Restore a backup/).waitFor();
      assert.deepEqual(await faults(page), []);
      await note.getByRole('button', { name: 'Dismiss' }).click();
      await note.waitFor({ state: 'detached' });
      await page.goto(`${service.url}/console/workspaces/${id}/settings`);
      const kept = page.getByRole('region', { name: 'Service' });
      await kept.getByText(/has lost the last 3 writes .* Restore a backup/).waitFor();
      assert.equal(await note.count(), 0);
    } finally {
      await browser.close();
      await service.stop();
      await place.remove();
    }
  });
});
