import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Locator, Page } from 'playwright-core';
import { flagsFor, type ServeProcess, startServe } from '../support/cli-process.ts';
import { complaintsOf, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';

/** More than there is to reach on any of these pages. */
const MOST_TABS = 120;

describe('The whole main job by the keyboard alone', IN_BROWSER, () => {
  const place = onDisk(undefined, async () => {});
  let complaints: string[];
  let service: ServeProcess;
  let browser: Browser;
  let page: Page;

  before(async () => {
    service = await startServe(flagsFor(place));
    browser = await openBrowser();
    page = await openPage(browser);
    complaints = complaintsOf(page);
    const answer = await fetch(`${service.url}/workspaces`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Support' }),
    });
    const { id } = (await answer.json()) as { id: string };
    await page.goto(`${service.url}/console/workspaces/${id}`);
    await heading('Decision').waitFor();
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
    await place.remove();
  });

  const heading = (name: string) => page.getByRole('heading', { name, level: 1, exact: true });
  const keys = (...all: string[]) =>
    all.reduce(async (before, key) => {
      await before;
      await page.keyboard.press(key);
    }, Promise.resolve());

  /** Presses Tab until this has the focus, as a person does. */
  async function reach(wanted: Locator): Promise<void> {
    await wanted.waitFor();
    for (let tabs = 0; tabs < MOST_TABS; tabs++) {
      if (await wanted.evaluate((element) => element === element.ownerDocument.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${MOST_TABS} tabs do not reach ${wanted}.`);
  }
  const type = async (label: string, text: string) => {
    await reach(page.getByLabel(new RegExp(`^${RegExp.escape(label)}`)).first());
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  };
  const press = async (role: 'button' | 'link', name: string) => {
    await reach(page.getByRole(role, { name, exact: true }));
    await page.keyboard.press('Enter');
  };
  const room = async (letter: string, name: string) => {
    await keys('g', letter);
    await heading(name).and(page.locator(':focus')).waitFor();
  };

  it('adds a source and finds the passage of a question in it', async () => {
    await room('s', 'Sources');
    await type('Add addresses, text or files', 'Parcels that were damaged go to quarantine for nine days.');
    await press('button', 'Add source');
    await page.getByText('ready', { exact: true }).first().waitFor();
    await page.evaluate('document.activeElement.blur()');
    await keys('/');
    await page.keyboard.type('quarantine');
    await keys('Enter');
    await page.getByRole('region', { name: 'Search results' }).getByRole('link').first().waitFor();
    await page.evaluate('document.activeElement.blur()');
    await keys('j', 'Enter');
    await page.locator('.cited mark').first().waitFor();
  });

  it('states requirements', async () => {
    await room('r', 'Requirements');
    await press('button', 'New requirements');
    await type('Name', 'Prompt and free');
    await type('95 of 100 responses within, ms', '5000');
    await type('Requests per second', '20');
    await press('button', 'Create requirements');
    await page.getByRole('link', { name: 'Prompt and free' }).waitFor();
  });

  it('names two candidates', async () => {
    await room('c', 'Candidates');
    for (const [name, model] of [
      ['Our adder', 'arithmetic'],
      ['The parrot', 'echo'],
    ] as const) {
      await press('button', 'New candidate');
      await type('Name', name);
      await type('Provider', 'baseline');
      await type('Model', model);
      // Tab leaves what is suggested.
      await keys('Tab');
      await press('button', 'Create candidate');
      await page.getByRole('link', { name, exact: true }).waitFor();
    }
  });

  it('evaluates them, and ends in a verdict and the questions on which they differ', async () => {
    await room('e', 'Evaluations');
    await press('link', 'New evaluation');
    // Where there are two candidates and one list of requirements they are chosen already.
    for (const name of [/Our adder/, /The parrot/, /Prompt and free/]) {
      const box = page.getByRole('checkbox', { name });
      await reach(box);
      await keys('Space', 'Space');
      assert.equal(await box.isChecked(), true);
    }
    await press('button', 'Next');
    await reach(page.getByLabel('Benchmark to add'));
    await page.keyboard.type('Arithmetic');
    await press('button', 'Add benchmark');
    await page.getByRole('region', { name: 'Arithmetic', exact: true }).waitFor();
    await type('Requests for Load', '80');
    await press('button', 'Next');
    await type('Questions per benchmark', '30');
    await press('button', 'Run evaluation');
    await page.getByText(/^Take Our adder\./).waitFor();
    await press('link', 'Samples');
    await page.getByRole('gridcell').first().waitFor();
    assert.deepEqual(complaints, []);
  });
});
