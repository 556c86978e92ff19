import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { runCli, temporaryFolder } from './support/cli-process.ts';
import { runCommand } from './support/cli-runner.ts';
import { makeXlsx } from './support/make-xlsx.ts';

describe('a table of your own on the command line', () => {
  const folder = temporaryFolder();
  after(() => folder.remove());

  const file = (name: string, content: string | Uint8Array) => {
    const path = join(folder.path, name);
    writeFileSync(path, content);
    return path;
  };

  test('data inspect says what each column is taken for, and what an evaluation file would say', async () => {
    const path = file(
      'own.csv',
      'Frage;Antwort;Produkt;;\nWie lange?;30;Stiefel;;\nWer?;Post;Schuhe;;\n;;;;\n',
    );
    const { code, stdout } = await runCli(['data', 'inspect', path]);
    assert.equal(code, 0);
    for (const said of [
      /csv, separated by ";", utf-8, 2 rows/,
      /2 empty columns and 1 empty row left out\./,
      /Frage +input +high +2 +Its name means input\./,
      /Produkt +metadata/,
      /"Produkt" may be a cluster/,
      /columns:\n +input: Frage\n +expected: Antwort\n/,
    ])
      assert.match(stdout, said);
    const { mapping, row_count } = JSON.parse((await runCommand(['data', 'inspect', path, '--json'])).stdout);
    assert.deepEqual([mapping, row_count], [{ input: 'Frage', expected: 'Antwort' }, 2]);
  });

  test('nothing in a file reaches the terminal as a control character', async () => {
    const table = file('control.csv', 'Fra\u202ege,Ant\u2066wort\na\u001b[2Jb,c\u202dd\n');
    const config = file(
      'promptfooconfig.yaml',
      'prompts: [p]\ntests: [{assert: [{type: "ev\\x1b[2J\\nil\\u202e"}, {type: contains, value: x}]}]\n',
    );
    const none = file('none.yaml', 'prompts: [p]\ntests: [{assert: [{type: "ev\\x1b[2Jil\\u202e"}]}]\n');
    const out = join(config, '..', 'imported');
    for (const [words, said] of [
      [['data', 'inspect', table], /Fra ge/],
      [['eval', 'import', 'promptfoo', config, '--out', out], /The assertion ev \[2J il {2}is not taken/],
      [['eval', 'import', 'promptfoo', none], /The assertion ev \[2Jil {2}is not taken/],
    ] as const) {
      const { stdout, stderr } = await runCommand([...words]);
      assert.match(stdout + stderr, said);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they must not be there
      assert.doesNotMatch(stdout + stderr, /[\u001b\u202a-\u202e\u2066-\u2069]/, words.join(' '));
    }
  });

  test('problems are named by row and column, and a file that is no table by what it is', async () => {
    const broken = file(
      'broken.xlsx',
      makeXlsx([
        {
          name: 's',
          rows: [
            ['q', 'a'],
            ['x', { xml: '<c t="e"><v>#N/A</v></c>' }],
          ],
        },
      ]),
    );
    const problems = await runCommand(['data', 'inspect', broken]);
    assert.equal(problems.code, 1);
    assert.match(problems.stdout, /row 2, column "a": the cell shows the error #N\/A/);
    const wide = Array.from({ length: 900 }, (_, i) => `column number ${i}`);
    const bounded = await runCommand([
      'data',
      'inspect',
      file('w.csv', `${wide.join(';')}\n${wide.join(';')}\n`),
    ]);
    assert.equal(bounded.code, 0);
    assert.match(bounded.stdout, /880 more columns are not shown; --json lists all 900\./);
    assert.match(bounded.stdout, /No column was taken as expected\./);
    assert.match(bounded.stdout, /# expected: the column that holds the right answers/);
    assert.ok(bounded.stdout.length < 8000, `${bounded.stdout.length} characters`);
    const refused: [path: string, why: RegExp][] = [
      [file('p.csv', Buffer.from('89504e470d0a1a0a', 'hex')), /^.*p\.csv cannot be read\. It is no table/],
      [file('empty.csv', ''), /^.*empty\.csv cannot be read\. The file is empty\.$/m],
      [file('header.csv', 'Frage;Soll\n'), /^.*header\.csv cannot be read\. It has no rows\./],
      [
        file('page.xlsx', '<html><table></table></html>'),
        /^.*page\.xlsx cannot be read\. This is HTML or XML/,
      ],
      [
        file('wide.xlsx', makeXlsx([{ name: 's', rows: [Array(1001).fill('x')] }])),
        /^.*wide\.xlsx cannot be read\. Row 1 has a value in column 1001, .* at most 1000 columns\.$/m,
      ],
      [
        file('wide.csv', `${Array(1001).fill('x')}\n`),
        /^.*wide\.csv cannot be read\. Line 1: the header has 1001 columns, .* at most 1000\.$/m,
      ],
      [
        file('twice.csv', 'a,b,a\n1,2,3\n'),
        /^.*twice\.csv cannot be read\. Line 1: the header names the column "a" twice; .*\.$/m,
      ],
      [join(folder.path, 'none.csv'), /^There is no file .*none\.csv\.$/m],
      [folder.path, /is a folder, and a file is needed\.$/m],
    ];
    for (const [path, why] of refused) {
      const { code, stdout, stderr } = await runCommand(['data', 'inspect', path]);
      assert.deepEqual([code, stdout], [2, ''], path);
      assert.match(stderr, why);
      assert.doesNotMatch(stderr, /^ +at /m);
    }
  });

  test('a workbook is evaluated by the columns that the file names', async () => {
    const rows = Array.from({ length: 40 }, (_, i) => [`${i} + 1`, i + 1, `${i}`]);
    file(
      'sums.xlsx',
      makeXlsx([
        { name: 'Notes', rows: [['x'], ['y']] },
        { name: 'Sums', rows: [['Task', 'Sum', 'Nr'], ...rows] },
      ]),
    );
    const evaluation = (columns: string) =>
      file(
        'sums.yaml',
        `name: sums
datasets: [{ name: sums, file: sums.xlsx, sheet: Sums, columns: ${columns}, grader: numeric }]
targets: [{ model: baseline/echo, label: parrot }, { model: baseline/arithmetic, label: calculator }]
baseline: calculator
benchmarks: [{ dataset: sums }]
`,
      );
    const ran = await runCommand(['eval', 'run', evaluation('{ input: Task, expected: Sum }')]);
    assert.equal(ran.code, 1, ran.stdout + ran.stderr);
    assert.match(ran.stdout, /calculator is better than parrot/);
    file('guessed.csv', 'Task,Right answer\n1 + 1,2\n');
    const guessed = file(
      'guessed.yaml',
      'name: guessed\ndatasets: [{ file: guessed.csv, grader: numeric }]\ntargets: [{ model: baseline/echo }]\n',
    );
    assert.match(
      (await runCommand(['eval', 'run', guessed])).stderr,
      /guessed\.csv: Columns were read by what they are called and hold: "Task" as input .* "Right answer" as expected/,
      'a guess is said, before the file is refused for having no benchmarks',
    );
    file('titled.csv', 'Sums of 2026,,\n,,\nTask,Right answer,Nr\n1 + 1,2,1\n');
    const titled = file(
      'titled.yaml',
      'name: titled\ndatasets: [{ file: titled.csv, columns: { input: Task, expected: Right answer } }]\ntargets: [{ model: baseline/echo }]\n',
    );
    assert.match(
      (await runCommand(['eval', 'run', titled])).stderr,
      /titled\.csv: 1 title row above the header left out\./,
    );
    const refused = await runCommand(['eval', 'run', evaluation('{ input: Task, expected: Result }')]);
    assert.equal(refused.code, 3);
    assert.match(
      refused.stderr,
      /columns names "Result", which the table does not have; it has: Task, Sum, Nr/,
    );
    const incomplete = await runCommand(['eval', 'run', evaluation('{ input: Task }')]);
    assert.equal(incomplete.code, 3);
    assert.match(
      incomplete.stderr,
      /sums\.xlsx cannot be used as a dataset:\n {2}columns names no expected\. .*; the table has: Task, Sum, Nr\n$/,
    );
    file(
      'twice.xlsx',
      makeXlsx([
        {
          name: 'Sums',
          rows: [
            ['Task', 'Sum', 'Sum'],
            ['1 + 1', 2, 3],
          ],
        },
      ]),
    );
    const twice = evaluation('{ input: Task, expected: Sum }');
    writeFileSync(twice, readFileSync(twice, 'utf8').replace('sums.xlsx', 'twice.xlsx'));
    assert.match(
      (await runCommand(['eval', 'run', twice])).stderr,
      /the header names the column "Sum" twice/,
    );
    const unknown = await runCommand(['eval', 'run', evaluation('{ question: Task }')]);
    assert.match(unknown.stderr, /\/datasets\/0\/columns .*unknown fields: question/);
  });
});
