import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';

const RUN_TESTS = new URL('./run-tests.ts', import.meta.url).href;

describe('a run of test files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'touchstone-test-'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  const file = (name: string, body: string) => {
    const path = join(folder, `${name}.test.mjs`);
    writeFileSync(
      path,
      `import assert from 'node:assert';\nimport { existsSync, writeFileSync } from 'node:fs';\nimport { test } from 'node:test';\n${body}`,
    );
    return path;
  };
  const right = (name: string) => file(name, 'test("r", () => {});');
  const wrong = (name: string) => file(name, 'test("w", () => assert.fail("as planned"));');
  const onlyAtFirst = (name: string, how: string) => {
    const mark = JSON.stringify(join(folder, `${name}.seen`));
    return file(
      name,
      `test("o", () => { const seen = existsSync(${mark}); writeFileSync(${mark}, ""); if (!seen) ${how} });`,
    );
  };

  function run(files: string[]) {
    const program = `import { runTests } from ${JSON.stringify(RUN_TESTS)};
      const settings = { folder: ${JSON.stringify(folder)}, options: [], atOnce: 2, limits: [20_000], env: process.env, onlyOnce: /kept-/ };
      process.exitCode = (await runTests(${JSON.stringify(files)}, settings)).code ?? 1;`;
    // Inside of a test Node's runner takes a further one for a child of its own.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const args = ['--input-type=module', '--eval', program];
    const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8', env });
    return { status, said: stdout + stderr, runs: stdout.match(/^ℹ tests /gm)?.length };
  }
  const passedAlone = /passed alone, which a busy machine may explain: (.*) \*\*\*/;

  it('passes at once where nothing fails', () => {
    const { status, runs } = run([right('a'), right('b')]);
    assert.deepEqual([status, runs], [0, 1]);
  });

  for (const [what, how] of [
    ['an assertion fails', 'assert.fail("busy");'],
    ['its process ends', 'process.kill(process.pid, "SIGKILL");'],
  ] as const)
    it(`names the file of which ${what} only beside others, and passes`, () => {
      const name = how.startsWith('assert') ? 'once' : 'killed';
      const { status, runs, said } = run([right('c'), onlyAtFirst(name, how)]);
      assert.deepEqual([status, runs], [0, 2], said);
      assert.match(passedAlone.exec(said)?.[1] ?? '', new RegExp(`${name}.test.mjs`));
    });

  it('fails where a file fails again alone', () => {
    const { status, runs, said } = run([right('d'), wrong('e')]);
    assert.deepEqual([status, runs], [1, 2]);
    assert.doesNotMatch(said, passedAlone);
  });

  for (const how of ['throw', 'Promise.reject'])
    it(`fails, with the stack, where nobody catches the error of a ${how} behind a test that passed`, () => {
      const later = how === 'throw' ? 'throw new Error("late")' : 'void Promise.reject(new Error("late"))';
      const body = `test("u", async () => { setTimeout(() => { ${later}; }); await new Promise((go) => setTimeout(go, 50)); });`;
      const { status, said } = run([right('n'), file('uncaught', body)]);
      assert.equal(status, 1, said);
      assert.match(said, /No test caught: Error: late\n +at .*uncaught\.test\.mjs/);
    });

  it('fails at once where a file fails whose one failure says all', () => {
    const { status, runs } = run([right('l'), onlyAtFirst('kept-m', 'assert.fail("lost");')]);
    assert.deepEqual([status, runs], [1, 1]);
  });

  it('fails at once where more files fail than a busy machine explains', () => {
    const { status, runs } = run(['f', 'g', 'h', 'i', 'j', 'k'].map(wrong));
    assert.deepEqual([status, runs], [1, 1]);
  });
});
