import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { makeXlsx, makeZip } from '../../../../test/support/make-xlsx.ts';
import {
  type OpenTableOptions,
  openTable,
  type Row,
  surveyTable,
  type Table,
  UnreadableTable,
} from './tables.ts';

interface Reading {
  table: Table;
  rows: Record<string, unknown>[];
  problems: Exclude<Row, { fields: unknown }>[];
}

async function read(bytes: Uint8Array | string, options?: OpenTableOptions): Promise<Reading> {
  const table = await openTable(Buffer.from(bytes as string), options);
  const all = await Array.fromAsync(table.rows());
  return {
    table,
    rows: all.flatMap((row) => ('fields' in row ? [row.fields] : [])),
    problems: all.flatMap((row) => ('problem' in row ? [row] : [])),
  };
}

async function refusal(bytes: Uint8Array, options?: OpenTableOptions): Promise<string> {
  const error = await read(bytes, options).then(
    () => assert.fail('it should have been refused'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof UnreadableTable, String(error));
  return error.message;
}

const utf16 = (text: string) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);

const GERMAN = 'Wie viele Tage für die Größe?';

const TEXTS: [string, Buffer | string, Partial<Table>, Record<string, unknown>[]][] = [
  ['commas', 'a,b\n1,"x, y"\n', { format: 'csv', delimiter: ',' }, [{ a: '1', b: 'x, y' }]],
  [
    'semicolons with commas in the texts',
    'Frage;Soll\r\nWie viele, etwa?;3,5\r\n"Wann; wo?";Köln, Bonn\r\n',
    { delimiter: ';' },
    [
      { Frage: 'Wie viele, etwa?', Soll: '3,5' },
      { Frage: 'Wann; wo?', Soll: 'Köln, Bonn' },
    ],
  ],
  [
    'tabs with quotes that mean themselves',
    'q\ta\nA 5" disk?\t"yes"\n',
    { delimiter: '\t' },
    [{ q: 'A 5" disk?', a: 'yes' }],
  ],
  [
    'a JSON document of lists',
    '{\n "q": ["x", "y"],\n "a": [1, 2], "by": "me"\n}',
    { format: 'json' },
    [
      { q: 'x', a: 1 },
      { q: 'y', a: 2 },
    ],
  ],
  [
    'quotes within a field',
    'q,a\nThe "new" one?,so\n',
    { delimiter: ',' },
    [{ q: 'The "new" one?', a: 'so' }],
  ],
  ['bars', 'q|a\nWhy?|so\n', { delimiter: '|' }, [{ q: 'Why?', a: 'so' }]],
  ['a sep line', 'sep=~\r\nq~a\r\nx, y; z~1\r\n', { delimiter: '~' }, [{ q: 'x, y; z', a: '1' }]],
  [
    'lines that end with CR',
    'q;a\rx;1\ry;2\r',
    { delimiter: ';' },
    [
      { q: 'x', a: '1' },
      { q: 'y', a: '2' },
    ],
  ],
  ['one column', 'input\nHello, you\n', { delimiter: ',' }, []],
  [
    'UTF-8 with a byte order mark',
    `\uFEFFq;a\n${GERMAN};1\n`,
    { encoding: 'utf-8' },
    [{ q: GERMAN, a: '1' }],
  ],
  ['UTF-16', utf16(`q,a\r\n${GERMAN},1\r\n`), { encoding: 'utf-16le' }, [{ q: GERMAN, a: '1' }]],
  [
    'windows-1252',
    Buffer.from(`q;a\r\n${GERMAN};1\r\n`, 'latin1'),
    { delimiter: ';' },
    [{ q: GERMAN, a: '1' }],
  ],
  ['gzip', gzipSync('q;a\nx;1\n'), { delimiter: ';' }, [{ q: 'x', a: '1' }]],
  [
    'one line with the names of a dataset and a list',
    '{"input":"x","sources":[{"url":"u"}],"expected":"y"}',
    { format: 'json_lines' },
    [{ input: 'x', sources: [{ url: 'u' }], expected: 'y' }],
  ],
  [
    'a JSON document with one list in one line',
    '{"by":"input","data":[{"input":"x","expected":"y"}]}',
    { format: 'json' },
    [{ input: 'x', expected: 'y' }],
  ],
  ['JSON lines', '{"q":"x"}\n\n{"q":"y","n":1}\n', { format: 'json_lines' }, [{ q: 'x' }, { q: 'y', n: 1 }]],
  [
    'a JSON list',
    '[{"q":"[{,\\"}]"},\n {"q":"y","l":[1,{"k":2}]}]',
    { format: 'json' },
    [{ q: '[{,"}]' }, { q: 'y', l: [1, { k: 2 }] }],
  ],
  [
    'a JSON document with one list',
    '{\n "version": 1,\n "data": [\n {"q":"x"}, {"q":"y"} ]\n}',
    { format: 'json' },
    [{ q: 'x' }, { q: 'y' }],
  ],
  [
    'one conversation as JSON lines',
    '{"messages":[{"role":"user","content":"x"}],"a":"1"}',
    { format: 'json_lines' },
    [{ messages: [{ role: 'user', content: 'x' }], a: '1' }],
  ],
  [
    'a Markdown table in a text',
    'Our questions:\n\n| Question | Answer |\n|:--|--:|\n| a \\| b? | 1 |\n| c<br>d? | 2 |\n\nEnd.',
    { format: 'markdown' },
    [
      { Question: 'a | b?', Answer: '1' },
      { Question: 'c\nd?', Answer: '2' },
    ],
  ],
  [
    'a Markdown table below a single quote',
    'A 5" disk:\n\n| Question | Answer |\n|---|---|\n| a? | 1 |\n',
    { format: 'markdown' },
    [{ Question: 'a?', Answer: '1' }],
  ],
  [
    'a Markdown table in a quoted cell',
    'q;a\n"Continue ""it"":\n\n| x | y |\n|---|---|\n| 1 | 2 |";rest\n',
    { format: 'csv' },
    [{ q: 'Continue "it":\n\n| x | y |\n|---|---|\n| 1 | 2 |', a: 'rest' }],
  ],
  [
    'a Markdown table in a cell below the names of a dataset',
    'input,expected\nA 5" disk,"| x | y |\n|---|---|\n| 1 | 2 |"\n',
    { format: 'csv' },
    [{ input: 'A 5" disk', expected: '| x | y |\n|---|---|\n| 1 | 2 |' }],
  ],
];

