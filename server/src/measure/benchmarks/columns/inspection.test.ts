import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { onDisk } from '../../../../test/support/each-database.ts';
import { makeXlsx } from '../../../../test/support/make-xlsx.ts';
import { newWorkspace } from '../../../../test/support/resource-behaviour.ts';
import { type Answer, type Service, startService } from '../../../../test/support/service.ts';

describe('POST …/sources/inspect', () => {
  let service: Service;
  before(async () => {
    service = await startService(
      onDisk(undefined, async () => {}),
      { 'upload-limit-bytes': '2000000' },
    );
  });
  after(() => service.stop());

  async function inspect(bytes: Uint8Array | string, query = '', type = 'application/octet-stream') {
    const path = `/workspaces/${await newWorkspace(service)}/sources`;
    const response = await fetch(`${service.url}${path}/inspect${query}`, {
      method: 'POST',
      body: bytes,
      headers: { 'content-type': type },
    } as RequestInit);
    const left = await service.call('GET', path);
    assert.deepEqual(left.body.data, [], 'nothing is stored');
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  }

  test('the inspection of a file returns its columns, their roles, its first rows and its problems', async () => {
    const { status, body } = await inspect('Frage;Antwort;Produkt\nWie lange?;30;Stiefel\nWer?;Post\n');
    assert.equal(status, 200);
    const { columns, ...rest } = body;
    assert.deepEqual(rest, {
      format: 'csv',
      encoding: 'utf-8',
      delimiter: ';',
      sheet: null,
      sheets: [],
      row_count: 1,
      left_out: null,
      mapping: { input: 'Frage', expected: 'Antwort' },
      proposed_clusters: [{ column: 'Produkt', reason: 'The column name suggests a grouping of rows.' }],
      notes: [],
      first_rows: [{ Frage: 'Wie lange?', Antwort: '30', Produkt: 'Stiefel' }],
      problem_count: 1,
      problems: [{ line: 3, column: null, detail: 'it has 2 columns where the header has 3' }],
    });
    assert.deepEqual(columns[0], {
      name: 'Frage',
      filled: 1,
      role: 'input',
      confidence: 'high',
      reason: 'Its name means input.',
    });
  });

  test('a workbook is read by sheet, and a cell that cannot be read is named', async () => {
    const bytes = makeXlsx([
      { name: 'Notes', rows: [['a'], ['b']] },
      {
        name: 'Questions',
        rows: [
          ['question', 'answer'],
          ['x?', { xml: '<c t="e"><v>#N/A</v></c>' }],
        ],
      },
    ]);
    const { body } = await inspect(bytes, '?sheet=Questions');
    assert.deepEqual(
      [body.format, body.sheet, body.sheets, body.problems],
      [
        'xlsx',
        'Questions',
        ['Notes', 'Questions'],
        [{ line: 2, column: 'answer', detail: 'the cell shows the error #N/A' }],
      ],
    );
    assert.match(
      (await inspect(bytes, '?sheet=None')).body.detail,
      /no sheet "None"; it has: "Notes", "Questions"/,
    );
  });

  test('a file that is no table, too large or sent with another media type is refused with the reason', async () => {
    const picture = await inspect(Buffer.from('89504e470d0a1a0a', 'hex'));
    assert.deepEqual([picture.status, picture.body.code], [422, 'impossible']);
    assert.match(picture.body.detail, /cannot be read as a table\. It is no table/);
    assert.equal((await inspect(Buffer.alloc(2_000_001, 'a'))).status, 413);
    assert.equal((await inspect('{}', '', 'application/json')).status, 400);
    assert.equal((await inspect('a,b\n', '', 'text/csv')).status, 415);
    for (const [bytes, why] of [
      ['', /The file is empty\.$/],
      ['Frage;Soll\n', /It has no rows\. A table needs a header and at least one row below it\.$/],
      ['<html><table></table></html>', /This is HTML or XML/],
      [makeXlsx([{ name: 's', rows: [] }]), /It has no rows\./],
      [makeXlsx([{ name: 's', rows: [Array(1001).fill('x')] }]), /at most 1000 columns/],
    ] as const) {
      const { status, body } = await inspect(bytes);
      assert.deepEqual([status, body.code], [422, 'impossible']);
      assert.match(body.detail, why);
    }
    const missing = await fetch(
      `${service.url}/workspaces/01890000-0000-7000-8000-000000000000/sources/inspect`,
      {
        method: 'POST',
        body: 'a,b\n',
        headers: { 'content-type': 'application/octet-stream' },
      },
    );
    assert.equal(missing.status, 404);
  });
});
