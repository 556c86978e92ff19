import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { complaintsOf, faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { inspectArchive, lmEvalFiles } from '../support/foreign-logs.ts';
import { newWorkspace } from '../support/resource-behaviour.ts';
import { type Service, startService } from '../support/service.ts';

const EXAMPLE = fileURLToPath(new URL('../../../examples/imports/traffic.jsonl', import.meta.url));

describe('Imports in the console', IN_BROWSER, () => {
  let service: Service;
  let browser: Browser;
  let page: Page;
  let workspaceId: string;
  let complaints: string[];

  before(async () => {
    service = await startService(onDisk(undefined, async () => {}));
    workspaceId = await newWorkspace(service);
    browser = await openBrowser();
    page = await openPage(browser);
    complaints = complaintsOf(page);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  it('imports a file from the room of sources, and says what was found, taken out and made', async () => {
    await page.goto(`${service.url}/console/workspaces/${workspaceId}/sources`);
    await page.getByRole('link', { name: 'Import recorded traffic' }).click();
    const form = page.getByRole('form', { name: 'Import recorded traffic' });
    await form.getByLabel('File', { exact: true }).setInputFiles(EXAMPLE);
    await form.getByLabel('Name').fill('Monday');
    await form.getByRole('button', { name: 'Import' }).click();
    await page.getByText('OTLP/JSON spans · 12 calls · 4 sessions · 11 items').waitFor();
    assert.deepEqual(await faults(page), []);
    await page.getByRole('link', { name: 'Monday' }).click();
    await page.getByText('Removed: 3 e-mail addresses, 1 card number.').waitFor();
    await page.getByText('Skipped: 12 spans that call no model.').waitFor();
    await page.getByRole('link', { name: 'Monday (sessions)' }).waitFor();
    assert.deepEqual(await faults(page), []);
  });

  it('begins a new evaluation with its items', async () => {
    await page.getByRole('link', { name: 'Evaluate its items' }).click();
    await page.getByRole('heading', { name: 'New evaluation' }).waitFor();
    await page
      .getByRole('link', { name: 'Benchmarks' })
      .or(page.getByRole('button', { name: 'Benchmarks' }))
      .first()
      .click();
    const source = page.getByLabel('Question source');
    await source.waitFor();
    assert.equal(await source.locator('option:checked').innerText(), 'Monday (items)');
    await page.goBack();
  });

  it('begins a new evaluation under its load, whose recorded times can be chosen', async () => {
    await page.goto(`${service.url}/console/workspaces/${workspaceId}/imports`);
    await page.getByRole('link', { name: 'Monday' }).click();
    await page.getByRole('link', { name: 'Evaluate under its load' }).click();
    await page
      .getByRole('link', { name: 'Benchmarks' })
      .or(page.getByRole('button', { name: 'Benchmarks' }))
      .first()
      .click();
    const times = page.getByLabel('Recorded request times');
    await times.waitFor();
    assert.equal(await times.locator('option:checked').innerText(), 'Monday (traffic)');
    await times.selectOption({ label: 'Monday (sessions)' });
    assert.equal(await times.locator('option:checked').innerText(), 'Monday (sessions)');
    assert.deepEqual(await faults(page), []);
  });

  it('says of a file that cannot be used which line is wrong, and that nothing was kept', async () => {
    await page.goto(`${service.url}/console/workspaces/${workspaceId}/imports`);
    const form = page.getByRole('form', { name: 'Import recorded traffic' });
    const buffer = Buffer.from('{"input": "Is it open?"}\n{"input": \n');
    await form
      .getByLabel('File', { exact: true })
      .setInputFiles({ name: 'bad.jsonl', mimeType: 'application/json', buffer });
    await form.getByRole('button', { name: 'Import' }).click();
    await form.getByText('line 2: it is not valid JSON').first().waitFor();
    await page.getByRole('link', { name: 'bad.jsonl' }).click();
    await page.getByText('No data of the file was stored.').waitFor();
  });

  it('imports a gzip file, and says of one that is cut off that it is', async () => {
    const packed = gzipSync(readFileSync(EXAMPLE));
    const form = page.getByRole('form', { name: 'Import recorded traffic' });
    for (const [name, buffer, says] of [
      ['packed.jsonl.gz', packed, 'OTLP/JSON spans · 12 calls · 4 sessions · 11 items'],
      ['cut.jsonl.gz', packed.subarray(0, packed.length - 9), 'This gzip file is truncated, damaged'],
    ] as const) {
      await page.goto(`${service.url}/console/workspaces/${workspaceId}/imports`);
      await form
        .getByLabel('File', { exact: true })
        .setInputFiles({ name, mimeType: 'application/gzip', buffer });
      await form.getByRole('button', { name: 'Import' }).click();
      const row = page.getByRole('listitem').filter({ hasText: name }).getByText(says);
      await row.or(form.getByText(says)).first().waitFor();
    }
  });

  describe('results of other tools', () => {
    const ANSWERS = Array.from({ length: 30 }, (_, i) => ({ id: i + 1, right: i < 20 }));
    const OTHERS = ANSWERS.map(({ id }) => ({ id, right: id % 2 === 0 }));
    const drawer = () => page.getByRole('dialog', { name: 'Import results of another tool' });
    const file = (name: string, content: string | Buffer) => ({
      name,
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(content),
    });

    it('become an evaluation, which opens with its runs compared', async () => {
      await page.goto(`${service.url}/console/workspaces/${workspaceId}/evaluations`);
      await page.getByRole('button', { name: 'Import results' }).click();
      await drawer()
        .getByLabel('Files, one run or several')
        .setInputFiles([
          file('a.eval', inspectArchive('m/one', ANSWERS)),
          file('b.eval', inspectArchive('m/two', OTHERS)),
        ]);
      const label = (run: number) =>
        drawer()
          .getByRole('group', { name: `Run ${run}` })
          .getByLabel('Label');
      for (const [one, other, says] of [
        ['The other', 'The other ', 'Two runs are called “The other”'],
        ['run-2', '', '“run-2” is what a run without a label is called'],
      ] as const) {
        await label(1).fill(one);
        await label(2).fill(other);
        await page.keyboard.press('Enter');
        await drawer().getByText(says).waitFor();
      }
      await label(1).fill('');
      await label(2).fill('The other');
      await drawer().getByLabel('Name (optional)').fill('Two logs');
      assert.deepEqual(await faults(page), []);
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { name: 'Two logs', level: 1 }).waitFor();
      await page.getByText('The other').first().waitFor();
      await page.getByText('one').first().waitFor();
    });

    it('are dropped on the list; files that a tool wrote together are one run', async () => {
      await page.goto(`${service.url}/console/workspaces/${workspaceId}/evaluations`);
      await page.getByRole('link', { name: 'Two logs' }).waitFor();
      const { results, samples } = lmEvalFiles('m/one', ANSWERS);
      const moment = '2026-11-28T09-00-00.123456';
      const files = await page.evaluateHandle(`(() => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([${JSON.stringify(results)}], 'results_${moment}.json'));
        transfer.items.add(new File([${JSON.stringify(samples)}], 'samples_doubling_${moment}.jsonl'));
        transfer.items.add(new File(['no log of anything'], 'notes.txt'));
        return transfer;
      })()`);
      await page.getByRole('heading', { name: 'Evaluations' }).dispatchEvent('drop', { dataTransfer: files });
      await drawer()
        .getByRole('group', { name: 'Run 1' })
        .getByText(`results_${moment}.json, samples_doubling_${moment}.jsonl`)
        .waitFor();
      await drawer().getByRole('button', { name: 'Import 2 runs' }).click();
      await drawer().getByText('notes.txt').nth(1).waitFor();
      assert.match(await drawer().getByRole('alert').innerText(), /notes\.txt/);
      await drawer().getByRole('button', { name: 'Remove run 2' }).click();
      await drawer().getByRole('button', { name: 'Import 1 run', exact: true }).click();
      await page.getByRole('heading', { name: /results_2026/, level: 1 }).waitFor();
    });
  });

  it('pauses and renames an import, goes on with a file that was cut off, and deletes it', async () => {
    const { body } = await service.call('POST', `/workspaces/${workspaceId}/imports`, { name: 'Cut off' });
    await page.goto(`${service.url}/console/workspaces/${workspaceId}/imports/${body.id}`);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByText('paused', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Cut short');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { name: 'Cut short' }).waitFor();
    await page.getByLabel('File').setInputFiles(EXAMPLE);
    await page.getByRole('link', { name: 'Cut short (items)' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { name: 'Imports' }).waitFor();
    await page.getByRole('link', { name: 'Cut short' }).waitFor({ state: 'detached' });
    // What was refused above, and what was just deleted, whose page may read it once more.
    assert.deepEqual(
      complaints.filter((said) => !/status of (404|422)/.test(said)),
      [],
    );
  });
});