test('a text is read as a table whatever its delimiter, encoding or form', async () => {
  for (const [name, bytes, facts, rows] of TEXTS) {
    const { table, ...found } = await read(bytes);
    if (rows.length > 0) assert.deepEqual([found.rows, found.problems], [rows, []], name);
    for (const [fact, value] of Object.entries(facts)) assert.equal(table[fact as keyof Table], value, name);
  }
});

test('other work continues while a document of one line is examined', async () => {
  const list = Array.from({ length: 300_000 }, (_, i) => `{"q":"${i}","a":[1,2]}`).join(',');
  let turns = 0;
  const counting = setInterval(() => {
    turns += 1;
  });
  const { format } = await openTable(Buffer.from(`{"data":[${list}]}`));
  clearInterval(counting);
  assert.equal(format, 'json');
  assert.ok(turns > 0);
});

test('empty columns and rows are left out and counted; a column with values and no name is called by its place', async () => {
  const { table, rows } = await read('q,a,,,\nx,1,,,\ny,2,,note,\n,,,,\n,,,,\n');
  assert.deepEqual(rows, [
    { q: 'x', a: '1' },
    { q: 'y', a: '2', 'column 4': 'note' },
  ]);
  assert.deepEqual(table.leftOut(), { titleRows: 0, emptyColumns: 2, emptyRows: 2, binaryColumns: [] });
});

