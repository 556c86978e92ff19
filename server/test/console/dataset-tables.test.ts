import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { complaintsOf, faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { makeXlsx } from '../support/make-xlsx.ts';
import { newWorkspace } from '../support/resource-behaviour.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/until.ts';

const TICKETS = [
  'Customer question;Correct answer;Product;Note',
  'How long is the warranty?;2 years;Boots;a',
  'Who sends parcels?;Post;Boots;b',
  'Is it open on Sunday?;no;Socks;c',
].join('\n');

const BOOK = makeXlsx([
  { name: 'Read me', rows: [['Made by'], ['Ada']] },
  {
    name: 'Questions',
    rows: [
      ['question', 'answer'],
      ['One and one?', '2'],
      ['Two and two?', { xml: '<c t="e"><v>#N/A</v></c>' }],
    ],
  },
  { name: 'Blank', rows: [] },
]);

describe('Tables of datasets in the console', IN_BROWSER, () => {
  let service: Service;
  let browser: Browser;
  let page: Page;
  let home: string;
  let sources: string;
  let complaints: string[];

  before(async () => {
    service = await startService(onDisk(undefined, async () => {}));
    const workspaceId = await newWorkspace(service);
    sources = `/workspaces/${workspaceId}/sources`;
    home = `${service.url}/console${sources}`;
    browser = await openBrowser();
    page = await openPage(browser);
    complaints = complaintsOf(page, /status of 4/);
  });
  after(async () => {
    await browser?.close();
    await service?.stop();
  });

  const form = () => page.getByRole('form', { name: 'Columns' });
  const taken = (column: string) => page.getByLabel(`Take ${column} as`);
  const chosen = (column: string) => taken(column).locator('option:checked').innerText();
  const choose = (name: string, buffer: Buffer) =>
    page
      .getByLabel('Files', { exact: true })
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer });
  async function stored(): Promise<Record<string, unknown>> {
    const id = new URL(page.url()).pathname.split('/').at(-1);
    return (await service.call('GET', `${sources}/${id}`)).body;
  }

  it('shows what each column of a file is taken as, why, and its first rows, before it is added', async () => {
    await page.goto(home);
    await choose('tickets.csv', Buffer.from(TICKETS));
    await page.getByRole('heading', { name: 'Columns of tickets.csv' }).and(page.locator(':focus')).waitFor();
    await form().getByText('CSV with semicolons, utf-8, 3 rows.').waitFor();
    assert.deepEqual(
      await Promise.all(['Customer question', 'Correct answer', 'Product', 'Note'].map(chosen)),
      ['Input', 'Expected', 'Kept, not sent', 'Kept, not sent'],
    );
    await form()
      .getByRole('row', { name: /^Customer question/ })
      .getByText(/Its name/)
      .waitFor();
    await form().getByText('May be a cluster: The column name suggests a grouping of rows.').waitFor();
    await form().getByText('First 3 rows').click();
    await form().getByRole('region', { name: 'First rows' }).getByText('Is it open on Sunday?').waitFor();
    assert.deepEqual((await service.call('GET', sources)).body.data, []);
    assert.deepEqual(await faults(page), []);
  });

  it('saves with the source what a person changed, by the keyboard alone', async () => {
    await taken('Note').focus();
    await page.keyboard.press('End');
    assert.equal(await chosen('Note'), 'Not used');
    await taken('Product').focus();
    await page.keyboard.type('Clu');
    await form().getByLabel('Grader', { exact: true }).fill('contains');
    await form().getByLabel('Title (optional)').fill('Tickets');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Tickets', level: 1, exact: true }).waitFor();
    await form().getByRole('button', { name: 'Save columns' }).waitFor();
    const { columns, grader } = await stored();
    assert.deepEqual(
      [columns, grader],
      [
        { input: 'Customer question', expected: 'Correct answer', cluster: 'Product', metadata: [] },
        'contains',
      ],
    );
  });

  it('shows the columns later on the page of the source, where they are changed and one role passes on', async () => {
    await page.reload();
    assert.equal(await chosen('Product'), 'Cluster');
    await taken('Note').selectOption('Input');
    await form().getByText('“Customer question” is kept and not sent now.').waitFor();
    await taken('Product').selectOption('Kept, not sent');
    await form().getByRole('button', { name: 'Save columns' }).click();
    await form()
      .getByText(/^Saved/)
      .waitFor();
    assert.deepEqual((await stored()).columns, { input: 'Note', expected: 'Correct answer' });
    assert.deepEqual(await faults(page), []);
  });

  it('says that somebody else saved meanwhile, and loads what they saved', async () => {
    await taken('Note').selectOption('ID');
    const id = new URL(page.url()).pathname.split('/').at(-1);
    await service.call('PATCH', `${sources}/${id}`, { columns: { input: 'Customer question' } });
    await form().getByText('No column is the input.').waitFor();
    await form().getByRole('button', { name: 'Save columns' }).click();
    await form().getByText('Someone else changed this after you opened it').waitFor();
    await form().getByRole('button', { name: 'Load the latest version' }).click();
    await form().getByText('No column is the input.').waitFor({ state: 'detached' });
    assert.equal(await chosen('Customer question'), 'Input');
  });

  it('shows what somebody else saves while nothing is changed here, and then saves from there', async () => {
    const id = new URL(page.url()).pathname.split('/').at(-1);
    await service.call('PATCH', `${sources}/${id}`, { columns: { id: 'Note' } });
    await taken('Note').locator('option:checked', { hasText: 'ID' }).waitFor({ state: 'attached' });
    await form().getByRole('combobox', { name: 'Grader', exact: true }).fill('exact');
    // Its suggestions hide the rest of the page while they are open.
    await page.keyboard.press('Tab');
    await form().getByRole('button', { name: 'Save columns' }).click();
    await form()
      .getByText(/^Saved/)
      .waitFor();
    const { columns, grader } = await stored();
    assert.deepEqual(
      [columns, grader],
      [{ input: 'Customer question', expected: 'Correct answer', id: 'Note' }, 'exact'],
    );
  });

  it('reads the sheet of a workbook that is chosen, and names the cells that cannot be read', async () => {
    await page.goto(home);
    await choose('book.xlsx', Buffer.from(BOOK));
    await page.getByLabel('Sheet').selectOption('Blank');
    await page.getByRole('button', { name: 'Add without columns' }).waitFor();
    await form().waitFor({ state: 'detached' });
    await page.getByLabel('Sheet').selectOption('Questions');
    await taken('question').waitFor();
    await form().getByText('Row 3, column “answer”: the cell shows the error #N/A').waitFor();
    await form().getByRole('button', { name: 'Add this table' }).click();
    await page.getByRole('heading', { name: 'book.xlsx', level: 1, exact: true }).waitFor();
    assert.deepEqual(await stored().then(({ sheet, columns }) => [sheet, columns]), [
      'Questions',
      { input: 'question', expected: 'answer' },
    ]);
  });

  it('shows the columns of a table that is pasted, and adds it without them', async () => {
    await page.goto(home);
    await page.getByLabel('Add addresses, text or files').fill('ask\ttell\nWho?\tAda\nWhen?\t1843');
    await page.getByText('A table; its columns are shown before it is added').waitFor();
    await page.getByRole('button', { name: 'Add source', exact: true }).click();
    await form().getByText('CSV with tabs').waitFor();
    await taken('ask').selectOption('Expected');
    await form().getByText('No column is the input.').waitFor();
    await taken('ask').selectOption('Input');
    await taken('tell').selectOption('Not used');
    await form().getByText('No column holds what is expected.').waitFor();
    await taken('tell').selectOption('Expected');
    await form().getByText('No column holds what is expected.').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Cancel' }).click();
    await form().waitFor({ state: 'detached' });
    assert.equal((await service.call('GET', sources)).body.data.length, 2);
  });

  it('says why a file is no table, and adds it as a text all the same', async () => {
    await page.goto(home);
    await choose('cut.json', Buffer.from('{"a": [1, 2'));
    await page.getByText('Row 1: it is not valid JSON').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Add this table' }).count(), 0);
    await choose('page.csv', Buffer.from('Frage;Soll\n'));
    await page.getByText('The file cannot be read as a table.').first().waitFor();
    assert.deepEqual(await faults(page), []);
    await page.getByRole('button', { name: 'Add without columns' }).click();
    await page.getByRole('region', { name: 'Sources', exact: true }).getByText('page.csv').waitFor();
  });

  describe('the rows of a dataset', () => {
    let address: string;
    const grid = () => page.getByRole('grid');
    const row = (name: string) =>
      grid()
        .getByRole('row')
        .filter({ has: page.getByRole('rowheader', { name }) });
    const select = (number: number) => page.getByLabel(`Select Row ${number}`, { exact: true });
    const unsaved = () => page.getByRole('region', { name: 'Unsaved changes' });
    const versions = () => page.getByRole('region', { name: 'Versions', exact: true });
    const open = () => page.goto(`${service.url}/console${address}?view=rows`);
    const changes = (operations: object[], version?: string) =>
      service.call('POST', `${address}/rows`, { operations, ...(version && { version }) });

    before(async () => {
      const lines = Array.from({ length: 60 }, (_, i) =>
        JSON.stringify({ input: `What is ${i} + 1?`, expected: i + 1, tags: ['sum'] }),
      );
      const made = await service.call('POST', sources, {
        type: 'text',
        title: 'Sums',
        content: `${lines.join('\n')}\n`,
      });
      address = `${sources}/${made.body.id}`;
      await until(async () => (await service.call('GET', address)).body.status === 'ready');
    });

    it('are read by pages, and from a row that is named', async () => {
      await open();
      await page.getByText('Rows 1 to 50 of 60').waitFor();
      await page.getByRole('button', { name: 'Next' }).click();
      await page.getByText('Rows 51 to 60 of 60').waitFor();
      await page.getByLabel('Row', { exact: true }).fill('20');
      await page.keyboard.press('Enter');
      await page.getByText('Rows 20 to 60 of 60').waitFor();
      await row('Row 20').getByText('What is 19 + 1?').waitFor();
      await page
        .getByRole('link', { name: 'Rows', exact: true })
        .and(page.locator('[aria-current]'))
        .waitFor();
    });

    it('are edited, added and removed by the keyboard, and saved as one version', async () => {
      await open();
      await select(1).focus();
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Enter');
      await page.keyboard.type(' Say it.');
      await page.keyboard.press('Tab');
      await page.keyboard.type('one');
      await page.keyboard.press('Enter');
      await page.getByText('This cell holds JSON').waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.type('11');
      await page.keyboard.press('Enter');
      await row('Row 1').first().getByText('edited').waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press(' ');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press(' ');
      await page.getByRole('button', { name: 'Remove 2 rows' }).click();
      await page.getByRole('button', { name: 'Add a row' }).click();
      await page.keyboard.type('Who?');
      await page.keyboard.press('Tab');
      await page.keyboard.type('7');
      await page.keyboard.press('Enter');
      await unsaved().getByText('Not saved: 1 row edited, 1 row added, 2 rows removed.').waitFor();
      assert.deepEqual(await faults(page), []);
      await select(4).check();
      await page.getByRole('button', { name: 'Restore 1 row' }).click();
      await unsaved().getByRole('button', { name: 'Save as a new version' }).click();
      await page.getByText('Saved as version 2.').waitFor();
      const { data } = (await service.call('GET', `${address}/versions`)).body;
      assert.deepEqual(
        data.map(({ added, edited, removed, row_count }: Record<string, number>) => [
          added,
          edited,
          removed,
          row_count,
        ]),
        [
          [1, 1, 1, 60],
          [0, 0, 0, 60],
        ],
      );
      const { data: stored } = (await service.call('GET', `${address}/rows?limit=3`)).body;
      const { data: end } = (await service.call('GET', `${address}/rows?cursor=60`)).body;
      assert.deepEqual(end[0].fields, { input: 'Who?', expected: 7 });
      assert.deepEqual(
        stored.map(({ fields }: { fields: Record<string, unknown> }) => [fields.input, fields.expected]),
        [
          ['What is 0 + 1? Say it.', 11],
          ['What is 1 + 1?', 2],
          ['What is 3 + 1?', 4],
        ],
      );
    });

    it('are not saved while a cell that is open cannot be read', async () => {
      await row('Row 2').first().getByText('What is 1 + 1?').dblclick();
      await page.keyboard.type(' More.');
      await page.keyboard.press('Tab');
      await page.keyboard.type('many');
      await select(4).focus();
      await page.getByText('This cell holds JSON').waitFor();
      const save = unsaved().getByRole('button', { name: 'Save as a new version' });
      await unsaved().getByText('Correct the cell that is open').waitFor();
      assert.equal(await save.isDisabled(), true);
      assert.deepEqual(await faults(page), []);
      await page.getByLabel('expected, Row 2').press('Escape');
      assert.equal(await save.isEnabled(), true);
      await unsaved().getByRole('button', { name: 'Discard changes' }).click();
    });

    it('are filled in a column that only rows of another page have', async () => {
      const made = await service.call('POST', sources, {
        type: 'text',
        title: 'Late',
        content: `${Array.from({ length: 60 }, (_, i) => JSON.stringify({ input: `${i}?`, expected: `${i}`, ...(i === 59 && { late: 'x' }) })).join('\n')}\n`,
      });
      await until(
        async () => (await service.call('GET', `${sources}/${made.body.id}`)).body.status === 'ready',
      );
      await page.goto(`${service.url}/console${sources}/${made.body.id}?view=rows`);
      await grid().getByRole('columnheader', { name: 'late' }).waitFor();
      await select(1).focus();
      await page.keyboard.press('End');
      await page.keyboard.type('y');
      await page.keyboard.press('Enter');
      await unsaved().getByRole('button', { name: 'Save as a new version' }).click();
      await page.getByText('Saved as version 2.').waitFor();
      const { data } = (await service.call('GET', `${sources}/${made.body.id}/rows?limit=1`)).body;
      assert.deepEqual(data[0].fields, { input: '0?', expected: '0', late: 'y' });
      await open();
    });

    it('say that somebody else saved meanwhile, and show what they saved', async () => {
      await row('Row 2').first().getByText('What is 1 + 1?').dblclick();
      await page.keyboard.type(' Mine.');
      await page.keyboard.press('Enter');
      assert.equal((await changes([{ op: 'add', fields: { input: 'Theirs?', expected: 0 } }])).status, 201);
      await unsaved().getByRole('button', { name: 'Save as a new version' }).click();
      await unsaved().getByText('Someone else changed this after you opened it').waitFor();
      await unsaved().getByRole('button', { name: 'Load the latest version' }).click();
      await page.getByText('Rows 1 to 50 of 61').waitFor();
      assert.equal(await page.getByText('Mine.').count(), 0);
    });

    it('name their versions, what changed in each and which evaluations used it', async () => {
      const { body } = await service.call('POST', sources.replace(/sources$/, 'evaluations'), {
        name: 'Of the sums',
        targets: [{ target_type: 'model', model_provider: 'baseline', model_id: 'echo' }],
        benchmarks: [{ benchmark_type: 'dataset', subset: 'Sums' }],
      });
      assert.ok(body.id, JSON.stringify(body));
      const newest = versions().getByRole('row').nth(1);
      await newest.getByText('1 added').waitFor();
      await newest.getByRole('link', { name: 'Of the sums' }).waitFor();
      await versions().getByText('1 added, 1 edited, 1 removed').waitFor();
      await versions().getByText('the table as it was added').waitFor();
      await page.getByRole('button', { name: 'Show rows of version 1' }).click();
      await page.getByText('This is an earlier version. It cannot be changed.').waitFor();
      await row('Row 2').first().getByText('What is 1 + 1?', { exact: true }).waitFor();
      await row('Row 1').first().getByText('What is 0 + 1?', { exact: true }).waitFor();
      assert.equal(await grid().getByRole('checkbox').count(), 0);
      assert.deepEqual(await faults(page), []);
      await page.getByRole('button', { name: 'Show the present version' }).click();
      await page.getByText('Rows 1 to 50 of 61').waitFor();
    });

    it('ask before changes that are not saved are left', async () => {
      await select(1).check();
      await page.getByRole('button', { name: 'Remove 1 row' }).click();
      await page.getByRole('link', { name: 'Columns', exact: true }).click();
      await unsaved().getByText('Your changes are not saved.').waitFor();
      await page.keyboard.press('Enter');
      await unsaved().getByText('Not saved: 1 row removed.').waitFor();
      await page.getByRole('link', { name: 'Columns', exact: true }).click();
      await unsaved().getByRole('button', { name: 'Discard changes' }).click();
      await form().waitFor();
      assert.deepEqual(complaints, []);
    });
  });
});
