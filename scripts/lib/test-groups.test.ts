import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { groupTests, writeGroups } from './test-groups.ts';

const ONE_TEST_MS = 1000;
const GRACE_MS = 1000;

describe('groups of test files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it('hold each file once, of one feature or of small ones, at most thirty-six, long files first', () => {
    const files = [
      ...Array.from(
        { length: 60 },
        (_, i) => `server/src/evaluate/evaluations/${i % 3 ? 'run' : 'plan'}/${i}.test.ts`,
      ),
      'server/src/knowledge/search/search.test.ts',
      'scripts/knip.test.ts',
      'server/test/console/run.test.ts',
    ];
    const groups = groupTests(files);
    assert.deepEqual(groups.flatMap((group) => group.files).toSorted(), files.toSorted());
    assert.deepEqual(
      groups.map((group) => [group.name, group.files.length]),
      [
        ['server-test-console', 1],
        ['server-src-evaluate-evaluations', 30],
        ['server-src-evaluate-evaluations', 30],
        ['small-features', 2],
      ],
    );
  });

  it('leave what is slow by nature alone', () => {
    const files = ['server/test/slow/a.test.ts', 'server/test/slow/b.test.ts'];
    assert.deepEqual(
      groupTests(files).map((group) => group.files),
      files.map((file) => [file]),
    );
  });

  const file = (name: string, body: string) => {
    const path = join(folder, `${name}.test.mjs`);
    writeFileSync(
      path,
      `import assert from 'node:assert';\nimport { beforeEach, test } from 'node:test';\n${body}`,
    );
    return path;
  };
  const run = (files: string[], status = 1) => {
    const written = writeGroups([{ name: 'all', files }], folder, ONE_TEST_MS, GRACE_MS);
    assert.deepEqual(
      written.map((path) => basename(path)),
      ['000-all.mjs'],
    );
    // Inside of a test Node's runner takes a further one for a child of its own.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const settings = ['--test', '--test-reporter=spec', `--test-timeout=${ONE_TEST_MS}`];
    const ended = spawnSync(process.execPath, [...settings, ...written], { encoding: 'utf8', env });
    assert.equal(ended.status, status, ended.stdout);
    return ended.stdout;
  };

  it('count every test, name the file of each, and keep the hooks of a file to itself', () => {
    const files = [
      file(
        'one',
        'let n = 0;\nbeforeEach(() => n++);\ntest("a", () => assert.equal(n, 1));\ntest("b", () => {});\n',
      ),
      file('other', 'test("c", () => assert.fail("as planned"));\n'),
      file('broken', 'throw new Error("while it is loaded");\n'),
    ];
    const said = run(files);
    assert.match(said, /^ℹ pass 2$/m);
    assert.match(said, /✖ .*other\.test\.mjs/);
    assert.match(said, /as planned/);
    assert.match(said, /✖ .*broken\.test\.mjs/);
    assert.match(said, /while it is loaded/);
  });

  for (const [what, body, said, status] of [
    ['waits', 'test("w", () => new Promise((resolve) => setTimeout(resolve, 1e6)));', /test timed out/, 1],
    ['computes', 'test("c", () => { for (;;); });', /nothing began or ended after the begin of: .* > c$/m, 1],
    [
      'leaves something open',
      'test("l", () => { setInterval(() => {}, 1e6); });',
      /still open: .*Timeout/,
      0,
    ],
  ] as const)
    it(`end with a sentence where a test ${what} forever`, () => {
      assert.match(run([file('hangs', body)], status), said);
    });
});