/** The first lines of a file, the names of its columns, and how many titles stand above them. */
const TITLED: [string, string, string[], number][] = [
  [
    'a title with delimiters',
    'Support 2026;;\nFrage;Soll;Thema\nWie?;1;x\nWo?;2;y\n',
    ['Frage', 'Soll', 'Thema'],
    1,
  ],
  ['a title alone in its line', 'Support 2026\n\nFrage;Soll\nWie?;1\nWo?;2\n', ['Frage', 'Soll'], 1],
  [
    'two titles',
    'Support: 2026;;\nTeam A;;\nFrage;Soll;Thema\nWie?;1;x\nWo?;2;y\n',
    ['Frage', 'Soll', 'Thema'],
    2,
  ],
  ['an index without a name', ',question\n0,Why?\n1,How?\n', ['column 1', 'question'], 0],
  ['one column', 'question\nWhy?\nHow?\nWhere?\nWho?\n', ['question'], 0],
  ['one column of texts with a delimiter', 'review\nGood; cheap\nBad; slow\n', ['review'], 0],
  ['a column without a name', 'question,\nWhy?,so\nHow?,thus\n', ['question', 'column 2'], 0],
];

test('titles above the header are left out and counted', async () => {
  for (const [name, text, columns, titles] of TITLED) {
    const { table, rows, problems } = await read(text);
    assert.deepEqual(problems, [], name);
    assert.deepEqual([Object.keys(rows[0] ?? {}), table.leftOut().titleRows], [columns, titles], name);
  }
  const sheet = makeXlsx([
    { name: 's', rows: [['Support 2026'], [], ['Frage', 'Soll'], ['Wie?', 1, 'note']] },
  ]);
  const { table, rows } = await read(sheet);
  assert.deepEqual(
    [rows, table.leftOut().titleRows],
    [[{ Frage: 'Wie?', Soll: 1, 'column C': 'note' }], 1],
    'a value beyond the header of a sheet is called by its letter',
  );
});

test('a problem is named by its line, and by its column where it is in one cell', async () => {
  for (const [text, problem] of [
    ['q,a\nx,1\ny\n', { line: 3, problem: 'it has 1 columns where the header has 2' }],
    ['sep=;\nq;a\nx;1;2\n', { line: 3, problem: 'it has 3 columns where the header has 2' }],
    [
      'q,q\nx,1\n',
      {
        line: 1,
        problem: 'the header names the column "q" twice; give each column a name of its own',
        isHeader: true,
      },
    ],
    [
      '{\n "q": ["x"],\n "a": []\n}',
      {
        line: 1,
        problem: 'this JSON document contains no list of rows; provide a list of objects',
      },
    ],
    ['[{"q":1},\n{"q":}]', { line: 2, problem: 'it is not valid JSON' }],
    [
      '[{"q":1},\n{"q":2',
      { line: 2, problem: 'the JSON ends before its list does; the file may be truncated' },
    ],
    [
      `${Array.from({ length: 16_000 }, (_, i) => `c${i}`).join(';')}\n`,
      {
        line: 1,
        problem: 'the header has 16000 columns, and a table may have at most 1000',
        isHeader: true,
      },
    ],
  ] as const)
    assert.deepEqual((await read(text)).problems, [problem], text.slice(0, 30));
});

const DATE_STYLES =
  '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.00&quot; day&quot;"/><numFmt numFmtId="165" formatCode="[$-407]yyyy\\-mm\\-dd hh:mm"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>';

