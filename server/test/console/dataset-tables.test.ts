import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { complaintsOf, faults, IN_BROWSER, openBrowser, openPage } from '../support/console.ts';
import { onDisk } from '../support/each-database.ts';
import { makeXlsx } from '../support/make-xlsx.ts';
import { newWorkspace } from '../support/resource-behaviour.ts';
import { type Service, startService } from '../support/service.ts';

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

  it('reads the sheet of a workbook that is chosen, and names the cells that cannot be read', async () => {
    await page.goto(home);
    await choose('book.xlsx', Buffer.from(BOOK));
    await form().getByLabel('Sheet').selectOption('Questions');
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
    await page.getByRole('button', { name: 'Cancel' }).click();
    await form().waitFor({ state: 'detached' });
    assert.equal((await service.call('GET', sources)).body.data.length, 2);
  });

  it('says why a file is no table, and adds it as a text all the same', async () => {
    await page.goto(home);
    await choose('page.csv', Buffer.from('Frage;Soll\n'));
    await page.getByText('The file cannot be read as a table.').first().waitFor();
    assert.deepEqual(await faults(page), []);
    await page.getByRole('button', { name: 'Add without columns' }).click();
    await page.getByRole('region', { name: 'Sources', exact: true }).getByText('page.csv').waitFor();
    assert.deepEqual(complaints, []);
  });
});
