import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { runCommand } from '../../../../test/support/cli-runner.ts';
import { onDisk } from '../../../../test/support/each-database.ts';
import { inspectArchive, type LoggedAnswer, lmEvalFiles } from '../../../../test/support/foreign-logs.ts';
import { newWorkspace } from '../../../../test/support/resource-behaviour.ts';
import { startService } from '../../../../test/support/service.ts';

const folder = mkdtempSync(join(tmpdir(), 'compare-'));
after(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, content);
  return path;
}

const FIRST: LoggedAnswer[] = Array.from({ length: 40 }, (_, i) => ({ id: i + 1, right: i < 30 }));
const SECOND: LoggedAnswer[] = Array.from({ length: 40 }, (_, i) => ({ id: i + 1, right: i < 20 }));

const compare = (...args: string[]) => runCommand(['compare', ...args]);

test('touchstone compare says who is better, how many items match, and writes what it is asked to', async () => {
  const [a, b] = [
    file('a.eval', inspectArchive('openai/large', FIRST)),
    file('b.eval', inspectArchive('openai/small', SECOND)),
  ];
  const exports = ['out.json', 'out.eval'].flatMap((name) => ['--export', join(folder, name)]);
  const { code, stdout, stderr } = await compare(a, b, ...exports);
  assert.equal(code, 1, stderr);
  assert.match(stdout, /doubling: 40 items, matched by content, scored by includes\./);
  assert.match(stdout, /openai\/large is better than openai\/small by 25\.0 points/);
  assert.match(stdout, /Against openai\/large: a candidate is worse \(exit code 1\)/);
  const again = await compare(
    join(folder, 'out-openai-small.eval'),
    join(folder, 'out-openai-large.eval'),
    '--json',
  );
  assert.equal(again.code, 0, again.stderr);
  const { evaluation, imported } = JSON.parse(again.stdout);
  assert.equal(evaluation.results.comparisons[0].delta, -0.25);
  assert.deepEqual([imported[0].matched_by, imported[0].runs[0].tool], ['content', 'inspect_ai']);
});

test('runs whose labels make one file name are exported to files of their own', async () => {
  const [a, b] = [
    file('first.eval', inspectArchive('m', FIRST)),
    file('second.eval', inspectArchive('m', SECOND)),
  ];
  const { code, stderr } = await compare(`m_1=${a}`, `m-1=${b}`, '--export', join(folder, 'alike.eval'));
  assert.equal(code, 1, stderr);
  const again = await compare(join(folder, 'alike-m-1.eval'), join(folder, 'alike-m-1-2.eval'), '--json');
  assert.equal(again.code, 1, again.stderr);
  assert.equal(JSON.parse(again.stdout).evaluation.results.comparisons[0].delta, 0.25);
});

test('results of lm-evaluation-harness bring their samples, by file, folder or label', async () => {
  for (const [name, answers] of [
    ['large', FIRST],
    ['small', SECOND],
  ] as const) {
    const { results, samples } = lmEvalFiles(name, answers);
    file(`${name}/${name}/results_2026-11-28T09-00-00.123456.json`, results);
    file(`${name}/${name}/samples_doubling_2026-11-28T09-00-00.123456.jsonl`, samples);
  }
  const results = join(folder, 'large/large/results_2026-11-28T09-00-00.123456.json');
  const { code, stdout, stderr } = await compare(
    `before=${results}`,
    join(folder, 'small'),
    '--baseline',
    'small',
  );
  assert.equal(code, 0, stderr);
  assert.match(stdout, /On doubling, before is best with 75 %/);
});

test('a command line that leads nowhere is refused with exit code 3', async () => {
  const a = file('only.eval', inspectArchive('m', FIRST));
  const large = file('large.json', '{');
  truncateSync(large, 257 * 1024 ** 2);
  const rows: [args: string[], expected: RegExp][] = [
    [[], /needs the files of the runs/],
    [[a, join(folder, 'none.eval')], /There is no file .*none\.eval/],
    [[a, folder], /Name one of them|no results_/],
    [
      [a, large],
      /larger than 256 MB together\. Send fewer .* They are: only\.eval \(1 MB\), large\.json \(257 MB\)\./,
    ],
    [[a, a, '--margin', 'much'], /--margin must be a share/],
    [[a, a, '--match', 'colour'], /match/],
    [
      [a, a, '--baseline', 'x'],
      /The baseline "x" is not one of the runs: m \(only\.eval\) 1, m \(only\.eval\) 2/,
    ],
    [[a, file('b.txt', 'Hello')], /b\.txt: The format is not supported/],
    [[a, a, '--export', a], /would overwrite a file that this run reads/],
  ];
  for (const [args, expected] of rows) {
    const { code, stderr } = await compare(...args);
    assert.equal(code, 3, args.join(' '));
    assert.match(stderr, expected);
  }
});

test('evaluations of a service are compared by their ids', async () => {
  const service = await startService(onDisk(undefined, async () => {}));
  try {
    const workspace = await newWorkspace(service);
    const stored = async (label: string, answers: readonly LoggedAnswer[]) => {
      const form = new FormData();
      form.append(label, new Blob([new Uint8Array(inspectArchive('m', answers))]), `${label}.eval`);
      const path = `${service.url}/workspaces/${workspace}/evaluations/import`;
      const response = await fetch(path, { method: 'POST', body: form });
      return ((await response.json()) as { id: string }).id;
    };
    const ids = [await stored('first', FIRST), await stored('second', SECOND.slice(0, 30))];
    const { code, stdout, stderr } = await compare(...ids, '--url', service.url, '--workspace', workspace);
    assert.equal(code, 1, stderr);
    assert.match(stdout, /The samples are those of "first\.eval" and "second\.eval"; no model was called\./);
    assert.match(stdout, /30 items, matched by content, scored by score\./);
    assert.match(stdout, /10 of 40 items of first are missing from another run/);
    assert.match(stdout, /first is better than second by 33\.3 points/);
    const alone = await compare(...ids);
    assert.equal(alone.code, 3);
    assert.match(alone.stderr, /name their service and workspace with --url and --workspace/);
  } finally {
    await service.stop();
  }
});