test('a workbook is read as the values that its cells show', async () => {
  const bytes = makeXlsx(
    [
      { name: 'Hidden', state: 'hidden', rows: [['q'], ['no']] },
      {
        name: 'Fragen & Antworten',
        rows: [
          [],
          ['Frage', 'Antwort', 'When', 'Flag', null],
          [
            '  A <b>?',
            0.30000000000000004,
            { xml: '<c s="1"><v>45292</v></c>' },
            { xml: '<c t="b"><v>1</v></c>' },
          ],
          [null, null, null, null],
          [
            {
              xml: '<c t="inlineStr"><is><r><t>rich </t></r><r><t>text_x000D_</t></r><rPh><t>no</t></rPh></is></c>',
            },
            { xml: '<c s="2"><v>2</v></c>' },
            { xml: '<c s="3"><v>45292.5</v></c>' },
          ],
          [{ xml: '<c t="str"><f>A1</f><v>computed</v></c>' }, '007'],
        ],
      },
    ],
    { 'xl/styles.xml': DATE_STYLES },
  );
  const { table, rows, problems } = await read(bytes);
  assert.deepEqual(problems, []);
  assert.deepEqual([table.sheet, table.sheets], ['Fragen & Antworten', ['Hidden', 'Fragen & Antworten']]);
  assert.deepEqual(rows, [
    { Frage: '  A <b>?', Antwort: 0.3, When: '2024-01-01', Flag: true },
    { Frage: 'rich text\r', Antwort: 2, When: '2024-01-01T12:00:00', Flag: '' },
    { Frage: 'computed', Antwort: '007', When: '', Flag: '' },
  ]);
  assert.deepEqual((await read(bytes, { sheet: 'Hidden' })).rows, [{ q: 'no' }]);
  assert.match(
    await refusal(bytes, { sheet: 'Sheet9' }),
    /no sheet "Sheet9"; it has: "Hidden", "Fragen & Antworten"/,
  );
});

test('a cell of a workbook without a value is named by its row and column', async () => {
  const bytes = makeXlsx([
    {
      name: 's',
      rows: [
        ['q', 'a'],
        ['x', { xml: '<c t="e"><v>#REF!</v></c>' }],
        ['y', { xml: '<c><f>1+1</f></c>' }],
      ],
    },
  ]);
  assert.deepEqual((await read(bytes)).problems, [
    { line: 2, column: 'a', problem: 'the cell shows the error #REF!' },
    {
      line: 3,
      column: 'a',
      problem: 'the cell has a formula whose value was never computed; open and save the file',
    },
  ]);
});

const workbook = makeXlsx([
  {
    name: 's',
    rows: [
      ['q', 'a'],
      ['x', 1],
    ],
  },
]);

test('a workbook that is broken, locked or a compression bomb is refused with the reason', async () => {
  assert.match(
    await refusal(workbook.subarray(0, workbook.length - 30)),
    /damaged or truncated \(its end is missing/,
  );
  const flipped = Buffer.from(workbook);
  flipped.fill(0xff, 60, 90);
  assert.match(await refusal(flipped), /damaged or truncated/);
  assert.match(
    await refusal(Buffer.from('d0cf11e0a1b11ae1', 'hex')),
    /with a password, or in the format before 2007/,
  );
  assert.match(await refusal(makeZip({ 'word/document.xml': '<x/>' })), /no workbook/);
  const bomb = makeXlsx([{ name: 's', rows: [['q']] }], {
    'xl/styles.xml': `<styleSheet>${' '.repeat(17 * 1024 ** 2)}</styleSheet>`,
  });
  assert.ok(bomb.length < 1024 ** 2);
  assert.match(await refusal(bomb), /xl\/styles.xml unpacks to more than 16 MB/);
  for (const [name, rows, parts, expected] of [
    [
      'rows without cells',
      [],
      {
        'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${'<row/>'.repeat(1_048_577)}</sheetData></worksheet>`,
      },
      /more than the 1048576 rows that a sheet may have/,
    ],
    [
      'one text in many rows',
      [['q'], ...Array.from({ length: 1100 }, () => [{ xml: '<c t="s"><v>0</v></c>' }])],
      { 'xl/sharedStrings.xml': `<sst><si><t>${'x'.repeat(64_000)}</t></si></sst>` },
      /As JSON lines, it is larger than the 64 MB/,
    ],
  ] as const) {
    const many = makeXlsx([{ name: 's', rows }], parts);
    assert.match(await refusal(many), expected, name);
    await assert.rejects(surveyTable(await openTable(many)), expected, name);
  }
  const wide = makeXlsx([{ name: 's', rows: [Array.from({ length: 16_000 }, (_, i) => `c${i}`)] }]);
  assert.match(
    await refusal(wide),
    /Row 1 has a value in column 1001, and a table may have at most 1000 columns/,
  );
});

test('Parquet is read in every compression that Node has, with nested columns', async () => {
  const columnData = [
    { name: 'question', data: ['Why?', 'How?'], type: 'STRING' as const },
    { name: 'n', data: [1n, 2n ** 60n], type: 'INT64' as const },
    { name: 'answers', data: [{ text: ['a', 'b'] }, { text: [] }], type: 'JSON' as const },
    { name: 'at', data: [new Date(0), new Date(1000)], type: 'TIMESTAMP' as const },
  ];
  const compressors = { GZIP: gzipSync, BROTLI: brotliCompressSync, ZSTD: zstdCompressSync };
  for (const codec of ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI', 'ZSTD'] as const) {
    const bytes = new Uint8Array(parquetWriteBuffer({ columnData, codec, compressors, rowGroupSize: 1 }));
    const { table, rows, problems } = await read(bytes);
    assert.deepEqual([table.format, problems], ['parquet', []], codec);
    assert.deepEqual(
      rows,
      [
        { question: 'Why?', n: 1, answers: { text: ['a', 'b'] }, at: '1970-01-01T00:00:00.000Z' },
        { question: 'How?', n: `${2n ** 60n}`, answers: { text: [] }, at: '1970-01-01T00:00:01.000Z' },
      ],
      codec,
    );
    assert.match(await refusal(bytes.subarray(0, bytes.length - 20)), /damaged or truncated Parquet/);
    const flipped = Buffer.from(bytes);
    flipped.fill(0xff, 4, 40);
    assert.match((await read(flipped)).problems.at(-1)?.problem ?? '', /cannot be read from here on/, codec);
  }
});

test('a text that is no table, or too large, is refused with the reason', async () => {
  assert.match(await refusal(Buffer.from('%PDF-1.7\n')), /no table/);
  assert.match(await refusal(Buffer.from('')), /^The file is empty\.$/);
  assert.match(await refusal(Buffer.from('- input: a\n')), /^This looks like YAML/);
  for (const markup of ['<html><table>', '<?xml version="1.0"?><a/>', '\n<!DOCTYPE html>'])
    assert.match(await refusal(Buffer.from(markup)), /^This is HTML or XML, .* save it as \.xlsx or CSV\.$/);
  assert.match(await refusal(Buffer.from('89504e470d0a1a0a', 'hex')), /no table/);
  assert.match(await refusal(Buffer.alloc(64 * 1024 ** 2 + 1, 'a')), /larger than the 64 MB/);
  assert.match(
    await refusal(gzipSync(Buffer.alloc(65 * 1024 ** 2))),
    /Unpacked, it is larger than the 64 MB/,
  );
  assert.match(await refusal(gzipSync(gzipSync('q,a\n'))), /compressed with gzip more than once/);
  assert.match(await refusal(gzipSync('')), /^Unpacked, the file is empty\.$/);
  assert.match(await refusal(gzipSync('q,a\n').subarray(0, 12)), /damaged or truncated/);
  assert.match(await refusal(Buffer.from('q,a\n'), { sheet: 's' }), /has no sheets/);
});

test('a survey counts rows and describes the values of each column', async () => {
  const { table } = await read('q;n;m\nWhy?;1;x\nHow?;2;\n;3;x\n');
  const { rowCount, columns, firstRows } = await surveyTable(table);
  assert.deepEqual([rowCount, firstRows.length], [3, 3]);
  assert.deepEqual(
    columns.map(({ name, filled, distinct, questions, kinds }) => [
      name,
      filled,
      distinct,
      questions,
      kinds.number,
    ]),
    [
      ['q', 2, 2, 2, 0],
      ['n', 3, 3, 0, 3],
      ['m', 2, 1, 0, 0],
    ],
  );
});
